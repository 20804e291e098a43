"""The lab of problem 005: messages, a read tool over a small workspace, and a scripted model behind a strict provider.

Nothing here calls a network. A test writes down what the model will say, step by step, and the model says it:

>>> model = scripted(reply(call("read", {"path": "missing.py"})), say("It is not there."))
>>> question = user_message("Open missing.py")
>>> asked = model.complete(SYSTEM, [question], tool_specs([read_tool()]))
>>> result = run_tool([read_tool()], tool_calls(asked)[0])
>>> print(show([question, asked, result]))
U          Open missing.py
A[c1]      read(path='missing.py')
R(c1)      File not found: missing.py. Files here: config.py
>>> model.complete(SYSTEM, [question, asked], [])["error_message"]
'400 invalid_request: messages[1]: call c1 has no result'
>>> model.remaining
1
"""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from judge.plain import plain

Message = dict[str, Any]

SYSTEM = "You are a careful programmer."
WORKSPACE = {"config.py": "TIMEOUT = 30\n"}
MAX_CALLS = 50
CHARACTERS_PER_TOKEN = 4


class Runaway(BaseException):
    """The loop asked for more replies than it can have needed.

    It is no `Exception`, so that a loop which catches those and tries again still comes to an end.
    """


# Messages


def user_message(text: str) -> Message:
    """Return what the user said as a message."""
    return {"role": "user", "content": text}


def text_of(message: Message) -> str:
    """Return the text of an assistant message, its blocks joined, without its calls."""
    return "".join(block["text"] for block in message["content"] if block["type"] == "text")


def tool_calls(message: Message) -> list[Message]:
    """Return the tool calls of an assistant message, in the order in which the model made them."""
    return [block for block in message["content"] if block["type"] == "toolCall"]


# Tools


class Tool(dict[str, Any]):
    """A tool: a dict of `name`, `description`, `parameters` and `execute`, shown by its name."""

    def __repr__(self) -> str:
        return f"<tool {self['name']}>"


def make_tool(name: str, execute: Callable[[dict[str, Any]], str], *parameters: str) -> Tool:
    """Return a tool that runs `execute(arguments)`; each of its parameters is a required string."""
    properties = {parameter: {"type": "string"} for parameter in parameters}
    schema = {"type": "object", "properties": properties, "required": list(parameters)}
    return Tool(name=name, description=execute.__doc__ or name, parameters=schema, execute=execute)


def str_arg(arguments: dict[str, Any], name: str) -> str:
    """Return the argument `name`, or raise ValueError if it is missing or no string."""
    value = arguments.get(name)
    if not isinstance(value, str):
        raise ValueError(f"{name} must be a string")
    return value


def read_tool(files: dict[str, str] = WORKSPACE) -> Tool:
    """Return a tool that reads one of `files`, which maps path to text."""

    def read(arguments: dict[str, Any]) -> str:
        """Return the text of the file at `path`."""
        path = str_arg(arguments, "path")
        if path not in files:
            raise FileNotFoundError(f"File not found: {path}. Files here: {', '.join(sorted(files))}")
        return files[path]

    return make_tool("read", read, "path")


def tool_specs(tools: list[Tool]) -> list[dict[str, Any]]:
    """Return what the model is told of the tools: everything but the code."""
    return [{key: tool[key] for key in ("name", "description", "parameters")} for tool in tools]


def run_tool(tools: list[Tool], call: Message) -> Message:
    """Run one tool call and return its one toolResult, whatever happens; never raises an `Exception`."""
    try:
        content, is_error = _execute(tools, call), False
    except Exception as error:
        content, is_error = _reason(error), True
    return {
        "role": "toolResult",
        "tool_call_id": call["id"],
        "tool_name": call["name"],
        "content": content,
        "is_error": is_error,
    }


def _execute(tools: list[Tool], call: Message) -> str:
    for tool in tools:
        if tool["name"] == call["name"]:
            # The tool gets a copy, so that it cannot change what the record says it was asked.
            result = tool["execute"](plain(call["arguments"]))
            if not isinstance(result, str):
                raise TypeError(f"Tool {call['name']} returned no text but {type(result).__name__}")
            return result
    raise LookupError(f"Tool {call['name']} not found")


def _reason(error: Exception) -> str:
    try:
        return str(error)
    except Exception:
        return type(error).__name__


# Scripts


@dataclass(frozen=True)
class Call:
    """A tool call in a script; the model gives it an id when it makes it."""

    name: str
    arguments: dict[str, Any]

    def __repr__(self) -> str:
        return f"call({self.name!r}, {self.arguments!r})"


@dataclass(frozen=True)
class Step:
    """What the model does when it is asked once more; shown as a test writes it."""

    written: str
    content: tuple[str | Call, ...] = ()
    ending: dict[str, str] = field(default_factory=dict)
    crash: BaseException | None = None
    again: "Callable[[Request], Step] | None" = None

    def __repr__(self) -> str:
        return self.written


def call(name: str, arguments: dict[str, Any] | None = None) -> Call:
    """A tool call, to stand in `reply`, `fail` or `stuck`."""
    return Call(name, arguments or {})


def say(text: str) -> Step:
    """The model answers with `text` and asks for nothing."""
    return Step(f"say({text!r})", (text,), {"stop_reason": "stop"})


def reply(*content: str | Call, stop_reason: str = "toolUse") -> Step:
    """The model replies with texts and calls, in this order."""
    setting = "" if stop_reason == "toolUse" else f", stop_reason={stop_reason!r}"
    return Step(f"reply({_listed(content)}{setting})", content, {"stop_reason": stop_reason})


def fail(text: str, *content: str | Call) -> Step:
    """The provider fails with the error message `text`, having got `content` out before that."""
    return Step(f"fail({_listed((text, *content))})", content, {"stop_reason": "error", "error_message": text})


def crash(error: BaseException) -> Step:
    """The client itself breaks: `complete` raises `error` instead of returning a reply."""
    return Step(f"crash({error!r})", crash=error)


def stuck(call: Call) -> Step:
    """The model makes the same call for ever, under a new id each time."""
    return Step(f"stuck({call!r})", again=lambda request: reply(call))


def forever(step: "Callable[[Request], Step]") -> Step:
    """The model does `step(request)` at this and every later request."""
    return Step(f"forever({step.__name__})", again=step)


def _listed(items: tuple[str | Call, ...]) -> str:
    return ", ".join(map(repr, items))


# The model


@dataclass(frozen=True)
class Request:
    """What the model was sent at one call: a copy, so that it still says so later."""

    system: str
    messages: list[Message]
    specs: list[dict[str, Any]]


class ScriptedModel:
    """A model that follows a script, behind a provider that refuses what a strict provider refuses."""

    def __init__(self, *script: Step) -> None:
        self.script = script
        self.calls: list[Request] = []
        self._played = 0
        self._ids = 0

    def __repr__(self) -> str:
        return f"scripted({', '.join(map(repr, self.script))})"

    @property
    def remaining(self) -> int:
        """How many steps of the script are left; an endless one is never used up."""
        return len(self.script) - self._played

    @property
    def bill(self) -> int:
        """The input tokens of all requests that were not refused, four characters of JSON text counted as one token."""
        sent = [
            json.dumps([each.system, each.messages, each.specs]) for each in self.calls if not validate(each.messages)
        ]
        return sum(len(text) // CHARACTERS_PER_TOKEN for text in sent)

    def complete(self, system: str, messages: list[Message], specs: list[dict[str, Any]]) -> Message:
        """Return the model's reply to `messages`, a new assistant message, which may be a failed one.

        An invalid request gets a failed reply that begins with ``400 invalid_request``; the script stays where it is.
        Raises what a `crash` step holds, and Runaway after MAX_CALLS calls or at the end of the script.
        """
        request = self._request(system, messages, specs)
        self.calls.append(request)
        if len(self.calls) > MAX_CALLS:
            raise Runaway(f"{MAX_CALLS} model calls, and the loop asks for another")
        if complaints := validate(request.messages):
            return self._message(fail(f"400 invalid_request: {complaints[0]}"))
        step = self._next_step(request)
        if step.crash is not None:
            raise step.crash
        return self._message(step)

    def _request(self, system: str, messages: list[Message], specs: list[dict[str, Any]]) -> Request:
        return Request(*plain((system, messages, specs)))

    def _next_step(self, request: Request) -> Step:
        if not self.remaining:
            raise Runaway(f"the script ends after {len(self.script)} steps, and the loop asks for another")
        step = self.script[self._played]
        if step.again is not None:
            return step.again(request)
        self._played += 1
        return step

    def _message(self, step: Step) -> Message:
        return {"role": "assistant", "content": [self._block(item) for item in step.content], **step.ending}

    def _block(self, item: str | Call) -> Message:
        if isinstance(item, str):
            return {"type": "text", "text": item}
        self._ids += 1
        return {"type": "toolCall", "id": f"c{self._ids}", "name": item.name, "arguments": plain(item.arguments)}


def scripted(*script: Step) -> ScriptedModel:
    """Return a model that follows `script`."""
    return ScriptedModel(*script)


# Looking at messages


def validate(messages: list[Message], record: bool = False) -> list[str]:
    """Return what a strict provider would complain about, nothing if it would accept the messages.

    With `record=True` the messages are a record rather than a request: a failed reply may then be empty.
    """
    try:
        return list(_complaints(messages, record))
    except (AttributeError, KeyError, TypeError):
        return ["this is no list of messages"]


def _complaints(messages: list[Message], record: bool) -> Iterator[str]:
    asked = 0
    waiting: list[str] = []
    for index, message in enumerate([*messages, user_message("next")]):
        if message["role"] == "toolResult" and message["tool_call_id"] in waiting:
            waiting.remove(message["tool_call_id"])
            continue
        yield from (f"messages[{asked}]: call {call_id} has no result" for call_id in waiting)
        asked, waiting = index, []
        if message["role"] == "toolResult":
            yield f"messages[{index}]: result {message['tool_call_id']} has no call"
        elif message["role"] == "assistant":
            waiting = [block["id"] for block in tool_calls(message)]
            if not message["content"] and not (record and message.get("stop_reason") == "error"):
                yield f"messages[{index}]: assistant message with empty content"


def shape(messages: list[Message]) -> str:
    """Return the messages in short: ``U A[c1] R(c1) A(error)``."""
    return " ".join(map(_mark, messages))


def show(messages: list[Message]) -> str:
    """Return the messages as lines to read: the mark that `shape` gives each, and what it says."""
    return "\n".join(f"{_mark(message):<10} {_contents(message)}" for message in messages)


def _mark(message: Message) -> str:
    if message["role"] == "user":
        return "U"
    if message["role"] == "toolResult":
        return f"R({message['tool_call_id']})"
    calls = ",".join(block["id"] for block in tool_calls(message))
    return "A" + (f"[{calls}]" if calls else "") + ("(error)" if message.get("stop_reason") == "error" else "")


def _contents(message: Message) -> str:
    if message["role"] != "assistant":
        return str(message["content"])
    blocks = [block["text"] if block["type"] == "text" else _call_line(block) for block in message["content"]]
    return "  ".join([*blocks, message["error_message"]] if "error_message" in message else blocks)


def _call_line(block: Message) -> str:
    return f"{block['name']}({', '.join(f'{name}={value!r}' for name, value in block['arguments'].items())})"

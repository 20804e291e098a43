"""What problem 070 provides: a scripted model, four tools, and a way to see what they were sent."""

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from judge.plain import plain

Message = dict[str, str]

# --- The tools -------------------------------------------------------------------------------------------------------

_WEATHER = {"paris": "18C, light rain", "tokyo": "24C, clear", "lima": "16C, overcast"}
_DOCUMENTS = {
    "refund-policy": "refunds are accepted within 30 days with a receipt",
    "shipping": "standard shipping takes 3-5 business days",
}


def get_weather(city: str) -> str:
    """Return the weather in `city`, in upper or lower case; raise ValueError where there is no data."""
    if city.lower() not in _WEATHER:
        raise ValueError(f"no weather data for {city}")
    return _WEATHER[city.lower()]


def lookup_doc(name: str) -> str:
    """Return the text of the document called exactly `name`; raise ValueError if there is none."""
    if name not in _DOCUMENTS:
        raise ValueError(f"no document called {name}")
    return _DOCUMENTS[name]


def add(a: Any, b: Any) -> Any:
    """Return a + b, whatever they are: it does not check, so two texts are joined."""
    return a + b


def divide(a: float, b: float) -> float:
    """Return a / b."""
    return a / b


@dataclass(frozen=True)
class Tool:
    """A function that the model may ask for, and what the model is told about it."""

    run: Callable[..., Any]
    description: str
    parameters: dict[str, Any]


def _takes(**types: str) -> dict[str, Any]:
    """Return the JSON Schema of an object in which every one of these properties is required."""
    return {
        "type": "object",
        "properties": {name: {"type": kind} for name, kind in types.items()},
        "required": list(types),
        "additionalProperties": False,
    }


TOOLS = {
    "get_weather": Tool(get_weather, "The weather in a city now.", _takes(city="string")),
    "lookup_doc": Tool(lookup_doc, "The text of a document: refund-policy or shipping.", _takes(name="string")),
    "add": Tool(add, "The sum of two numbers.", _takes(a="number", b="number")),
    "divide": Tool(divide, "The quotient of two numbers.", _takes(a="number", b="number")),
}


def dispatch(call: dict[str, Any]) -> str:
    """Run the tool that `call`, from `parse_tool_call`, asks for, and return the result as text.

    A failing tool and an unknown one give a text that starts with `error: `. No `Exception` of a tool comes out of
    here; any other `BaseException`, such as `KeyboardInterrupt`, does.
    """
    name, arguments = call["tool"], call["arguments"]
    _record("tool", name, plain(arguments))
    if name not in TOOLS:
        return f"error: unknown tool {name}"
    try:
        return str(TOOLS[name].run(**arguments))
    except Exception as exc:
        return f"error: {name} raised {type(exc).__name__}: {exc}"


# --- The protocol ----------------------------------------------------------------------------------------------------

SYSTEM_PROMPT = (
    'Answer the user, or call a tool with {"tool": NAME, "arguments": {...}} and nothing else: '
    + ", ".join(f"{name}({', '.join(tool.parameters['properties'])})" for name, tool in TOOLS.items())
)


def tool_call(tool: str, /, **arguments: Any) -> str:
    """Return the reply of a model that asks for `tool`: `{"tool": "add", "arguments": {"a": 2, "b": 3}}`."""
    return json.dumps({"tool": tool, "arguments": arguments}, ensure_ascii=False)


def parse_tool_call(reply: str) -> dict[str, Any] | None:
    """Return `{"tool": str, "arguments": dict}` if the whole reply is a tool call, and None for any other text."""
    try:
        value = json.loads(reply)
    except (ValueError, RecursionError):
        return None
    match value:
        case {"tool": str(tool), "arguments": dict(arguments)}:
            return {"tool": tool, "arguments": arguments}
    return None


# --- The model -------------------------------------------------------------------------------------------------------

SLOT = "{last_tool_result}"
NO_RESULT = "(no tool result)"


class ScriptExhausted(RuntimeError):
    """The model was called once more than its script has replies."""


class Runaway(RuntimeError):
    """More than 250 messages in one request, or 250 events in one recording: no run here needs that many."""


_ENOUGH = 250


class ScriptedModel:
    """A model that gives the replies of its script in order, one for each call, whatever it is asked.

    It knows only what it is sent: where a reply says `{last_tool_result}`, it puts the content of the last message with
    the role `tool` among the messages of this call, or `(no tool result)` if there is none.
    """

    def __init__(self, script: Sequence[str]) -> None:
        self._script = tuple(script)
        self._calls = 0

    def __call__(self, messages: list[Message]) -> str:
        """Return the next reply; raise ScriptExhausted if there is none."""
        if len(messages) > _ENOUGH:
            raise Runaway(f"a request of more than {_ENOUGH} messages")
        _record("model", plain(messages))
        if self._calls == len(self._script):
            raise ScriptExhausted(f"the script has no reply for model call {self._calls + 1}")
        reply = self._script[self._calls]
        self._calls += 1
        return reply.replace(SLOT, _last_tool_result(messages)) if SLOT in reply else reply

    def __repr__(self) -> str:
        return f"make_llm({list(self._script)!r})"


def _last_tool_result(messages: list[Message]) -> str:
    results = (message["content"] for message in reversed(messages) if message["role"] == "tool")
    return str(next(results, NO_RESULT))


def make_llm(script: Sequence[str]) -> ScriptedModel:
    """Return a new model at the beginning of `script`; the script itself is left as it is."""
    return ScriptedModel(script)


# --- Looking on ------------------------------------------------------------------------------------------------------

Event = tuple[Any, ...]
_events: list[Event] | None = None


@contextmanager
def recording() -> Iterator[list[Event]]:
    """Collect, in order, what models are sent and what is dispatched while the `with` block runs.

    An event is `("model", messages)` or `("tool", name, arguments)`, copied at that moment: what is done to the
    messages later does not change it. It does not matter which model is called, or how `dispatch` was imported. After
    250 events, the model and `dispatch` raise Runaway, so that an endless loop cannot fill the memory.
    """
    global _events
    outer, _events = _events, []
    try:
        yield _events
    finally:
        _events = outer


def _record(*event: Any) -> None:
    if _events is None:
        return
    if len(_events) == _ENOUGH:
        raise Runaway(f"more than {_ENOUGH} requests and calls")
    _events.append(event)

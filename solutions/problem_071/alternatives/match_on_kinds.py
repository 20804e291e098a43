"""Each reply becomes a small value of one of three kinds, and a match statement says what each does to the run."""

from dataclasses import dataclass, field

from problems.problem_071.lab import SYSTEM_PROMPT, MalformedCall, dispatch, make_llm, parse_tool_call


@dataclass
class Answer:
    text: str


@dataclass
class Call:
    tool: str
    arguments: dict


@dataclass
class Broken:
    why: str


@dataclass
class Run:
    messages: list
    names: list = field(default_factory=list)
    row: int = 0


def kind_of(reply):
    try:
        call = parse_tool_call(reply)
    except MalformedCall as exc:
        return Broken(str(exc))
    return Answer(reply) if call is None else Call(**call)


def run_agent(task, script, max_steps=5, max_malformed=2):
    llm = make_llm(list(script))
    run = Run([{"role": "system", "content": SYSTEM_PROMPT}, {"role": "user", "content": task}])
    result = {"answer": None, "steps": 0, "tools_called": run.names, "stop_reason": "max_steps"}
    while result["steps"] < max_steps and result["stop_reason"] == "max_steps":
        result["steps"] += 1
        reply = llm(run.messages.copy())
        match kind_of(reply):
            case Answer(text):
                result |= {"answer": text, "stop_reason": "final_answer"}
            case Broken() if run.row == max_malformed:
                result["stop_reason"] = "malformed_calls"
            case Broken(why):
                run.row += 1
                run.messages += exchange(reply, f"error: malformed tool call: {why}")
            case Call(tool, arguments):
                run.row = 0
                run.names.append(tool)
                run.messages += exchange(reply, dispatch({"arguments": arguments, "tool": tool}))
    return result


def exchange(reply, observation):
    return [{"role": "assistant", "content": reply}, {"role": "tool", "content": observation}]

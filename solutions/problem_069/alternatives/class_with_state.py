"""A class that holds one run and takes it a turn at a time, by index."""

from copy import deepcopy
from dataclasses import dataclass, field


@dataclass
class Run:
    script: object
    tools: dict
    max_turns: int
    turn: int = 0
    status: str | None = None
    answer: str | None = None
    log: list = field(default_factory=list)

    def play(self):
        while self.status is None:
            if self.turn == self.max_turns:
                self.status = "budget"
            else:
                self.take_turn()
        return self.status, self.answer, self.log

    def take_turn(self):
        reply = self.script[self.turn]
        self.turn += 1
        handler = getattr(self, f"on_{reply[0]}")
        handler(*reply[1:])

    def on_final(self, text):
        self.status, self.answer = "done", text

    def on_call(self, name, args):
        tool = self.tools.get(name, self)
        if tool is self:
            result = f"error: unknown tool {name}"
        else:
            result = self.outcome(tool, deepcopy(args))
        self.log.append((name, result))

    @staticmethod
    def outcome(tool, args):
        try:
            return tool(**args)
        except Exception as exc:
            error = exc
        try:
            message = str(error)
        except Exception:
            message = ""
        return f"error: {type(error).__name__}: {message}"


def solve(script, tools, max_turns):
    return Run(script, tools, max_turns).play()

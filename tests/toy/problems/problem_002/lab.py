"""A model that plays a script."""

from judge.plain import plain

Message = dict[str, str]


def scripted(*replies: str) -> "ScriptedModel":
    """Return a model that gives `replies` one by one."""
    return ScriptedModel(replies)


class ScriptedModel:
    """A model without a mind: it gives the next reply, and remembers what it was sent."""

    def __init__(self, replies: tuple[str, ...]) -> None:
        self.replies = replies
        self.sent: list[list[Message]] = []

    def __call__(self, transcript: list[Message]) -> str:
        """Return the next reply. Raise `Runaway` after the last one."""
        self.sent.append(plain(transcript))
        if len(self.sent) > len(self.replies):
            raise Runaway(f"the script holds {len(self.replies)} replies, and the model was asked for one more")
        return self.replies[len(self.sent) - 1]

    def __repr__(self) -> str:
        return f"scripted({', '.join(map(repr, self.replies))})"


class Runaway(BaseException):
    """The model was asked for more replies than its script holds."""

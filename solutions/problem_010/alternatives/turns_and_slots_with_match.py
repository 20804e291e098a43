"""The record becomes objects, turns with a slot for each call, by match statements; the view holds copies."""

from dataclasses import dataclass, field

from problems.problem_010.lab import PLACEHOLDER


@dataclass
class Slot:
    call_id: str
    tool_name: str
    result: dict | None = None

    def message(self):
        if self.result is not None:
            return dict(self.result)
        return {
            "role": "toolResult",
            "tool_call_id": self.call_id,
            "tool_name": self.tool_name,
            "content": PLACEHOLDER,
            "is_error": True,
        }


@dataclass
class Turn:
    message: dict
    slots: list[Slot] = field(default_factory=list)


class Conversation:
    def __init__(self):
        self.turns = []

    def read(self, message):
        match message:
            case {"role": "toolResult", "is_error": True, "content": text} if text == PLACEHOLDER:
                pass
            case {"role": "toolResult", "tool_call_id": call_id}:
                self.settle(call_id, message)
            case {"stop_reason": "error" | "aborted", "content": []}:
                pass
            case {"role": "assistant", "content": blocks}:
                self.turns.append(Turn(message, list(self.slots(blocks))))
            case _:
                self.turns.append(Turn(message))

    def slots(self, blocks):
        for block in blocks:
            match block:
                case {"type": "toolCall", "id": call_id, "name": name}:
                    yield Slot(call_id, name)

    def settle(self, call_id, result):
        for turn in reversed(self.turns):
            for slot in turn.slots:
                if slot.call_id == call_id and slot.result is None:
                    slot.result = result
                    return

    def view(self):
        for turn in self.turns:
            yield dict(turn.message)
            for slot in turn.slots:
                yield slot.message()


def context_for_model(messages):
    conversation = Conversation()
    for message in messages:
        conversation.read(message)
    return list(conversation.view())

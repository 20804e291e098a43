"""The cases as patterns of one match statement."""


def one_turn(reply, step, max_steps):
    match (reply.startswith("call "), max_steps - step):
        case (_, left) if left < 0 or step < 1:
            raise ValueError("no such step")
        case (False, _):
            reason, output = "final", reply
        case (True, 0):
            reason, output = "max_steps", None
        case _:
            reason = output = None
    return dict(stop_reason=reason, output=output, steps=step)

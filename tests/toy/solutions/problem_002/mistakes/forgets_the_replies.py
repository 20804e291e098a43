"""Every request holds the task alone, so the model does not see its own replies."""

BREAKS = ["R5"]


def ask(model, transcript):
    reply = model(transcript)
    transcript.append({"role": "assistant", "content": reply})
    return reply


def run(model, task, max_steps=2):
    for step in range(1, max_steps + 1):
        reply = ask(model, [{"role": "user", "content": task}])
        if not reply.startswith("call "):
            return {"output": reply, "steps": step}
    return {"output": None, "steps": max_steps}

"""Each step is a call that leaves the rest of the run to the next one."""


def ask(model, transcript):
    transcript.append({"role": "assistant", "content": model(list(transcript))})
    return transcript[-1]["content"]


def run(model, task, max_steps=2):
    def go_on(transcript, steps):
        if steps == max_steps:
            return {"output": None, "steps": steps}
        reply = ask(model, transcript)
        return go_on(transcript, steps + 1) if reply[:5] == "call " else {"output": reply, "steps": steps + 1}

    return go_on([{"role": "user", "content": task}], 0)

"""Runs an event loop."""

# verdict: pass

import asyncio


async def wait():
    await asyncio.gather(*(asyncio.sleep(0.001) for _ in range(10)))
    return await asyncio.to_thread(len, "x")


def attack():
    assert asyncio.run(wait()) == 1

"""Every short reply for problem 066, and every small change to some longer ones, smallest first."""

import json
import re
from collections.abc import Iterator
from itertools import product
from typing import Any

from judge.plain import plain

SPACE = "replies of up to 3 tokens, objects of up to 3 members, and every small change to some calls"
# Each tells some rare mistake apart; the replay that confirms a pass plays these as well.
TELLING = (
    2940,
    3539,
    3540,
    5779,
    6441,
    7654,
    7732,
    8214,
    8217,
    8218,
    8220,
    9215,
    9216,
    10110,
    10167,
    10520,
    10913,
    10962,
    11221,
    11223,
    11347,
    12685,
    12738,
    12739,
    12743,
    13489,
    13492,
    13494,
    14171,
    14175,
    14767,
    14827,
    15153,
    15238,
    15443,
    17863,
    17956,
    18349,
    18380,
    18762,
    18764,
    18765,
    18788,
    19258,
    19259,
    19261,
    19269,
    19861,
    19880,
    19882,
    20663,
    20667,
    21363,
    21364,
    21366,
    21775,
    21777,
    21833,
    22208,
    22213,
    22214,
    23936,
    23947,
    23960,
    24928,
    31150,
    31161,
    31228,
    31508,
    31519,
    31563,
    31576,
    31603,
    31620,
    31625,
    31630,
    31636,
    31689,
    31703,
    31725,
    31834,
    31856,
    31929,
    31935,
    31961,
    31967,
    31982,
    32012,
    32040,
)

# The alphabet, from plain to odd.
TOKENS = ["{", "}", '"tool"', ":", '"a"', ",", '"arguments"', "null", "[", "]", "1", "NaN", "```", "'tool'", "\n", "Hm"]
FEW = ["}", '"tool"', ":", '"a"', ",", "{", "1"]  # behind a brace, up to the four that make a whole call
INSERTED = [*TOKENS, "Infinity", "0", ".5", "'", '"', "\\", "\u00a0", "\ufeff", "\t", "\f", "//", "`", "json", "true"]

MEMBERS = [
    *('"tool":"a"', '"tool":1', '"arguments":{}', '"arguments":"{}"', '"arguments":null', '"arguments":[]'),
    *('"x":1', '"x":"tool"', '"x":-Infinity', '"x":{"y":1,"y":1}', "'tool':'a'", "tool:1", '"\\u0074ool":"b"'),
    *('"Tool":"a"',),
]
NAMES = [
    *('"\\f"', '"\\u000b"', '"\\u0000"', '"\\u200b"', '"a\\u200bb"'),
    *('"a"', '" a "', '"A\\n"', '"null"', '"tool"', '"\u00a0"', '"\\u2003"', '"\\u00e9"', '"0"', '"get_weather"'),
    *('""', '" "', '"\\t\\n\\r "', "null", "0", "1", "1.5", "true", "false", "[]", '["a"]', "{}", '{"name":"a"}'),
]
OBJECTS = [
    *("{}", '{"x":1}', ' {"x":1} ', '{"x":null}', '{"x":""}', '{"x":1.0}', '{"x":true}', '{"x":-0.0}'),
    *('{"x":1E2}', '{"x":"{}"}', '{"x":"{\\"y\\":1}"}', '{"arguments":{}}', '{"arguments":"{}"}', '{"tool":"b"}'),
    *('{"x":[[],{}]}', '{"y":1,"x":2}', '{"x":{"y":[1,"{}"]}}', '{"":0}', '{"x":"\\u00e9\\ud83d\\ude00"}'),
    *('{"x":"\u2028"}', '{"x":"```"}', '{"x":"[1]"}', '{"x":{"x":1}}', '{"x":[{"x":1},{"x":1}]}', '{"x":"NaN"}'),
    *('{"x":"}"}', '{"__class__":1}'),
]
DIFFERENT = ['{"x":1,"X":2}', '{"\u00e9":1,"e\u0301":2}', '{"K":1,"\u212a":2}', '{"1":1,"\u0661":2}']  # keys
REPEATED = [
    *('{"x":1,"x":1}', '{"x":1,"x":2}', '{"x":1,"\\u0078":1}', '{"y":{"x":1,"x":1}}', '{"y":[{"x":1,"z":2,"x":3}]}'),
    *('{"x":1,"x":true}', '{"x":1,"x":1.0}', '{"x":false,"x":0}', '{"{x}":1,"{x}":1}', '{"{0}":1,"{0}":1}'),
    *('{"%d":1,"%d":1}', '{"%(x)s":1,"%(x)s":1}'),
]
NO_NUMBERS = ["NaN", "Infinity", "-Infinity", "1e999", "-1e999", "1e400", "12.5E+999"]
INFINITE = [f'{{"x":{number}}}' for number in NO_NUMBERS] + ['{"y":[{"x":NaN}]}']
UNREADABLE = [
    *('{"x":1,}', '{"x":1', "{'x':1}", "{x:1}", '{"x":01}', '{"x":"\t"}', '{"x":"\n"}', '{"x":+1}', '{"x":1}}'),
    *("{", '{"x":1} {}', '{"x":True}', '{"x":None}', '{"x":"\\x"}', '{"x":/**/1}', '{"x":-NaN}', '{"x":nan}'),
    *('{"x" 1}', '{"x":[1,]}', '{"x":"\x00"}', '{"x":[1 2]}', "{1:2}", "{{}}", '{"x":.5}', '{"x":1.}'),
    *('{"x":"\\u12"}',),
]
NO_OBJECT = ["[]", "[1]", '[{"x":1}]', '["x",1]', '[["x",1]]', "0", "1", "false", "true", "NaN", "1e999", '"x"']
TEXTS = [  # of `arguments`, as they are between the quotes once these are decoded
    *("", " ", "\t\r\n ", "null", " null ", '""', '"{}"', '"{\\"x\\":1}"', "x", "x=1", "None", "\u00a0"),
    *("\ufeff{}", "{}\u00a0", "```{}```", "```json\n{}\n```", '{"x":1} and', "call {}", "{}{}", '\n{"x":1}\n'),
    *("\f{}", "'{}'"),
    *OBJECTS,
    *REPEATED,
    *INFINITE,
    *UNREADABLE,
    *NO_OBJECT,
]

MARKS = ['"', "'", "`", ".", "-", " ", "(", ")", "\u2026"]
ESCAPED = ["\\u0001", "\\udb40\\udc01", "\\u0001\\udb40\\udc01", "\\u2028"]

CALLS = [
    '{"tool":"a"}',
    '{"tool":"a","arguments":{}}',
    '{"tool": "a", "arguments": {"x": 1}}',
    '{"arguments":{"x":[1,{"y":null}]},"tool":"a"}',
    '{"tool":"a","arguments":"{\\"x\\":1}","id":"c-1"}',
    '```json\n{"tool": "a", "arguments": null}\n```',
    '```{"tool":"a"}```',
]
BEFORE = [
    *(f"```{'a-9_' * 20}\n",),
    *("", "X", " ", "\n", "\t\r\n", "\u00a0", "\ufeff", "\f", "\v", "\u2028", "Hm: ", "`", "``", "~~~\n"),
    *("````\n", '"', "[", "```", "```\n", "```json\n", "```JSON\r\n", "```tool_call\n", "```json5 ", "``` json\n"),
    *("```c++\n", "```\u00e9\n", "\n ```tool-call\n", "```json\u00a0\n", "```json\n```json\n", "```json\n\n"),
    *("Hm:\n```json\n", "```json:\n", "'''\n"),
]
AFTER = [
    *("", "X", " ", "\n", "\r\n\t", "\u00a0", "\f", "\x1f", ".", "}", ";", ' {"tool":"b"}', "\n{}", "`", "\n~~~"),
    *("``", '"', "```", "\n```", "\r\n```\n", "\n```\u00a0", "\n``` ok", "\n```\n```", "\n````", " ```"),
    *("\u00a0\n```", "\n\f```", "\n\u2028\n```"),
    *("\n```json", "\n```\nDone.", "]", "\n``` \n", "\n```\n```\n{}\n```", "\n'''"),
]
BODIES = [*CALLS[:1], "{}", '{"x":"tool"}', '{"tool":1}', '{"tool":"a"', '{"x":1', "[1]", "Hm", "", '[{"tool":"a"}]']
ANSWERS = [
    *("", "null", "true", "0", "-1.5e3", '""', '"tool"', '"{\\"tool\\":\\"a\\"}"', "NaN", '["tool"]', "[1]", "Hm"),
    *('[{"tool":"a"}]', '[{"tool":"a"},{"tool":"b"}]', '[{"tool":"a"', '("tool","a")', "call({'tool':'a'})"),
    *('I call {"tool":"a"} now', 'tool: {"tool":"a"}', '<tool_call>{"tool":"a"}</tool_call>', "{}"),
    *('{"x":"tool"}', '{"x":{"tool":"a"}}', '{"x":[{"tool":"a"}]}', '{"name":"a","arguments":{}}'),
    *('{"function":{"tool":"a"}}', '{"Tool":"a"}', '{"TOOL":"a"}', '{"tool ":"a"}', '{" tool":"a"}'),
    *('{"arguments":[]}', '{"x":"\'tool\'"}'),
]
BROKEN = [
    *('{"tool":"a"', '{"tool', '{"tool"', "{'tool'", "{'tool':'a'}", "{tool:'a'}", '{"tools":["tool"', "{'tool\""),
    *("{\"tool'", '{"x":1', "{`tool`:1}", '{"x":"say \\"tool\\""', '{"x":"the \'tool\'"'),
    *('{"tool":"a"}\n{"tool":"b"}', '{"\\u0074ool":"a"', "{'tool': 'a', 'arguments': {}}"),
    *('```{"\\u0074ool":"a"}', '```{"\\u0074ool":"a","arguments":[]}', '```{"\\u0074ool":1}``', '{"\\u0074ool":"a"}.'),
    *('{"tool":"a","arguments":{"x":["y"', '{"tool":"a","arguments":{"x":"# \\"tool\\""}'),
]


def scenarios() -> Iterator[dict[str, Any]]:
    """Yield every reply once, the short ones in the order of their length, and at the end some that are huge.

    `about` is the rule that the reply was made for; `names` is what the message has to name, if the reply is malformed.
    """
    found: dict[str, dict[str, Any]] = {}
    for about, reply, *names in _replies():
        found.setdefault(reply, {"reply": reply, "about": about, "names": names})
    yield from sorted(found.values(), key=lambda scenario: len(scenario["reply"]))
    for about, reply, *names in _huge():
        yield {"reply": reply, "about": about, "names": names}


def _replies() -> Iterator[tuple[str, ...]]:
    yield from (("R4", reply) for reply in ANSWERS)
    yield from (("R9", reply) for reply in BROKEN)
    yield from _objects()
    for value in OBJECTS:
        yield ("R7" if '"{' in value or '"[' in value else "R1"), f'{{"tool":"a","arguments":{value}}}'
    yield from _not_strict()
    yield from _deep()
    yield from _long()
    for before, body, after in product(BEFORE, BODIES, AFTER):
        if before or after:
            yield _about_wrapping(before, after), f"{before}{body}{after}"
    for length in range(4):
        yield from ((_about(text), text) for text in map("".join, product(TOKENS, repeat=length)))
    yield from (("R9", "".join(tokens)) for tokens in product("{", FEW, FEW, FEW, FEW))
    for count in range(4):
        for members in product(MEMBERS, repeat=count):
            text = "{" + ",".join(members)
            yield _about_members(members), text + "}"
            yield "R9", text
    for call in CALLS:
        yield from ((_about(text), text) for text in _changes(call))


def _about_wrapping(before: str, after: str) -> str:
    """Return the rule that decides what stands around an object."""
    if any(mark in before + after for mark in ("`", "~", "'''")):
        return "R3"
    if before.strip("\ufeff").strip():
        return "R4"
    return "R9" if after.strip() else "R2"


def _about(text: str) -> str:
    """Return the rule that decides how `text` begins."""
    if text.startswith("```"):
        return "R3"
    if text != text.strip(" \t\r\n"):
        return "R2"
    return "R9" if text.startswith("{") else "R4"


def _about_members(members: tuple[str, ...]) -> str:
    """Return the rule that decides whether an object of these members can be read."""
    if not all(member.startswith('"') for member in members):
        return "R9"
    if '"x":-Infinity' in members:
        return "R11"
    keys = [json.loads(member.split(":")[0]) for member in members]
    return "R10" if len(set(keys)) < len(keys) or '"x":{"y":1,"y":1}' in members else "R1"


def _objects() -> Iterator[tuple[str, ...]]:
    """Yield calls with every name beside every kind of arguments."""
    yield from (("R6", f'{{"tool":"a"{rest}}}') for rest in ("", ',"arguments":null', ',"Arguments":1', ',"args":{}'))
    for name in NAMES:
        good = name in NAMES[:15]
        for value, about in (("{}", "R1"), ("null", "R6"), ("[]", "R8"), ('""', "R6")):
            yield (about if good else "R5"), f'{{"arguments":{value},"tool":{name}}}'
        yield ("R1" if good else "R5"), f'{{"tool":{name}}}', *([] if good else ["tool"])
    yield from (("R8", f'{{"tool":"a","arguments":{value}}}', "arguments") for value in NO_OBJECT[:9])
    for text in TEXTS:
        value, about = json.dumps(text), _about_text(text)
        yield about, f'{{"tool":"a","arguments":{value}}}', *(["arguments"] if about == "R8" else [])
        yield about, f'{{"id":null,"arguments":{value},"tool":"a"}}'


def _about_text(text: str) -> str:
    """Return the rule that a string of `arguments` is about."""
    if not text.strip(" \t\r\n"):
        return "R6"
    if text in NO_OBJECT or text.strip() == "null":
        return "R11" if text in NO_NUMBERS else "R8"
    return "R10" if text in REPEATED else "R11" if text in INFINITE else "R7"


def _not_strict() -> Iterator[tuple[str, ...]]:
    """Yield what is not strictly JSON, and some that is, at every place that it can have."""
    yield from (("R10", f'{{"tool":"a","arguments":{value}}}') for value in DIFFERENT)
    for about, values in (("R10", REPEATED), ("R11", INFINITE), ("R9", UNREADABLE), ("R1", OBJECTS)):
        for value in values:
            yield about, f'{{"tool":"a","arguments":{value}}}'
            yield about, f'{{"id":{value},"tool":"a"}}'
            yield about, f'```\n{{"tool":"a","x":[{value}]}}\n```'
            yield ("R5" if about == "R1" else about), f'{{"tool":{value}}}'
            yield "R4", f'[{value},"tool"]'
            for whole in (value, f'{{"id":{value}}}'):
                yield ("R4" if about == "R1" else about), whole
            yield ("R4" if about == "R1" else about), f'{{"id":{value},"x":"tool"}}'
    for key in ("city", "x" * 30, "a_1", "9lives", "_id", "City", "ID", "7"):
        yield "R10", f'{{"tool":"a","arguments":{{"{key}":1,"{key}":1}}}}', key
    for count in (5, 12):
        others = ",".join(f'"k{number}":1' for number in range(count))
        yield "R10", f'{{"tool":"a","x":{{{others},"city":1,"city":1}}}}', "city"
        yield "R10", f'{{"tool":"a","x":{{"city":1,{others},"city":1}}}}', "city"
    for constant in ("NaN", "Infinity", "-Infinity"):
        yield from (("R11", f'{{"tool":"a","{key}":{constant}}}', constant) for key in ("arguments", "x"))
    for text in (
        '{"x":NaN}',
        '{"x":1e999}',
        '{"x":1,"x":2}',
        f'{{"x":{"7" * 4301}}}',
        f'{{"x":{"[" * 100}{"]" * 100}}}',
    ):
        yield "R14", f'{{"tool":"a","arguments":{json.dumps(text)}}}', "arguments"
    for digits in (4299, 4300, 4301, 5000):
        for number in ("1" * digits, "-" + "9" * digits, "1" * digits + ".5", "0." + "1" * digits):
            yield from (("R11", whole % number) for whole in ('{"tool":"a","arguments":{"x":%s}}', '{"x":%s}'))
            yield "R11", f'{{"tool":"a","arguments":"{{\\"x\\":{number}}}"}}'


def _deep() -> Iterator[tuple[str, ...]]:
    """Yield nests of about a hundred levels, on each side of the limit."""
    yield "R12", f'{{"tool":"a","x":[{"[],{}," * 80}0]}}'
    for depth in (1, 2, 95, 96, 97, 98, 99, 100, 101, 102, 150, 900):
        lists, objects = "[" * depth + "]" * depth, '{"x":' * (depth - 1) + "{}" + "}" * (depth - 1)
        mixed = '[{"x":' * (depth // 2) + "[]" * (depth % 2) + "1" * (1 - depth % 2) + "}]" * (depth // 2)
        for nest in (lists, objects, mixed, "[0," + lists[1:], lists[:-1]):
            yield "R12", f'{{"tool":"a","x":{nest}}}'
            yield "R12", f'{{"x":{nest}}}'
            yield "R12", f'{{"tool":"a","arguments":{{"x":{nest}}}}}'
            yield "R12", f'{{"tool":"a","arguments":{json.dumps(nest)}}}'
            within = json.dumps('{"x":' + nest + "}")
            yield "R12", f'{{"tool":"a","arguments":{within}}}'
        brackets = "[{" * depth
        yield "R12", f'{{"tool":"a","arguments":{{"x":"{brackets}","y":"\\"{brackets}"}}}}'
        for text in ("\\\\", '\\"', "\\\\\\\\"):
            yield "R12", f'{{"tool":"a","x":"{text}","arguments":{{"y":"{brackets}"}}}}'
            yield "R12", f'{{"tool":"a","x":"{text}","arguments":{{"y":{lists}}}}}'


def _long() -> Iterator[tuple[str, ...]]:
    """Yield malformed calls with a long text at the place of the fault, which a message should not repeat."""
    yield from (("R13", f'{{"tool":"a","{key}":1,"{key}":1}}') for key in ("\\n", "\\r", "\\r\\n x"))
    # What stands around a quotation in a message may stand there in the reply, too.
    for mark in MARKS:
        yield from (("R13", f"{start}{mark * 100}") for start in ('{"tool":', '{"tool":"a"', '{"tool":"a"}'))
        yield "R13", f'{{"tool":"a","arguments":{json.dumps("{" + mark * 100)}}}'
        yield "R13", f'{{"tool":"a","x":"{mark * 100}\x01{mark * 100}'
        yield "R13", f'{{"tool":"a","x":"{mark * 100}"{mark * 100}.{mark * 100}.'
    for start in ("", " ", "```", "```json "):
        yield "R13", f'{start}{{"tool": "{"a" * 38}"x{"b" * 39}'
        yield "R13", f'{start}{{"tool": "{"a" * 100}'
    yield from (("R13", f'{{"tool":"a","{key * 100}":1,"{key * 100}":1}}') for key in ESCAPED)
    for length in (60, 100, 400):
        text = "".join(f"{number:05}." for number in range(length // 6))
        for value in (
            f'"{text}"',
            f'["{text}"]',
            f'{{"{text}":1}}',
            f'{{"{text}":1,"{text}":1}}',
            f'"\\n{text}\\r\\n{text}"',
        ):
            yield "R13", f'{{"tool":"a","arguments":{value}}}'
            yield "R13", f'{{"tool":{value}}}'
            yield "R13", f'{{"tool":"a","arguments":{value}'
            yield "R13", f'{{"tool":"a","arguments":{json.dumps(value)}}}'
        yield from (
            ("R13", f'{{"tool":"a","x":{fault}{text}') for fault in ("", "1", "'", "\n", '"\\', "1e999", "[NaN,")
        )
        yield "R13", f'{{"tool":"a","arguments":{{"x":{length * "9"}e999}}}}'
        yield "R13", f'{{"tool":"a","arguments":{{"{text}\\n\\r":1,"{text}\\n\\r":1}}}}'


def _changes(call: str) -> Iterator[str]:
    """Yield `call` cut off anywhere, and with one token left out, put in, replaced or changed places with the next."""
    yield from (call[:end] for end in range(len(call)))
    yield from (call[start:] for start in range(len(call)))
    tokens = re.findall(r'"(?:\\.|[^"\\])*"|\w+|\s+|.', call)
    for at in range(len(tokens) + 1):
        before, after = tokens[:at], tokens[at + 1 :]
        for token in INSERTED:
            yield "".join([*before, token, *tokens[at:]])
            yield "".join([*before, token, *after])
        yield "".join([*before, *after])
        yield "".join([*before, *reversed(tokens[at : at + 2]), *tokens[at + 2 :]])


def _huge() -> Iterator[tuple[str, ...]]:
    """Yield a few replies of 100,000 levels or a million characters."""
    for opening, closing in (("[", "]"), ('{"x":', "}"), ('{"tool":', "}"), ('[{"tool":', "}]")):
        many, back = opening * 100_000, closing * 100_000
        for nest in (many, f"{many}1{back}"):
            yield "R12", nest
            yield "R12", f'{{"tool":"a","arguments":{{"x":{nest}}}}}'
            yield "R12", f"```json\n{nest}\n```"
    yield "R12", '{"tool":"a","arguments":"' + "[" * 100_000 + '"}', "arguments"
    yield "R1", f'{{"tool":"a",{" " * 100_000}"arguments":{{}}}}'
    yield "R9", '{"tool":"a","arguments":{"x":"' + '\\"' * 100_000
    yield "R10", '{"tool":"a","x":{' + ",".join(f'"{number}":1' for number in range(25_000)) + "}}"
    yield "R10", '{"tool":"a","x":{' + ",".join(f'"{number}":1' for number in range(25_000)) + ',"24999":1}}'
    yield "R1", f'{{"tool":"a","x":"{"x" * 1_999_981}"}}'
    text = "x" * 1_000_000
    yield from (
        ("R1", f'{{"tool":"a","arguments":{{"x":"{text}"}}}}'),
        ("R9", f'{{"tool":"a","arguments":{{"x":"{text}'),
    )
    yield from (
        ("R13", f'{{"tool":"a","arguments":"{text}"}}', "arguments"),
        ("R13", f'{{"tool":"a","{text}":1,"{text}":1}}'),
    )
    yield from (("R2", " " * 1_000_000 + end) for end in ("", '{"tool":"a"}'))
    yield from (("R3", "```json" + "\n" * 1_000_000 + '{"tool":"a"}' + end) for end in ("", "```"))
    # Names by which other systems call the arguments.
    yield from (("R6", f'{{"tool":"a","{name}":{{"x":1}}}}') for name in ("parameters", "input", "params"))


def observe(solution: Any, scenario: dict[str, Any]) -> dict[str, Any]:
    """Parse the reply and return what a caller could see, also of a second time after the first result was changed."""
    reply = scenario["reply"]
    returned, raised, message = _parsed(solution, reply, scenario["names"])
    seen = {"events": [], "returned": plain(returned), "raised": raised, "message": message, "parsed again": None}
    seen["negative zeros"] = repr(seen["returned"]).count("-0.0")  # which equal the others
    if type(returned) is dict:
        _spoil(returned, 3)
        seen["parsed again"] = plain(_parsed(solution, reply, ())[0])
    return seen


def _parsed(solution: Any, reply: str, names: Any) -> tuple[Any, str | None, str | None]:
    """Return what came back, what was raised, and what is to be said of the message."""
    try:
        return solution.parse_tool_call(reply), None, None
    except RecursionError:
        return None, "RecursionError", None  # What it says depends on how deep the caller was already.
    except Exception as error:
        try:
            kind, message = getattr(solution, "MalformedCall", None), str(error)
            if isinstance(kind, type) and isinstance(error, kind) and isinstance(error, ValueError):
                return None, kind.__name__, _remark(message, reply, names)
            return None, f"{type(error).__name__}: {message[:200]}", None
        except Exception:
            return None, "an error whose text cannot be had", None


def _remark(message: str, reply: str, names: Any) -> str:
    """Return the first thing about a message that is not as promised."""
    if not message.strip() or len(message) > 300 or "\n" in message or "\r" in message:
        return "not one line of 1 to 300 characters"
    if len(message) > 80 and any(message[at : at + 81] in reply for at in range(len(message) - 80)):
        return "quotes more than 80 characters of the reply"
    missing = [name for name in names if name not in message]
    return f"does not name {missing[0]}" if missing else "as promised"


def _spoil(value: Any, levels: int) -> None:
    """Change every dict and list in `value`, as a caller may, a few levels deep."""
    if type(value) is dict:
        for item in value.values() if levels else ():
            _spoil(item, levels - 1)
        value["changed"] = "by the caller"
    elif type(value) is list:
        for item in value if levels else ():
            _spoil(item, levels - 1)
        value.append("changed by the caller")


def conversation(scenario: dict[str, Any]) -> list[str]:
    """Return the reply as Python writes it, in pieces of a line; of a huge one, both ends."""
    reply = scenario["reply"]
    shown = repr(reply)
    if len(shown) > 400:
        shown = f"{shown[:180]} ... {shown[-180:]}"
    first, *more = [shown[at : at + 68] for at in range(0, len(shown), 68)]
    size = [f"({len(reply):,} characters)"] if len(reply) > 300 else []
    return [f"model: {first}", *(f"       {piece}" for piece in more), *size]


def rule(scenario: dict[str, Any], reference: dict[str, Any], attempt: dict[str, Any]) -> str:
    """Return the rule that decides the first difference between what the reference and the attempt did."""
    if attempt["raised"] == reference["raised"] == "MalformedCall":
        return "R14" if attempt["message"].startswith("does not name") else "R13"
    if attempt["returned"] == reference["returned"] and attempt["raised"] == reference["raised"]:
        return "R1"
    return scenario["about"]

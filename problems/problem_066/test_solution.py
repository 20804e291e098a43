"""Tests for problem 066. Each names the rule of spec.md that it checks."""

import json

import pytest

from judge.plain import exactly

MALFORMED = "raises MalformedCall"  # as a failed test shows it; no reply comes to a str


def outcome(solution, reply):
    """Return what came back, or `MALFORMED` if that was raised. Any other exception is let through."""
    try:
        return solution.parse_tool_call(reply)
    except solution.MalformedCall:
        return MALFORMED


def message(solution, reply):
    """Return the message of the MalformedCall that `reply` must end in."""
    with pytest.raises(solution.MalformedCall) as caught:
        solution.parse_tool_call(reply)
    return str(caught.value)


def call(tool, arguments):
    return {"tool": tool, "arguments": arguments}


def nested(levels):
    """Return the text of a list in a list in a list, so many levels deep."""
    return "[" * levels + "]" * levels


# Examples


@pytest.mark.rule("R1")
def test_example_1_a_call(solution):
    reply = '{"tool": "get_weather", "arguments": {"city": "Paris"}}'
    assert outcome(solution, reply) == exactly({"tool": "get_weather", "arguments": {"city": "Paris"}})


@pytest.mark.rule("R4")
def test_example_2_an_answer(solution):
    replies = [
        'In Paris it rains. I asked with {"tool": "get_weather"}.',
        '{"city": "Paris", "weather": "light rain"}',
    ]
    for reply in replies:
        assert outcome(solution, reply) == exactly(None)


@pytest.mark.rule("R3")
def test_example_3_a_call_in_a_fence(solution):
    reply = '```json\n{"tool": "list_backups", "arguments": null}\n```\n'
    assert outcome(solution, reply) == exactly({"tool": "list_backups", "arguments": {}})


@pytest.mark.rule("R7")
def test_example_4_arguments_in_a_string(solution):
    reply = r'{"tool": "get_weather", "arguments": "{\"city\": \"Paris\"}"}'
    assert outcome(solution, reply) == exactly({"tool": "get_weather", "arguments": {"city": "Paris"}})


@pytest.mark.rule("R9")
def test_example_5_cut_off(solution):
    reply = '{"tool": "delete_backups", "arguments": {"older_than_days": 30'
    assert outcome(solution, reply) == exactly(MALFORMED)


@pytest.mark.rule("R14")
def test_example_6_a_list_as_arguments(solution):
    reply = '{"tool": "get_weather", "arguments": ["Paris"]}'
    assert ("arguments" in message(solution, reply)) == exactly(True)


# R1: a call


@pytest.mark.rule("R1")
def test_values_come_back_as_they_are_in_json(solution):
    values = '{"a": 1, "b": 1.0, "c": -0, "d": 1E2, "e": true, "f": null, "g": [[], {}, ""], "h": {"i": [false]}}'
    wanted = {"a": 1, "b": 1.0, "c": 0, "d": 100.0, "e": True, "f": None, "g": [[], {}, ""], "h": {"i": [False]}}
    assert outcome(solution, f'{{"tool": "t", "arguments": {values}}}') == exactly(call("t", wanted))


@pytest.mark.rule("R1")
@pytest.mark.parametrize(
    ("written", "text"),
    [
        ('"\\u00e9 \\ud83d\\ude00"', "\u00e9 \U0001f600"),
        ('"\u00e9 \U0001f600"', "\u00e9 \U0001f600"),
        ('"\\n\\t\\r\\b\\f\\/\\\\\\""', '\n\t\r\b\f/\\"'),
        ('"\u2028\u00a0\u007f"', "\u2028\u00a0\u007f"),
        ('"  "', "  "),
        ('"```"', "```"),
        ('"\\\\u0041"', "\\u0041"),
        ('"NaN"', "NaN"),
    ],
)
def test_strings_are_decoded_and_nothing_else_is_done_to_them(solution, written, text):
    reply = f'{{"tool": "t", "arguments": {{"x": {written}, {written}: 1}}}}'
    assert outcome(solution, reply) == exactly(call("t", {"x": text, text: 1}))


@pytest.mark.rule("R1")
@pytest.mark.parametrize(
    "name",
    [
        *(" a ", "A", "\ta", "a\n", "null", "tool", "0", "a.b/c d", "a\u200bb", "\u00e9", "e\u0301"),
        *("\u00a0", "\u3000", "\ufeff", "\u200b", "\f", "\v", "\x00", "\x1f", "\x85"),
    ],
)
def test_name_is_left_as_it_is(solution, name):
    assert outcome(solution, json.dumps({"tool": name})) == exactly(call(name, {}))


@pytest.mark.rule("R1")
@pytest.mark.parametrize(
    "reply",
    [
        '{"arguments": {"x": 1}, "tool": "t"}',
        '{"id": "c-1", "tool": "t", "thought": [{"x": null}], "arguments": {"x": 1}, "": 0}',
        '{"type": "function", "name": "u", "args": {"y": 1}, "input": {}, "tool": "t", "arguments": {"x": 1}}',
        '{\n  "tool" :\t"t" ,\r\n  "arguments":{ "x":1 }\n}',
        '{"\\u0074ool": "t", "arguments": {"\\u0078": 1}}',
        '{"Tool": 1, "tool": "t", "tool ": "u", "arguments": {"x": 1}, "ARGUMENTS": []}',
    ],
)
def test_other_keys_the_order_and_the_spacing_do_not_matter(solution, reply):
    assert outcome(solution, reply) == exactly(call("t", {"x": 1}))


@pytest.mark.rule("R1")
def test_arguments_may_have_any_keys(solution):
    arguments = {"tool": "u", "arguments": {"x": 1}, "": 0, "self": None, "__class__": 1}
    assert outcome(solution, json.dumps(call("t", arguments))) == exactly(call("t", arguments))


@pytest.mark.rule("R1")
@pytest.mark.parametrize("arguments", ['{"x": [{"y": 1}]}', r'"{\"x\": [{\"y\": 1}]}"'])
def test_result_is_new_each_time(solution, arguments):
    reply = f'{{"tool": "t", "arguments": {arguments}}}'
    first = outcome(solution, reply)
    first["arguments"]["x"][0]["y"] = 2
    first["arguments"]["z"] = 3
    first["tool"] = "u"
    assert outcome(solution, reply) == exactly(call("t", {"x": [{"y": 1}]}))


@pytest.mark.rule("R1")
@pytest.mark.parametrize(
    "reply", ['{"tool": "t"}', '{"tool": "t", "arguments": null}', '{"tool": "t", "arguments": " "}']
)
def test_empty_arguments_are_new_each_time(solution, reply):
    outcome(solution, reply)["arguments"]["x"] = 1
    assert outcome(solution, reply) == exactly(call("t", {}))


@pytest.mark.rule("R1")
@pytest.mark.parametrize(("written", "zero"), [("-0.0", "-0.0"), ("0.0", "0.0"), ("-0", "0"), ("-0e3", "-0.0")])
def test_zero_has_its_sign_only_as_a_float(solution, written, zero):
    found = outcome(solution, f'{{"tool": "t", "arguments": {{"x": {written}}}}}')
    assert str(found["arguments"]["x"]) == exactly(zero)


@pytest.mark.rule("R1")
def test_call_of_two_million_characters_is_a_call(solution):
    before, after = '{"tool": "t", "arguments": {"x": "', '"}}'
    text = "x" * (2_000_000 - len(before + after))
    assert outcome(solution, before + text + after) == exactly(call("t", {"x": text}))


@pytest.mark.rule("R1")
@pytest.mark.parametrize("wrapped", ["%s", "```json\n%s\n```"])
def test_much_white_space_inside_a_call_takes_little_time(solution, wrapped):
    reply = wrapped % f'{{"tool": "t",{" " * 1_000_000}"arguments": {{"x": 1}}}}'
    assert outcome(solution, reply) == exactly(call("t", {"x": 1}))


@pytest.mark.rule("R1")
def test_many_values_and_a_long_rest_take_little_time(solution):
    values, rest = "[], {}, " * 10_000, " " * 1_800_000
    reply = f'{{"tool": "t", "other": [{values}0]{rest}}}'
    assert outcome(solution, reply) == exactly(call("t", {}))


# R2: white space


@pytest.mark.rule("R2")
@pytest.mark.parametrize("space", [" ", "\n", "\t", "\r", "\r\n", " \t\r\n \n"])
def test_white_space_around_the_reply_is_dropped(solution, space):
    replies = [f'{space}{{"tool": "t"}}', f'{{"tool": "t"}}{space}', f'{space}{{"tool": "t"}}{space}']
    for reply in replies:
        assert outcome(solution, reply) == exactly(call("t", {}))


MUCH_SPACE = " \n\t\r" * 400_000


@pytest.mark.rule("R2")
@pytest.mark.parametrize(
    ("before", "behind"),
    [
        (MUCH_SPACE, ""),
        ("", MUCH_SPACE),
        ("```" + MUCH_SPACE, "```"),
        ("```", MUCH_SPACE + "```"),
        (MUCH_SPACE + "```json\n", "\n```"),
        ("```json\n", "\n```" + MUCH_SPACE),
    ],
    ids=["before", "behind", "before, in a fence", "behind, in a fence", "before a fence", "behind a fence"],
)
def test_much_white_space_around_a_call_takes_little_time(solution, before, behind):
    assert outcome(solution, before + '{"tool": "t"}' + behind) == exactly(call("t", {}))


OTHER_SPACE = ["\u00a0", "\ufeff", "\f", "\v", "\x1f", "\x85", "\u2028", "\u3000", "\u200b", "\x00", "X"]


@pytest.mark.rule("R2")
@pytest.mark.parametrize("space", OTHER_SPACE)
def test_other_space_before_an_object_makes_it_an_answer(solution, space):
    replies = [f'{space}{{"tool": "t"}}', f' {space} {{"tool": "t"}}', f'```json\n{space}{{"tool": "t"}}\n```']
    for reply in replies:
        assert outcome(solution, reply) == exactly(None)


@pytest.mark.rule("R2")
@pytest.mark.parametrize("space", OTHER_SPACE)
def test_other_space_after_a_call_or_inside_it_makes_it_malformed(solution, space):
    replies = [f'{{"tool": "t"}}{space}', f'{{"tool": "t"{space}}}', f'```\n{{"tool": "t"}}\n```{space}']
    for reply in replies:
        assert outcome(solution, reply) == exactly(MALFORMED)


# R3: the fence


@pytest.mark.rule("R3")
@pytest.mark.parametrize(
    "word",
    ["", "json", "JSON", "Json5", "tool_call", "tool-call", "python", "x", "Z", "a9", "0", "_", "-", "a-9_" * 50],
)
def test_fence_with_or_without_a_word_is_dropped(solution, word):
    reply = f'```{word}\n{{"tool": "t", "arguments": {{"x": 1}}}}\n```'
    assert outcome(solution, reply) == exactly(call("t", {"x": 1}))


@pytest.mark.rule("R3")
@pytest.mark.parametrize(
    "reply",
    [
        '```{"tool": "t"}```',
        '```json{"tool": "t"}```',
        '```json {"tool": "t"} ```',
        '```json\r\n{"tool": "t"}\r\n```\r\n',
        '\n\n  ```json \t\n\n{\n"tool": "t"\n}\n\n   ```  \n',
        '```json\n{"tool": "t"}```',
        '```json\n{"tool": "t", "arguments": {}, "x": "```"}\n```',
    ],
)
def test_fence_may_stand_on_the_same_line_or_have_white_space_around_it(solution, reply):
    assert outcome(solution, reply) == exactly(call("t", {}))


@pytest.mark.rule("R3")
@pytest.mark.parametrize(
    "reply",
    [
        '`{"tool": "t"}`',
        '``{"tool": "t"}``',
        '````\n{"tool": "t"}\n````',
        '~~~json\n{"tool": "t"}\n~~~',
        "'''\n{\"tool\": \"t\"}\n'''",
        '``` json\n{"tool": "t"}\n```',
        '```json call\n{"tool": "t"}\n```',
        '```c++\n{"tool": "t"}\n```',
        '```json:\n{"tool": "t"}\n```',
        '```.json\n{"tool": "t"}\n```',
        '```js\u00f6n\n{"tool": "t"}\n```',
        '```\u0663\n{"tool": "t"}\n```',
        '```\n```json\n{"tool": "t"}\n```\n```',
        '```json```json\n{"tool": "t"}\n```\n```',
    ],
)
def test_anything_else_around_an_object_is_no_fence(solution, reply):
    assert outcome(solution, reply) == exactly(None)


@pytest.mark.rule("R3")
@pytest.mark.parametrize(
    "inside", ["", "\n", "json", "json\n", "\nHm.\n", '\n[{"tool": "t"}]\n', '\n"{}"\n', '\n{"x": "tool"}\n']
)
def test_what_is_no_call_without_its_fence_is_none_with_it(solution, inside):
    assert outcome(solution, f"```{inside}```") == exactly(None)


@pytest.mark.rule("R3")
@pytest.mark.parametrize(
    "reply",
    [
        '```json\n{"tool": "t"}',
        '```json\n{"tool": "t"}\n',
        '```json\n{"tool": "t", "argu',
        '```{"tool": "t"}``',
        '```{"tool": "t"}}``',
        '```json\n{"tool": "t"}.``',
        '```{"tool": "t"}\n`` `',
        '```json\n{"tool": "t"}\n~~~',
        '```json\n{"tool": "t"}\n````',
        '```json\n{"tool": "t"}\n```\n```',
        '```json\n{"tool": "t"}\n```\nDone.',
        '```json\n{"tool": "t"}\n```.',
        '```json\n{"x": 1}\n```\nThat came from the "tool".',
        '```json\n{"tool": "t"}\n```\n```json\n{"tool": "u"}\n```',
        '```json\n{"tool": "t"}\nOr so.\n```',
        '```\n{"tool": "t",\n```\n}\n```',
        '{"tool": "t"}\n```',
        '{"tool": "t"}```',
    ],
)
def test_fence_that_does_not_end_with_the_reply_makes_a_call_malformed(solution, reply):
    assert outcome(solution, reply) == exactly(MALFORMED)


@pytest.mark.rule("R3")
@pytest.mark.parametrize(
    "reply",
    [
        '```json\n{"x": 1}',
        '```json\n{"x": 1}\n```\nDone.',
        "```json\n{}\n```\n```json\n{}\n```",
        '```json\n{"tools": ["t"',
        "```",
        "```json",
        "``````",
        "```{",
        "```{```",
        "```{``",
        "````",
    ],
)
def test_fence_around_no_call_is_an_answer_however_it_ends(solution, reply):
    assert outcome(solution, reply) == exactly(None)


WHOLE = [  # objects that parse, and what becomes of each where something keeps the reply from parsing
    ('{"a": "tool"}', MALFORMED),
    ('{"a": {"tool": "t"}}', MALFORMED),
    ('{"a": ["tool"]}', MALFORMED),
    ('{"a": "the \'tool\'"}', MALFORMED),
    ('{"tool": "t", "arguments": {"x": 1}}', MALFORMED),
    ('{"tool": null}', MALFORMED),
    (r'{"\u0074ool": "t"}', None),
    (r'{"too\u006c": "t", "arguments": {"x": 1}}', None),
    (r'{"\u0074ool": "t", "arguments": []}', None),
    (r'{"\u0074ool": null}', None),
    (r'{"a": {"\u0074ool": "t"}}', None),
    ('{"a": "t"}', None),
    ("{}", None),
]


@pytest.mark.rule("R3")
@pytest.mark.parametrize(("inside", "wanted"), WHOLE)
def test_only_what_is_written_counts_where_the_fence_is_not_the_end(solution, inside, wanted):
    wrapped = [f"```{inside}", f"```json\n{inside}\n", f"```{inside}``", f"```{inside}```.", f"```{inside}````"]
    for reply in wrapped:
        assert outcome(solution, reply) == exactly(wanted)


@pytest.mark.rule("R3")
@pytest.mark.parametrize("space", OTHER_SPACE)
def test_other_space_in_a_fence_is_part_of_what_is_in_it(solution, space):
    before = [
        f'```json\n{space}{{"tool": "t"',
        f'``` {space}\n{{"tool": "t"}}\n``',
        f'```\n{space}\n{{"tool": "t"}}\n```',
    ]
    behind = [f'```\n{{"tool": "t"}}{space}```', f'```\n{{"tool": "t"}}\n{space}\n```', f'```{{"tool": "t"}} {space}']
    wanted = [None] * len(before) + [MALFORMED] * len(behind)
    assert [outcome(solution, reply) for reply in before + behind] == exactly(wanted)


@pytest.mark.rule("R3")
def test_fence_behind_a_sentence_is_part_of_an_answer(solution):
    reply = 'Ask for it like this:\n```json\n{"tool": "t"}\n```'
    assert outcome(solution, reply) == exactly(None)


# R4: an answer


@pytest.mark.rule("R4")
@pytest.mark.parametrize(
    "reply",
    [
        "",
        " ",
        "\n\n",
        "It is 18C in Paris.",
        'The "tool" said 18C.',
        'I call {"tool": "t", "arguments": {}} now.',
        'tool: {"tool": "t"}',
        '<tool_call>{"tool": "t"}</tool_call>',
        '("tool", "t")',
        '"tool": "t"}',
        '[{"tool": "t"}]',
        '[{"tool": "t"}, {"tool": "u"}]',
        '[{"tool": "t"',
        "[]",
        '["tool"]',
        '"tool"',
        r'"{\"tool\": \"t\"}"',
        '"',
        "0",
        "-1.5e3",
        "true",
        "null",
        "NaN",
        "Infinity",
        "tool",
        "}",
        "\\{}",
        '\'{"tool": "t"}\'',
        '#{"tool": "t"}',
    ],
)
def test_reply_that_does_not_begin_as_an_object_is_an_answer(solution, reply):
    assert outcome(solution, reply) == exactly(None)


@pytest.mark.rule("R4")
@pytest.mark.parametrize(
    "reply",
    [
        "{}",
        " {} ",
        '{"city": "Paris"}',
        '{"name": "get_weather", "arguments": {"city": "Paris"}}',
        '{"function": {"tool": "t", "arguments": {}}}',
        '{"x": [{"tool": "t"}]}',
        '{"x": "tool"}',
        '{"x": "the \\"tool\\""}',
        '{"x": "the \'tool\'"}',
        '{"Tool": "t"}',
        '{"TOOL": "t"}',
        '{" tool": "t"}',
        '{"tool ": "t"}',
        '{"tools": ["t"]}',
        '{"arguments": ["x"]}',
        '{"": "tool"}',
    ],
)
def test_object_without_the_key_tool_is_an_answer(solution, reply):
    assert outcome(solution, reply) == exactly(None)


# R5: the name


@pytest.mark.rule("R5")
@pytest.mark.parametrize(
    "name", ["null", "0", "1", "1.5", "true", "false", "[]", '["t"]', "{}", '{"name": "t"}', '[[["t"]]]']
)
def test_tool_that_is_no_string_is_malformed(solution, name):
    replies = [f'{{"tool": {name}}}', f'{{"arguments": {{"x": 1}}, "tool": {name}}}', f'```\n{{"tool": {name}}}\n```']
    for reply in replies:
        assert outcome(solution, reply) == exactly(MALFORMED)


@pytest.mark.rule("R5")
@pytest.mark.parametrize("name", ["", " ", "\n", "\t", "\r", " \t\r\n"])
def test_blank_tool_is_malformed(solution, name):
    replies = [json.dumps({"tool": name}), json.dumps({"tool": name, "arguments": {"x": 1}})]
    for reply in replies:
        assert outcome(solution, reply) == exactly(MALFORMED)


# R6: no arguments


@pytest.mark.rule("R6")
@pytest.mark.parametrize(
    "rest", ["", ', "arguments": null', ', "arguments": {}', ', "args": {"x": 1}', ', "Arguments": [1]']
)
def test_missing_or_null_arguments_are_empty(solution, rest):
    assert outcome(solution, f'{{"tool": "t"{rest}}}') == exactly(call("t", {}))


@pytest.mark.rule("R6")
def test_no_other_name_stands_for_arguments(solution):
    names = ["args", "Arguments", "argument", "parameters", "params", "input", "tool_input", "kwargs", "data"]
    for name in [*names, "function", "properties", "arguments ", "_arguments", "argument\u0455"]:
        for value in ({"x": 1}, '{"x": 1}'):
            reply = {"tool": "t", name: value}
            assert outcome(solution, json.dumps(reply)) == exactly(call("t", {}))
            assert outcome(solution, json.dumps(reply | {"arguments": None})) == exactly(call("t", {}))
            assert outcome(solution, json.dumps(reply | {"arguments": {"y": 2}})) == exactly(call("t", {"y": 2}))


@pytest.mark.rule("R6")
@pytest.mark.parametrize("text", ["", " ", "\n", "\t", "\r", " \t\r\n "])
def test_blank_arguments_are_empty(solution, text):
    assert outcome(solution, json.dumps(call("t", text))) == exactly(call("t", {}))


# R7: arguments in a string


@pytest.mark.rule("R7")
@pytest.mark.parametrize(
    ("text", "arguments"),
    [
        ("{}", {}),
        ('{"x": 1, "y": [1.0, null]}', {"x": 1, "y": [1.0, None]}),
        (' \r\n\t{"x": 1}\n ', {"x": 1}),
        ('{"tool": "u"}', {"tool": "u"}),
        ('{"arguments": {"x": 1}}', {"arguments": {"x": 1}}),
        (r'{"x": "\u00e9\n"}', {"x": "\u00e9\n"}),
    ],
)
def test_string_that_holds_an_object_is_that_object(solution, text, arguments):
    assert outcome(solution, json.dumps(call("t", text))) == exactly(call("t", arguments))


@pytest.mark.rule("R7")
@pytest.mark.parametrize("within", ["{}", '{"y": 1}', '"{}"', "[1]", "null", "", "1"])
def test_strings_inside_the_arguments_stay_strings(solution, within):
    replies = [json.dumps(call("t", {"x": within, "y": [within]})), json.dumps(call("t", json.dumps({"x": within})))]
    wanted = [call("t", {"x": within, "y": [within]}), call("t", {"x": within})]
    for reply, expected in zip(replies, wanted, strict=True):
        assert outcome(solution, reply) == exactly(expected)


@pytest.mark.rule("R7")
@pytest.mark.parametrize("times", [2, 3, 4])
def test_string_is_decoded_only_once(solution, times):
    text = '{"x": 1}'
    for _ in range(times):
        text = json.dumps(text)
    assert outcome(solution, f'{{"tool": "t", "arguments": {text}}}') == exactly(MALFORMED)


@pytest.mark.rule("R7")
@pytest.mark.parametrize(
    "text",
    [
        "Paris",
        "x=1",
        "None",
        "{",
        '{"x": 1',
        '{"x": 1,}',
        "{'x': 1}",
        "{x: 1}",
        "{}{}",
        '{"x": 1} and so on',
        'with {"x": 1}',
        '{"x": "\n"}',
        "```{}```",
        '```json\n{"x": 1}\n```',
        "\u00a0{}",
        "{}\u00a0",
        "\ufeff{}",
        "\f{}",
        "\u00a0",
        "\ufeff",
        "\f",
    ],
)
def test_string_that_does_not_parse_is_malformed(solution, text):
    assert outcome(solution, json.dumps(call("t", text))) == exactly(MALFORMED)


# R8: other arguments


@pytest.mark.rule("R8")
@pytest.mark.parametrize(
    "arguments", ["[]", "[1]", '[{"x": 1}]', '[["x", 1]]', "[[]]", '["x", 1]', "0", "1", "-0.0", "1.5", "true", "false"]
)
def test_arguments_of_another_type_are_malformed(solution, arguments):
    replies = [f'{{"tool": "t", "arguments": {arguments}}}', f'{{"arguments": {arguments}, "tool": "t"}}']
    for reply in replies:
        assert outcome(solution, reply) == exactly(MALFORMED)


@pytest.mark.rule("R8")
@pytest.mark.parametrize(
    "text", ["null", " null ", "[]", '[{"x": 1}]', '[["x", 1]]', "0", "1", "true", "false", '""', '" "', '"x"']
)
def test_string_that_holds_no_object_is_malformed(solution, text):
    assert outcome(solution, json.dumps(call("t", text))) == exactly(MALFORMED)


# R9: what does not parse


@pytest.mark.rule("R9")
@pytest.mark.parametrize(
    "reply",
    [
        '{"tool": "t", "arguments": {"items": ["a", "b"]}},',
        '{"tool": "t", "arguments": {"items": ["a", "b"',
        '{"tool": "t", "arguments": {"items": ["a", "b"]}',
        '{"tool": "t", "arguments": {"x": "y',
        '{"tool": "t", "argu',
        '{"tool": "t",',
        '{"tool": "t"',
        '{"tool":',
        '{"tool"',
        '{"tool": "t",}',
        '{"tool": "t", "arguments": {"x": 1,}}',
        "{'tool': 't', 'arguments': {}}",
        "{'tool': \"t\"}",
        "{'tool'",
        "{\"tool\": 't'}",
        '{"tool": t}',
        '{"tool": "t", arguments: {}}',
        '{"tool": "t" "arguments": {}}',
        '{"tool" "t"}',
        '{"tool"; "t"}',
        '{{"tool": "t"}}',
        '{"tool": "t"}}',
        '{"tool": "t"}]',
        '{"tool": "t"}{"tool": "u"}',
        '{"tool": "t"}\n{"tool": "u"}',
        '{"tool": "t"} I will wait for it.',
        '{"tool": "t"};',
        '{"tool": "t"} // a comment',
        '{"tool": "t" /* a comment */}',
        '{"tool": "t", "arguments": None}',
        '{"tool": "t", "arguments": True}',
        '{"tool": "t", "arguments": undefined}',
        '{"tool":"t","arguments":None}',
        '{"tool":"t","arguments":{"x":True}}',
        '{"tool":"t","arguments":{"x":[False,None]}}',
        '{"tool": "t", "arguments": {"x": 01}}',
        '{"tool": "t", "arguments": {"x": +1}}',
        '{"tool": "t", "arguments": {"x": .5}}',
        '{"tool": "t", "arguments": {"x": 1.}}',
        '{"tool": "t", "arguments": {"x": 0x1}}',
        '{"tool": "t", "arguments": {"x": "\n"}}',
        '{"tool": "t", "arguments": {"x": "\t"}}',
        '{"tool": "t", "arguments": {"x": "\x00"}}',
        '{"tool": "t", "arguments": {"x": "\x1f"}}',
        '{"tool": "t", "arguments": {"x\n": 1}}',
        '{"tool": "t\n"}',
        '{"tool": "t", "arguments": {"x": "\\x41"}}',
        '{"tool": "t", "arguments": {"x": "\\u12"}}',
        '{"tool": "t", "arguments": {"x": "\\\'"}}',
        '{"tool": "t", "arguments": {1: 2}}',
        '{"tool": "t", "arguments": {null: 2}}',
        '{"tool": "t", "arguments": {,}}',
        '{"tool": "t", "arguments": [1 2]}',
        '{"tool": "t", "arguments": [1,]}',
        '{"tool": "t", "arguments": ]}',
        '{"x": 1, "the": "tool" ',
        '{"x": "tool"',
        '{the "tool"}',
        "{the 'tool'}",
        '{ "x" 1 } "tool"',
        '{"tool"}"t"}',
        '{"tool"}',
        '{"tool",}',
        '{"x": 1 {"tool": "t"}',
        '{"x": 1 "tool": "t"}',
        '{"x": {} [] "tool": "t"}',
        '{:"tool"}',
        '{},,"tool"',
        '{},"tool"',
        '{}, {}, "tool"',
        '{"x": 1},"tool": 1}',
        '{"tool": : "t"}',
    ],
)
def test_text_that_begins_as_a_call_and_does_not_parse_is_malformed(solution, reply):
    assert outcome(solution, reply) == exactly(MALFORMED)


@pytest.mark.rule("R9")
@pytest.mark.parametrize(
    "reply",
    [
        "{",
        "{{}}",
        "{}}",
        "{} {}",
        '{"x": 1',
        '{"x": 1,}',
        "{'x': 1}",
        "{name} is a placeholder",
        '{"city": "Paris"} is what I found.',
        '{"tool',
        '{"tools": ["t"',
        '{tool: "t"}',
        "{tool: 't'}",
        "{`tool`: 1}",
        "{'tool\": 't'}",
        "{\"tool': 't'}",
        '{"Tool": "t"',
        '{" tool": "t"',
        '{"tool ": "t"',
        '{"x": "the \\"tool\\""',
        '{"\\u0074ool": "t"',
        "{the tool}",
        '{""tool: 1}',
        "{:{",
        "{:1}",
        '{"x"}',
        '{"x": 1 {}}',
    ],
)
def test_text_that_names_no_tool_and_does_not_parse_is_an_answer(solution, reply):
    assert outcome(solution, reply) == exactly(None)


@pytest.mark.rule("R9")
@pytest.mark.parametrize(("inside", "wanted"), WHOLE)
def test_only_what_is_written_counts_in_text_that_does_not_parse(solution, inside, wanted):
    deep, long = nested(100), "7" * 4_301
    faults = ['"a": 1, "a": 1', '"n": NaN', '"n": 1e999', f'"n": {deep}', f'"n": {long}', '"n" 1', "n: 1", '"n": 1,']
    replies = [inside[:-1], f"{inside}.", f"{inside} {{}}"]
    replies += [f"{inside[:-1]}{', ' * (inside != '{}')}{fault}}}" for fault in faults]
    for reply in replies:
        assert outcome(solution, reply) == exactly(wanted)


@pytest.mark.rule("R9")
@pytest.mark.parametrize(
    ("rest", "wanted"),
    [
        ('"t"', call("t", {})),
        ('"t", "arguments": "{}"', call("t", {})),
        ("null", MALFORMED),
        ('" "', MALFORMED),
        ('"t", "arguments": []', MALFORMED),
        ('"t", "arguments": "["', MALFORMED),
        ('"t", "arguments": "[]"', MALFORMED),
    ],
)
def test_text_that_parses_is_judged_by_its_decoded_keys(solution, rest, wanted):
    assert outcome(solution, r'{"\u0074ool": ' + rest + "}") == exactly(wanted)


@pytest.mark.rule("R9")
def test_every_shorter_beginning_of_a_call_that_names_the_tool_is_malformed(solution):
    reply = '{"tool": "t", "arguments": {"x": [1, "y"], "z": {"u": null}}}'
    outcomes = [outcome(solution, reply[:end]) for end in range(len(reply))]
    named = reply.index('"tool"') + len('"tool"')
    assert outcomes == exactly([None] * named + [MALFORMED] * (len(reply) - named))


@pytest.mark.rule("R9")
def test_malformed_call_is_a_class_of_its_own_and_a_value_error(solution):
    with pytest.raises(ValueError) as caught:
        solution.parse_tool_call('{"tool": null}')
    own = [kind.__name__ for kind in type(caught.value).__mro__ if kind is solution.MalformedCall]
    assert own == exactly(["MalformedCall"])


@pytest.mark.rule("R9")
def test_malformed_call_of_a_million_characters_is_malformed(solution):
    text = "x" * 1_000_000
    assert outcome(solution, f'{{"tool": "t", "arguments": {{"x": "{text}') == exactly(MALFORMED)


@pytest.mark.rule("R9")
@pytest.mark.parametrize("piece", ['\\"', "\\\\", "\\n", "[", "'", "`"])
def test_string_that_is_cut_off_takes_little_time(solution, piece):
    reply = '{"tool": "t", "arguments": {"x": "' + piece * 100_000
    assert outcome(solution, reply) == exactly(MALFORMED)


# R10: repeated keys


@pytest.mark.rule("R10")
@pytest.mark.parametrize(
    "reply",
    [
        '{"tool": "t", "tool": "u"}',
        '{"tool": "t", "tool": "t"}',
        '{"tool": "t", "\\u0074ool": "t"}',
        '{"tool": "t", "arguments": {}, "arguments": {}}',
        '{"tool": "t", "arguments": {"x": 1}, "arguments": null}',
        '{"tool": "t", "id": 1, "id": 1}',
        '{"tool": "t", "arguments": {"x": 1, "x": 2}}',
        '{"tool": "t", "arguments": {"x": 1, "y": 1, "x": 1}}',
        '{"tool": "t", "arguments": {"x": null, "x": null}}',
        '{"tool": "t", "arguments": {"": 1, "": 1}}',
        '{"tool": "t", "arguments": {"\u00e9": 1, "\\u00e9": 1}}',
        '{"tool": "t", "arguments": {"x": {"y": [{"z": 1, "z": 1}]}}}',
        '{"tool": "t", "other": [[{"z": 1, "z": 1}]]}',
        '{"tool": 1, "tool": "t"}',
        '{"tool": "t", "arguments": {"x": 1, "x": true}}',
        '{"tool": "t", "arguments": {"x": 1, "x": 1.0}}',
        '{"tool": "t", "arguments": {"x": 0, "x": false}}',
        '{"tool": "t", "arguments": {"x": "", "x": null}}',
        '{"tool": "t", "{x}": 1, "{x}": 1}',
        '{"tool": "t", "{0}": 1, "{0}": 1}',
        '{"tool": "t", "%d": 1, "%d": 1}',
        '{"tool": "t", "%(x)s {": 1, "%(x)s {": 1}',
        '{"tool": "t", "\\n": 1, "\\n": 1}',
        '```json\n{"tool": "t", "arguments": {"x": 1, "x": 2}}\n```',
    ],
)
def test_repeated_key_makes_a_call_malformed(solution, reply):
    assert outcome(solution, reply) == exactly(MALFORMED)


@pytest.mark.rule("R10")
@pytest.mark.parametrize(
    "text", ['{"x": 1, "x": 2}', '{"x": 1, "x": 1}', '{"x": [{"y": 1, "y": 1}]}', '{"x": 1, "\\u0078": 1}']
)
def test_repeated_key_in_a_string_of_arguments_is_malformed(solution, text):
    assert outcome(solution, json.dumps(call("t", text))) == exactly(MALFORMED)


@pytest.mark.rule("R10")
@pytest.mark.parametrize(
    ("reply", "wanted"),
    [
        ('{"x": 1, "x": 2}', None),
        ('{"x": [{"y": 1, "y": 1}], "z": "a tool"}', None),
        ('{"x": 1, "x": 2, "y": "tool"}', MALFORMED),
        ('{"x": {"tool": 1, "tool": 1}}', MALFORMED),
        ('{"\\u0074ool": "t", "\\u0074ool": "t"}', None),
    ],
)
def test_repeated_key_elsewhere_counts_as_text_that_does_not_parse(solution, reply, wanted):
    assert outcome(solution, reply) == exactly(wanted)


@pytest.mark.rule("R10")
def test_same_key_in_different_objects_is_not_repeated(solution):
    arguments = {"x": {"x": {"x": 1}}, "y": [{"x": 1}, {"x": 1}], "tool": 1}
    assert outcome(solution, json.dumps(call("t", arguments))) == exactly(call("t", arguments))


@pytest.mark.rule("R10")
def test_keys_that_differ_in_one_character_are_not_repeated(solution):
    arguments = dict.fromkeys(
        ["x", "X", "x ", "\u00e9", "e\u0301", "K", "\u212a", "\u00df", "ss", "1", "\u0661", ""], 0
    )
    assert outcome(solution, json.dumps(call("t", arguments))) == exactly(call("t", arguments))


def many_members(count):
    return ", ".join(f'"k{number}": 1' for number in range(count))


@pytest.mark.rule("R10")
def test_many_keys_take_little_time(solution):
    reply = f'{{"tool": "t", "other": {{{many_members(25_000)}}}}}'
    assert outcome(solution, reply) == exactly(call("t", {}))


@pytest.mark.rule("R10")
def test_many_keys_of_which_the_last_is_repeated_take_little_time(solution):
    reply = f'{{"tool": "t", "other": {{{many_members(40_000)}, "k39999": 1}}}}'
    assert outcome(solution, reply) == exactly(MALFORMED)


# R11: numbers


NO_NUMBERS = ["NaN", "Infinity", "-Infinity", "1e999", "-1e999", "1E+400", "12.5e+308", "1" + "0" * 400 + ".0"]


@pytest.mark.rule("R11")
@pytest.mark.parametrize("number", NO_NUMBERS, ids="{:.20}".format)
def test_what_is_no_finite_number_makes_a_call_malformed(solution, number):
    replies = [
        f'{{"tool": "t", "arguments": {{"x": {number}}}}}',
        f'{{"tool": "t", "arguments": {{"x": [[{number}]]}}}}',
        f'{{"tool": "t", "arguments": {number}}}',
        f'{{"tool": {number}}}',
        f'{{"tool": "t", "other": {number}}}',
        f'{{"tool": "t", "arguments": "{{\\"x\\": {number}}}"}}',
        f'{{"tool": "t", "arguments": "{number}"}}',
    ]
    for reply in replies:
        assert outcome(solution, reply) == exactly(MALFORMED)


@pytest.mark.rule("R11")
@pytest.mark.parametrize("number", [*NO_NUMBERS, "1" * 4_301], ids="{:.20}".format)
def test_what_is_no_finite_number_elsewhere_is_text_that_does_not_parse(solution, number):
    replies = [f'{{"x": {number}}}', f'{{"x": {number}, "y": "tool"}}']
    for reply, expected in zip(replies, [None, MALFORMED], strict=True):
        assert outcome(solution, reply) == exactly(expected)


@pytest.mark.rule("R11")
@pytest.mark.parametrize(
    ("written", "number"),
    [
        ("1.7976931348623157e308", 1.7976931348623157e308),
        ("-1.7976931348623157E+308", -1.7976931348623157e308),
        ("1e-999", 0.0),
        ("-0.0", -0.0),
        ("1" + "0" * 400, 10**400),
        ("9007199254740993", 9007199254740993),
        ("0." + "3" * 5_000, 1 / 3),
    ],
)
def test_finite_number_is_kept(solution, written, number):
    assert outcome(solution, f'{{"tool": "t", "arguments": {{"x": {written}}}}}') == exactly(call("t", {"x": number}))


@pytest.mark.rule("R11")
@pytest.mark.parametrize("sign", ["", "-"])
def test_integer_has_at_most_4300_digits(solution, sign):
    replies = [f'{{"tool": "t", "arguments": {{"x": {sign}{"7" * digits}}}}}' for digits in (4_300, 4_301, 50_000)]
    wanted = [call("t", {"x": int(sign + "7" * 4_300)}), MALFORMED, MALFORMED]
    for reply, expected in zip(replies, wanted, strict=True):
        assert outcome(solution, reply) == exactly(expected)


@pytest.mark.rule("R11")
def test_integer_of_too_many_digits_in_a_string_of_arguments_is_malformed(solution):
    reply = json.dumps(call("t", '{"x": ' + "7" * 4_301 + "}"))
    assert outcome(solution, reply) == exactly(MALFORMED)


# R12: nesting


def of_lists(levels):
    return nested(levels)


def of_objects(levels):
    return '{"x":' * (levels - 1) + "{}" + "}" * (levels - 1)


def with_more_beside_it(levels):
    return "[0, [1], {}, " * (levels - 1) + "[]" + ", [[]]]" * (levels - 1)


def of_lists_around_a_number(levels):
    return "[" * levels + "1" + "]" * levels


def of_objects_around_a_string(levels):
    return '{"x":' * levels + '"[]"' + "}" * levels


NESTS = pytest.mark.parametrize("nest", [of_lists, of_objects, of_lists_around_a_number, of_objects_around_a_string])


@pytest.mark.rule("R12")
@NESTS
def test_call_may_be_nested_100_levels_deep(solution, nest):
    at_the_limit = nest(98)
    reply = f'{{"tool": "t", "arguments": {{"x": {at_the_limit}}}, "other": {nest(99)}}}'
    assert outcome(solution, reply) == exactly(call("t", {"x": json.loads(at_the_limit)}))


@pytest.mark.rule("R12")
@NESTS
@pytest.mark.parametrize("levels", [101, 102, 200, 900, 100_000])
def test_call_nested_deeper_than_100_levels_is_malformed(solution, nest, levels):
    replies = [
        f'{{"tool": "t", "arguments": {{"x": {nest(levels - 2)}}}}}',
        f'{{"tool": "t", "other": {nest(levels - 1)}}}',
        f'```json\n{{"tool": {nest(levels - 1)}}}\n```',
    ]
    for reply in replies:
        assert outcome(solution, reply) == exactly(MALFORMED)


@pytest.mark.rule("R12")
@NESTS
def test_string_of_arguments_is_counted_by_itself(solution, nest):
    texts = ['{"x": ' + nest(levels - 1) + "}" for levels in (100, 101, 20_000)]
    wanted = [call("t", json.loads(texts[0])), MALFORMED, MALFORMED]
    for text, expected in zip(texts, wanted, strict=True):
        assert outcome(solution, json.dumps(call("t", text))) == exactly(expected)


@pytest.mark.rule("R12")
def test_levels_are_counted_along_the_deepest_way_only(solution):
    reply = f'{{"tool": "t", "arguments": {{"x": {with_more_beside_it(97)}}}}}'
    assert outcome(solution, reply) == exactly(call("t", {"x": json.loads(with_more_beside_it(97))}))


@pytest.mark.rule("R12")
def test_objects_and_lists_side_by_side_are_no_deeper(solution):
    arguments = {"x": [[], {}] * 150, "y": {f"k{number}": [{}] for number in range(150)}}
    assert outcome(solution, json.dumps(call("t", arguments))) == exactly(call("t", arguments))


@pytest.mark.rule("R12")
def test_brackets_in_strings_do_not_count(solution):
    arguments = {"x": "[{" * 200, "y": '"[' * 200, "z": "\\[" * 200, "]" * 200: "}", "\\": "\\", "u": "[" * 200}
    assert outcome(solution, json.dumps(call("t", arguments))) == exactly(call("t", arguments))


@pytest.mark.rule("R12")
@pytest.mark.parametrize("text", ["\\", '\\"', '"', '\\\\"', "]" * 200, "'"])
def test_brackets_behind_any_string_count(solution, text):
    replies = [f'{{"tool": "t", "x": {json.dumps(text)}, "y": {nested(levels - 1)}}}' for levels in (100, 101)]
    assert [outcome(solution, reply) for reply in replies] == exactly([call("t", {}), MALFORMED])


@pytest.mark.rule("R12")
@pytest.mark.parametrize("levels", [101, 900, 100_000])
def test_deep_nest_elsewhere_counts_as_text_that_does_not_parse(solution, levels):
    replies = [
        f'{{"x": {nested(levels - 1)}}}',
        f'{{"x": {nested(levels - 1)}, "y": "tool"}}',
        nested(levels),
        '{"x":' * levels,
        '{"tool":' * levels,
    ]
    wanted = [None, MALFORMED, None, None, MALFORMED]
    for reply, expected in zip(replies, wanted, strict=True):
        assert outcome(solution, reply) == exactly(expected)


@pytest.mark.rule("R12")
@pytest.mark.parametrize("opening", ["[", '{"x":', '[{"x":'])
def test_nest_that_is_never_closed_is_malformed(solution, opening):
    replies = [
        '{"tool": "t", "arguments": {"x": ' + opening * 100_000,
        json.dumps(call("t", opening * 20_000)),
        json.dumps(call("t", '{"x": ' + opening * 20_000)),
    ]
    for reply in replies:
        assert outcome(solution, reply) == exactly(MALFORMED)


@pytest.mark.rule("R12")
@pytest.mark.parametrize("reply", ["[" * 100_000, "{" * 100_000, "```" + "[" * 100_000, "`" * 100_000])
def test_text_of_brackets_alone_is_an_answer(solution, reply):
    assert outcome(solution, reply) == exactly(None)


# R13: the message is short


def remarks(text, reply):
    """Return everything about the message `text` that R13 forbids."""
    quoted = any(text[at : at + 81] in reply for at in range(len(text) - 80))
    return [
        remark
        for remark, is_so in [
            ("blank", not text.strip()),
            ("longer than 300 characters", len(text) > 300),
            ("more than one line", "\n" in text or "\r" in text),
            ("more than 80 characters of the reply", quoted),
        ]
        if is_so
    ]


LONG = "".join(f"{number:05}." for number in range(1_000))
FOLDED = "".join(f"{number:04}\\r\\n" for number in range(50))
ESCAPED = ["\\u0001", "\\udb40\\udc01", "\\u0001\\udb40\\udc01", "\\n", "\\u2028", '\\"', "'"]
# What may stand around a quotation.
MARKS = ['"', *"'`.-_ ><()[]:;,=|/*#~", "\u2026", "\u201c", "\u201d", "\u2018", "\u2019", "\u00ab", "\u00bb", "\u2192"]
NAMES_TOOL_LATE = ' and then the "tool"'


@pytest.mark.rule("R13")
@pytest.mark.parametrize(
    "reply",
    [
        '{"tool": "t", "arguments": []}',
        '{"tool": "t", "arguments": "x"}',
        '{"tool": ""}',
        '{"tool": null}',
        '{"tool": "t"',
        '{"tool": "t"\n\n,\r\n}',
        '```\n{"tool": "t"}',
        '{"tool": "t", "arguments": NaN}',
        '{"tool": "t", "x": 1e999}',
        '{"tool": "t", "x": ' + "1" * 4301 + "}",
        '{"tool": "t", "x": ' + "[" * 100 + "]" * 100 + "}",
        '{"tool": "t", "x\\n\\r": 1, "x\\n\\r": 1}',
        '{"tool": "t\n\r"}',
        '{"tool": "\\n\\r\\n"}',
        f'{{"tool": "t", "arguments": "{LONG}"}}',
        f'{{"tool": "t", "arguments": "[\\"{LONG}\\"]"}}',
        f'{{"tool": "t", "arguments": "{FOLDED}"}}',
        f'{{"tool": "t", "arguments": ["{LONG}"]}}',
        f'{{"tool": "t", "arguments": {{"x": "{LONG}',
        f'{{"tool": "t", "arguments": {LONG}}}',
        f'{{"tool": "t", "arguments": {{"x": 1}} {LONG}}}',
        f'{{"tool": ["{LONG}"]}}',
        f'{{"tool": {"x" * 1_000}}}',
        f'{{"tool": "t", {"x" * 1_000}: 1}}',
        f'{{"tool": "t", "arguments": "{"x" * 1_000}"}}',
        f'{{"tool": "t", "arguments": "{"1" * 1_000}"}}',
        f'{{"tool": {{"{LONG}": 1}}}}',
        f'{{"tool": "{" " * 1_000}"}}',
        f'{{"tool": "t", "{LONG}": 1, "{LONG}": 1}}',
        f'{{"tool": "t", "{FOLDED}": 1, "{FOLDED}": 1}}',
        f'{{"tool": "t", "arguments": "{{\\"{LONG}\\": 1, \\"{LONG}\\": 1}}"}}',
        '{"tool": "t"' + "".join(f'"{number:04}' for number in range(200)),
        f'{{"tool": "t"{LONG[:80]}"',
        f"{{'tool'{LONG[:80]}'",
        *(f'{{"tool": "t", "{key * 100}": 1, "{key * 100}": 1}}' for key in ESCAPED),
        f'{{"tool": "t", "x": {"1" * 400}e400}}',
        f'{{"tool": "t", "x": {"1" * 4_301}}}',
        f'{{"tool": "t", "x": [{LONG.replace(".", ", ")}',
        f'{{"{LONG}" {NAMES_TOOL_LATE}',
        f"{{{LONG}{NAMES_TOOL_LATE}",
        f'```json\n{{"tool": "t"}}\n```\n{LONG}',
        '{"tool": "t", "arguments": {"x": ' + nested(100_000),
        f'{{"tool": "t", "arguments": {{"x": "{"x" * 1_000_000}',
    ],
    ids=lambda reply: f"{reply[:50]!a} of {len(reply)}",
)
def test_message_is_one_line_and_quotes_little(solution, reply):
    assert remarks(message(solution, reply), reply) == exactly([])


@pytest.mark.rule("R13")
@pytest.mark.parametrize("mark", MARKS, ids=ascii)
def test_marks_around_a_quotation_count_where_the_reply_has_them_too(solution, mark):
    much = mark * 100
    replies = [
        f'{{"tool": {much}{much}.',
        f'{{"tool": "t"{much}{much}.',
        f'{{"tool": "t"}}{much}{much}.',
        f'{{"tool": "t"}}{much}.{much}.',
        f'{{"tool": "t", "x": "{much}"x{much}.',
        f'{{"tool": "t", "x": "{much}"{much}.{much}.',
    ]
    if mark != '"':
        replies += [
            f'{{"tool": "t", "arguments": "{{{much}{much}.',
            f'{{"tool": "t", "arguments": "{{{much}.{much}."}}',
            f'{{"tool": "t", "x": "{much}\x01{much}."}}',
            f'{{"tool": "t", "x": "{much}\n{much}."}}',
        ]
    for reply in replies:
        assert remarks(message(solution, reply), reply) == exactly([])


@pytest.mark.rule("R13")
@pytest.mark.parametrize("before", [" ", "```", "```json", "```json ", "\t"])
def test_what_stands_before_the_text_or_behind_it_counts_as_a_mark(solution, before):
    for inside in (f'{{"tool": {LONG}', f'{{"tool": "t"}}{LONG}', f'{{"tool": "{LONG}', f'{{{LONG}"tool"'):
        for reply in (before + inside, before + inside + before[::-1]):
            assert remarks(message(solution, reply), reply) == exactly([])


@pytest.mark.rule("R13")
@pytest.mark.parametrize("at", [0, 1, 20, 38, 39, 40, 41, 60, 78, 79, 80, 81])
def test_fault_at_any_place_of_a_quotation_is_quoted_little(solution, at):
    replies = [
        f'{{"tool": "{"a" * at}"x{"b" * (77 - min(at, 77))}',
        f'{{"tool": "{"a" * at}"x{"b" * 100}',
        f'{{"tool": "t", "x": "{"a" * at}" {"b" * 100}',
        f'{{"tool": "t", "x": {"1" * at} {"b" * 100}',
    ]
    for reply in replies:
        assert remarks(message(solution, reply), reply) == exactly([])


# R14: the message names what is wrong


@pytest.mark.rule("R14")
@pytest.mark.parametrize(
    "value", ["null", "1", "true", "[]", "{}", '""', '" "', '"\\t"', '"\\n \\r"', "false", '["tool"]', '{"x": 1}']
)
def test_message_names_the_tool(solution, value):
    text = message(solution, f'{{"tool": {value}}}')
    assert ("tool" in text, text) == exactly((True, text))


@pytest.mark.rule("R14")
@pytest.mark.parametrize(
    "value",
    [
        *("[]", "[1]", "0", "1.5", "true", "false", '[{"x": 1}]'),
        *('"x"', '"null"', '"[1]"', '"{"', '"{}{}"', '"NaN"', '"\\f"', '"\\"\\""'),
        *(json.dumps(f'{{"x": {value}}}') for value in ("NaN", "-Infinity", "1e999", "7" * 4_301, nested(100), "{")),
        *(json.dumps(text) for text in ('{"x": 1, "x": 1}', '{"y": [{"x": 1, "x": 1}]}', nested(20_000), "7" * 4_301)),
    ],
    ids="{:.40}".format,
)
def test_message_names_the_arguments(solution, value):
    text = message(solution, f'{{"tool": "t", "arguments": {value}}}')
    assert ("arguments" in text, text) == exactly((True, text))


@pytest.mark.rule("R14")
@pytest.mark.parametrize(
    "key", ["city", "older_than_days", "k9", "q" * 30, "id", "x", "City", "URL", "9lives", "7", "_id", "a__B_0"]
)
def test_message_names_the_repeated_key(solution, key):
    for reply in (
        f'{{"tool": "t", "arguments": {{"{key}": 1, "{key}": 1}}}}',
        f'{{"tool": "t", "other": [{{"x": 1, "{key}": 1, "y": 1, "{key}": 1}}]}}',
    ):
        text = message(solution, reply)
        assert (key in text, text) == exactly((True, text))


@pytest.mark.rule("R14")
@pytest.mark.parametrize("constant", ["NaN", "Infinity", "-Infinity"])
def test_message_names_what_is_no_number(solution, constant):
    for reply in (
        f'{{"tool": "t", "arguments": {{"x": {constant}}}}}',
        f'{{"tool": "t", "other": [1, {constant}]}}',
    ):
        text = message(solution, reply)
        assert (constant in text, text) == exactly((True, text))


@pytest.mark.rule("R14")
@pytest.mark.parametrize("key", ["qq", "w" * 30])
@pytest.mark.parametrize("count", [1, 2, 5, 6, 10, 40])
def test_message_names_the_repeated_key_wherever_it_stands_among_others(solution, key, count):
    for other in ('"k{}": 1', '"' + "b" * 27 + '{}": 1'):
        others = [other.format(number) for number in range(count)]
        first, second = f'"{key}": 1', f'"{key}": 2'
        half = count // 2
        for members in (
            [first, second, *others],
            [first, *others, second],
            [*others, first, second],
            [first, *others[:half], second, *others[half:]],
            [*others[:half], first, *others[half:], second],
        ):
            text = message(solution, '{"tool": "t", "other": {' + ", ".join(members) + "}}")
            assert (key in text, text) == exactly((True, text))


@pytest.mark.rule("R14")
@pytest.mark.parametrize(
    "fault", [r'"city": 1, "c\u0069ty": 1', '"city": 1, "city": 1, "city": 1', '"city": {}, "city": []']
)
def test_message_names_the_repeated_key_however_it_is_written(solution, fault):
    for reply in (
        f'{{"tool": "t", {fault}}}',
        f'{{{fault}, "tool": "t"}}',
        f'```\n{{"tool": "t", "x": [{{{fault}}}]}}\n```',
    ):
        text = message(solution, reply)
        assert ("city" in text, text) == exactly((True, text))


@pytest.mark.rule("R14")
@pytest.mark.parametrize("constant", ["NaN", "Infinity", "-Infinity"])
def test_message_names_what_is_no_number_behind_much_else(solution, constant):
    before = ", ".join(f'"k{number}": [{number}.5, "{LONG}"]' for number in range(20))
    for value in (constant, f"{'[' * 90}{constant}{']' * 90}"):
        text = message(solution, f'{{"tool": "t", {before}, "x": {value}}}')
        assert (constant in text, text) == exactly((True, text))

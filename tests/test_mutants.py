"""Which mutants there are: one small change each, and no two alike."""

import ast

import pytest

from judge.audit.mutants import mutants


def changed(source: str) -> set[str]:
    """Return the mutants of `source`, a function on one line or a few, without the line that begins it."""
    return {mutant.source for mutant in mutants(source)}


def body_of(*lines: str) -> str:
    return "def f(x, y=1):\n" + "\n".join(f"    {line}" for line in lines)


@pytest.mark.parametrize(
    ("line", "instead"),
    [
        ("return x < y", "return x <= y"),
        ("return x > y", "return x >= y"),
        ("return x == y", "return x != y"),
        ("return x is None", "return not x"),
        ("return x is not None", "return bool(x)"),
        ("return x in y", "return x not in y"),
        ("return x and y", "return x or y"),
        ("return x and y", "return y"),
        ("return not x", "return x"),
        ("return x + y", "return x - y"),
        ("return x + y", "return y + x"),
        ("return {**x} | y", "return {**x}"),
        ("return 8", "return 9"),
        ("return 8", "return 7"),
        ("return True", "return False"),
        ("return 'done'", "return 'done!'"),
        ("return 'done'", "return ''"),
        ("return f'a{x}'", "return f'a'"),
        ("return f'a{x}'", "return f'a{x!r}'"),
        ("return g(x, y)", "return g(x)"),
        ("return g(x, y)", "return g(x, None)"),
        ("return g(x, y)", "return g(y, x)"),
        ("return g(y=x)", "return g()"),
        ("return list(x)", "return x"),
        ("return x.strip()", "return x"),
        ("return x[1:y]", "return x[:y]"),
        ("return x[1:y]", "return x[1:]"),
        ("return {'a': 1, 'b': x}", "return {'a': 1}"),
        ("return (x, y)", "return (y,)"),
        ("return x if y else 0", "return 0 if y else x"),
        ("return [z for z in x if z]", "return [z for z in x]"),
        ("return [z for z in x]", "return [z for z in list(x)[1:]]"),
        ("return x", "return None"),
        ("return x", "pass"),
        ("x = y", "x = None"),
        ("x += y", "x -= y"),
        ("x += y", "x = y"),
        ("raise LookupError(x)", "raise ValueError(x)"),
        ("x.clear()", "pass"),
    ],
)
def test_a_line_is_changed_in_each_of_these_ways(line: str, instead: str) -> None:
    assert ast.unparse(ast.parse(body_of(instead))) in changed(body_of(line))


@pytest.mark.parametrize(
    ("lines", "instead"),
    [
        (["if x:", "    g()"], ["if not x:", "    g()"]),
        (["if x:", "    g()"], ["if True:", "    g()"]),
        (["if x:", "    g()", "else:", "    h()"], ["if x:", "    g()"]),
        (["for z in x:", "    break"], ["for z in x:", "    continue"]),
        (["for z in x:", "    continue"], ["for z in x:", "    break"]),
        (["for z in x:", "    g()"], ["for z in reversed(list(x)):", "    g()"]),
        (["try:", "    g()", "except KeyError:", "    h()"], ["try:", "    g()", "except BaseException:", "    h()"]),
        (["try:", "    g()", "except KeyError:", "    h()"], ["try:", "    g()", "except KeyError:", "    raise"]),
        (["match x:", "    case 1 if y:", "        g()"], ["match x:", "    case 1:", "        g()"]),
    ],
)
def test_so_is_a_statement_of_several_lines(lines: list[str], instead: list[str]) -> None:
    assert ast.unparse(ast.parse(body_of(*instead))) in changed(body_of(*lines))


def test_a_default_is_changed_too() -> None:
    assert "def f(x, y=2):\n    return x" in changed(body_of("return x"))


def test_a_decorator_is_left_out() -> None:
    assert "def f():\n    return g" in changed("@cache\ndef f():\n    return g")


def test_neither_docstrings_nor_annotations_are_changed() -> None:
    source = '"""Says what."""\n\n\ndef f(x: "int") -> "int":\n    """Return x."""\n    g(x)\n'

    for mutant in mutants(source):
        assert '"""Says what."""' in mutant.source
        assert "def f(x: 'int') -> 'int':" in mutant.source


def test_no_mutant_comes_twice_and_none_is_the_original() -> None:
    source = body_of("if x > 1 and y:", "    return [x, 1]", "return 1")
    found = [mutant.source for mutant in mutants(source)]

    assert len(found) == len(set(found)) > 20
    assert ast.unparse(ast.parse(source)) not in found


def test_each_says_on_which_line_of_the_file_it_is() -> None:
    lines = {mutant.line for mutant in mutants(body_of("x = 1", "", "return x")) if "one more" in mutant.what}

    assert lines == {1, 2}


def test_every_mutant_is_python() -> None:
    for mutant in mutants(body_of("with x as z:", "    return [*z, x[0], f'{y!r}'], lambda: y")):
        compile(mutant.source, "mutant", "exec")

"""What the bank holds as a whole; whether each problem is fit to be asked, the audit tells."""

from pathlib import Path

from judge.problem import every

ROOT = Path(__file__).resolve().parent.parent


def test_the_bank_covers_the_loop_the_dict_contract_and_the_budgets() -> None:
    assert {problem.number for problem in every(ROOT)} >= {"005", "069", "070", "119"}


def test_no_two_problems_have_the_same_title() -> None:
    titles = [problem.title for problem in every(ROOT)]

    assert sorted(set(titles)) == sorted(titles)

"""Some of the corpus in the real sandbox; `corpus_table.py` runs all of it."""

from __future__ import annotations

from collections import Counter

import pytest
from conftest import Run
from corpus import BASES, Case, candles_of
from corpus_cheats import PEEKS, RARE
from corpus_honest import COUNTING, HONEST
from corpus_table import is_accused


def named(cases: list[Case], *names: str) -> list[Case]:
    return [case for case in cases if case.name in names]


CHEATS = named(
    PEEKS + RARE,
    "equal parts, cash before the market falls",
    "momentum, sells a bar before the average breaks",
    "six weeks in three years: cash before a fall",
    "every 29th day: the best coin of the next bar",
)
UPRIGHT = named(
    HONEST, "price bins", "a filter by FFT, zero in calm", "a filter by FFT of the length of the table",
    "votes that are added in a matrix product",
)  # fmt: skip


def test_the_corpus_is_whole() -> None:
    every = PEEKS + RARE + COUNTING + HONEST
    assert [len(cases) for cases in (PEEKS, RARE, COUNTING, HONEST)] == [45, 39, 5, 55]
    assert Counter(case.name for case in every).most_common(1)[0][1] == 1
    assert len(CHEATS) == len(UPRIGHT) == 4
    assert len({case.source for case in every}) == 144
    assert len(BASES) == 5


@pytest.mark.parametrize("case", CHEATS, ids=lambda case: case.name)
def test_rare_look_ahead_is_found(run_at_leisure: Run, case: Case) -> None:
    output = run_at_leisure(case.source, candles_of(case.candles))
    assert is_accused(output["causality"]), output


@pytest.mark.parametrize("case", UPRIGHT, ids=lambda case: case.name)
def test_an_honest_strategy_is_not_accused(run_at_leisure: Run, case: Case) -> None:
    output = run_at_leisure(case.source, candles_of(case.candles))
    assert not is_accused(output["causality"]), output

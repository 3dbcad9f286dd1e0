"""The examples for authors are run as they are printed: each must give weights that are not all zero."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from candle_samples import candles_blob, read_arrow
from conftest import Run

DOCUMENT = Path(__file__).parents[3] / "docs" / "strategies.md"
EXAMPLES = re.findall(r"```python\n(.*?)```", DOCUMENT.read_text(), re.DOTALL)


@pytest.mark.parametrize("number", range(len(EXAMPLES)))
def test_an_example_of_the_documentation_runs(run: Run, blob_path: Callable[[str], Path], number: int) -> None:
    output = run(EXAMPLES[number], candles_blob(bars=400, first_bar=200))
    assert output["ok"], output
    weights = read_arrow(blob_path(output["weights"]).read_bytes()).drop(["timestamp"])
    assert max(column.to_numpy()[200:].max() for column in weights.columns) > 0


def test_there_are_three_examples() -> None:
    assert len(EXAMPLES) == 3

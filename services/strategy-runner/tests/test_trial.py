"""The trial of a sandbox before it is used: one whose filters do not hold takes no strategy."""

from __future__ import annotations

import dataclasses
import struct

import pytest

from tradeium_runner.sandbox.bubblewrap import Sandbox, _try_out

ANYTHING = struct.pack("<HBBI", 0x06, 0, 0, 0x7FFF0000)


def test_a_sandbox_whose_filters_hold_passes(sandbox: Sandbox) -> None:
    assert _try_out(sandbox) == ""


@pytest.mark.parametrize(
    ("weaker", "said"),
    [({"filter": ANYTHING}, "namespaces can be made"), ({"strict_filter": ANYTHING}, "strict filter")],
)
def test_one_whose_filter_lets_a_forbidden_call_through_fails(
    sandbox: Sandbox, weaker: dict[str, bytes], said: str
) -> None:
    assert said in _try_out(dataclasses.replace(sandbox, **weaker))  # type: ignore[arg-type]

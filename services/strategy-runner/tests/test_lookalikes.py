"""Characters that only look like Python's are named with their place, and left alone in texts and comments."""

from __future__ import annotations

import pytest
from test_source_check import GOOD, fault_in


@pytest.mark.parametrize(
    ("source", "message", "span"),
    [
        ("x = “abc”", 'line 1, character 5: “ (U+201C) is a typographic quotation mark; write " instead', (1, 5, 1, 6)),
        (
            "x = 1\ny = 'abc’",
            "line 2, character 9: ’ (U+2019) is a typographic quotation mark; write ' instead",
            (2, 9, 2, 10),
        ),
        (
            "if 1:\n\u00a0\u00a0x = 1",
            "line 2, character 1: U+00A0 is a special space, not a plain one; write a plain space instead",
            (2, 1, 2, 2),
        ),
        (
            "'🚀' +\u00a01",
            "line 1, character 7: U+00A0 is a special space, not a plain one; write a plain space instead",
            (1, 7, 1, 8),
        ),
        ("x = 3 − 1", "line 1, character 7: − (U+2212) is not a sign of Python; write - instead", (1, 7, 1, 8)),
        ("x\u200b = 1", "line 1, character 2: U+200B is an invisible character; delete it", (1, 2, 1, 3)),
        (
            'x = f"“{a}” {settings[“a”]}"',
            'line 1, character 23: “ (U+201C) is a typographic quotation mark; write " instead',
            (1, 23, 1, 24),
        ),
        (
            'x = f"""\n{a}\n  {settings[“a”]}\n"""',
            'line 3, character 13: “ (U+201C) is a typographic quotation mark; write " instead',
            (3, 13, 3, 14),
        ),
        (
            'def f():\n    x = f"“🚀” {a[\'b’]}"',
            "line 2, character 21: ’ (U+2019) is a typographic quotation mark; write ' instead",
            (2, 21, 2, 22),
        ),
        (
            'x = f"{a\u00a0+ b}"',
            "line 1, character 9: U+00A0 is a special space, not a plain one; write a plain space instead",
            (1, 9, 1, 10),
        ),
        (
            "def f():\n    x = 1\n   \u00a0y = 2",
            "line 3, character 4: U+00A0 is a special space, not a plain one; write a plain space instead",
            (3, 4, 3, 5),
        ),
        (
            "x = 1\n \u00a0y = 2",
            "line 2, character 2: U+00A0 is a special space, not a plain one; write a plain space instead",
            (2, 2, 2, 3),
        ),
        (
            "\ufeffx = ‘a’",
            "line 1, character 5: ‘ (U+2018) is a typographic quotation mark; write ' instead",
            (1, 5, 1, 6),
        ),
    ],
)
# spec: strategies.59
def test_a_character_that_only_looks_right_is_named_with_its_place(
    source: str, message: str, span: tuple[int, int, int, int]
) -> None:
    fault = fault_in(source)
    assert fault is not None
    kind, _, words = fault[0].partition(": ")
    assert kind in ("SyntaxError", "IndentationError")
    assert (words, fault[1]) == (message, span)


@pytest.mark.parametrize("source", ["x = 'it’s – fine'", "# “fine”", "x = '''a\u00a0b'''", "\ufeffx = 1"])
def test_such_characters_are_fine_in_texts_and_comments(source: str) -> None:
    assert fault_in(f"{source}\n{GOOD}") is None


def test_an_error_elsewhere_in_a_line_with_one_is_pythons_own() -> None:
    assert fault_in("x = 'it’s fine' = 1") == ("SyntaxError: cannot assign to literal", (1, 5, 1, 16))

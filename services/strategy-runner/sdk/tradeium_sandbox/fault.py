"""A fault of a strategy's file, and its place as editors count."""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass

_LINE_ENDS = re.compile(r"\r\n|\r|\n")


@dataclass(frozen=True)
class Span:
    """Lines and columns count from 1, columns as UTF-16 units as editors do; the end is the first column behind it."""

    line: int
    column: int
    end_line: int
    end_column: int


class Fault(Exception):
    """
    The fault of a file, and where it is; `kind` is `syntax` or `contract`, no span means the file as a whole. With a
    warning the file still runs.
    """

    def __init__(self, kind: str, message: str, span: Span | None = None, *, is_warning: bool = False):
        super().__init__(message)
        self.kind = kind
        self.message = message
        self.span = span
        self.is_warning = is_warning


def lines_of(source: str) -> list[str]:
    """The lines of a file as Python counts them."""
    return _LINE_ENDS.split(source)


def span_of(node: ast.expr | ast.stmt | ast.alias, lines: list[str]) -> Span:
    """The place of a part of the file, which Python gives in bytes."""
    end_line = node.end_lineno or node.lineno
    return Span(
        node.lineno,
        column_of(lines[node.lineno - 1], node.col_offset),
        end_line,
        column_of(lines[end_line - 1], node.end_col_offset or node.col_offset),
    )


def column_of(line: str, count_bytes: int) -> int:
    """The column that comes after so many bytes of a line."""
    return units_in(line, characters_in(line, count_bytes)) + 1


def characters_in(line: str, count_bytes: int) -> int:
    """How many characters the first bytes of a line are."""
    return len(line.encode("utf-8", "replace")[:count_bytes].decode("utf-8", "ignore"))


def units_in(line: str, characters: int) -> int:
    """How many UTF-16 units the first characters of a line are."""
    return len(line[:characters].encode("utf-16-le", "replace")) // 2

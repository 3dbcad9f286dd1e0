"""Characters that word processors, chats and web pages put in place of those that Python reads."""

from __future__ import annotations

import re

_QUOTES = dict.fromkeys("\u2018\u2019\u201a\u201b\u2032\u00b4", "'") | dict.fromkeys(
    "\u201c\u201d\u201e\u201f\u2033\u00ab\u00bb", '"'
)
_SIGNS = {
    **dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212\uff0d", "-"),
    **dict.fromkeys("\u00d7\u2217\u22c5", "*"),
    "\u00f7": "/",
    "\u2264": "<=",
    "\u2265": ">=",
    "\u2260": "!=",
    "\u2026": "...",
    **{chr(full): chr(full - 0xFEE0) for full in range(0xFF01, 0xFF5F) if not chr(full - 0xFEE0).isalnum()},
}
_SPACES = "\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000"
_INVISIBLE = "\u00ad\u200b\u200c\u200d\u2060\ufeff"
_UNTERMINATED = "unterminated"
_UNTERMINATED_IN_F_STRING = "f-string: unterminated"
_INDENT = f" \t\f{_SPACES}{_INVISIBLE}"
_NAMED = re.compile(r"invalid (?:non-printable )?character .*U\+([0-9A-F]{4,6})")
_IN_BRACES = re.compile(r"\{[^{}]*")


def lookalike_at(line: str, cause: SyntaxError) -> int | None:
    """The place in a line of the character that an error is about, if it is one of these; it counts from 0.

    A text that begins with Python's quotation mark and ends with another one is reported where it begins, and a special
    space in the indent behind it."""
    column = max((cause.offset or 1) - 1, 0)
    if isinstance(cause, IndentationError):
        indent = line[: len(line) - len(line.lstrip(_INDENT))]
        return next((at for at, character in enumerate(indent) if _advice(character) is not None), None)
    if named := _NAMED.match(cause.msg):
        column = _place_of(chr(int(named[1], 16)), line, column, (cause.text or "").rstrip("\r\n"))
    if column < len(line) and _advice(line[column]) is not None:
        return column
    places: list[int] = []
    if cause.msg.startswith(_UNTERMINATED_IN_F_STRING):
        places = [at for part in _IN_BRACES.finditer(line) for at in range(*part.span())]
    elif cause.msg.startswith(_UNTERMINATED):
        places = list(range(column + 1, len(line)))
    return next((at for at in places if line[at] in _QUOTES), None)


def _place_of(character: str, line: str, column: int, text: str) -> int:
    """Up to Python 3.11 the text of an error in an f-string is the expression in brackets, whose columns count."""
    if text == line:
        return column
    begin = line.find(text[1:-1]) if text[:1] == "(" else -1
    at = begin + column - 1
    if begin >= 0 and line[at : at + 1] == character:
        return at
    found = line.find(character)
    return found if found >= 0 else column


def words_of(character: str, line: int, column: int) -> str:
    """The fault of it; line and column count from 1."""
    code = f"U+{ord(character):04X}"
    shown = f"{character} ({code})" if character.isprintable() else code
    return f"line {line}, character {column}: {shown} {_advice(character)}"


def _advice(character: str) -> str | None:
    if character in _QUOTES:
        return f"is a typographic quotation mark; write {_QUOTES[character]} instead"
    if character in _SPACES:
        return "is a special space, not a plain one; write a plain space instead"
    if character in _INVISIBLE:
        return "is an invisible character; delete it"
    if character in _SIGNS:
        return f"is not a sign of Python; write {_SIGNS[character]} instead"
    return None

"""Characters that word processors, chats and web pages put in place of those that Python reads."""

from __future__ import annotations

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


def lookalike_at(line: str, column: int, message: str) -> int | None:
    """The place in a line of the character that an error is about, if it is one of these; both count from 0.

    A text that begins with Python's quotation mark and ends with another one is reported where it begins."""
    if column < len(line) and _advice(line[column]) is not None:
        return column
    if not message.startswith(_UNTERMINATED):
        return None
    return next((at for at in range(column + 1, len(line)) if line[at] in _QUOTES), None)


def words_of(character: str, line: int, column: int) -> str:
    """What is wrong with it; line and column count from 1."""
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

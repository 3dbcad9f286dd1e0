"""The contract of a strategy's file before it is run: that it is Python, with one function `strategy`."""

from __future__ import annotations

import ast
import re
import resource
import types
from dataclasses import dataclass

from tradeium_sandbox.doubts import doubts
from tradeium_sandbox.fault import Fault, Span, characters_in, lines_of, units_in
from tradeium_sandbox.lookalikes import lookalike_at, words_of
from tradeium_sandbox.parameters import NAME, Parameter, read_parameters

FILE = "strategy.py"
WRONG_PARAMETERS = "strategy must take two arguments: def strategy(candles, settings)"
_NO_FUNCTION = "there is no function named strategy; define one: def strategy(candles, settings)"
_TOO_MUCH = "this cannot be read as Python: it is too large or too deeply nested"
# The parser raises MemoryError for text nested too deeply, which needs little memory, as when memory runs out.
_MUCH_MEMORY_BYTES = 64 * 1024 * 1024


@dataclass(frozen=True)
class Definition:
    """A file that keeps the contract as far as can be seen without running it."""

    code: types.CodeType
    function: ast.FunctionDef
    parameters: tuple[Parameter, ...]
    warnings: list[Fault]


def _unmarked(source: str) -> str:
    """The source without the byte order mark that some editors begin a file with: Python takes it from bytes only."""
    return source.removeprefix("\ufeff")


def read_definition(source: str) -> Definition:
    """Compiles a file and finds its function; runs none of it. Raises Fault, or MemoryError when there is no more."""
    source = _unmarked(source)
    lines = lines_of(source)
    in_bytes = False
    peak_bytes = _peak_bytes()
    try:
        tree = ast.parse(source, FILE)
        in_bytes = True
        code = compile(source, FILE, "exec", dont_inherit=True)
    except SyntaxError as cause:
        raise _misspelt(cause, lines) or _unreadable(cause, lines, in_bytes) from None
    except (RecursionError, MemoryError) as cause:
        if isinstance(cause, MemoryError) and _peak_bytes() - peak_bytes > _MUCH_MEMORY_BYTES:
            raise
        raise Fault("syntax", _TOO_MUCH) from None
    except ValueError as cause:
        raise Fault("syntax", f"this cannot be read as Python: {cause}") from None
    definitions = [
        n for n in tree.body if isinstance(n, (ast.FunctionDef, ast.AsyncFunctionDef)) and n.name == "strategy"
    ]
    if not definitions:
        raise Fault("contract", _NO_FUNCTION)
    first = definitions[0]
    if len(definitions) > 1:
        numbers = " and ".join(str(n.lineno) for n in definitions)
        message = f"strategy is defined more than once, in lines {numbers}; keep one of them"
        raise Fault("contract", message, head_of(definitions[1], source))
    if isinstance(first, ast.AsyncFunctionDef):
        raise Fault("contract", "strategy must be a plain function, not an async one", head_of(first, source))
    # Most files declare none, and need not be searched.
    parameters = read_parameters(tree, lines) if NAME in source else ()
    return Definition(code, first, parameters, doubts(tree, parameters, lines))


@dataclass(frozen=True)
class Reading:
    """The faults and parameters of a file, as far as they show without running it, with the memory that there is."""

    faults: list[Fault]
    parameters: tuple[Parameter, ...]


def read_file(source: str) -> Reading:
    """
    Reads a file as its author writes it. With a fault that is no warning, it would not run. Raises MemoryError where
    there is not enough to know its parameters.
    """
    source = _unmarked(source)
    try:
        definition = read_definition(source)
        function = definition.function
        if not _takes_two(function) and not _may_become_another(function, source):
            return Reading([Fault("contract", WRONG_PARAMETERS, head_of(function, source))], ())
        return Reading(definition.warnings, definition.parameters)
    except Fault as fault:
        return Reading([fault], ())
    except MemoryError:
        # A file that may declare parameters is not taken for one that declares none.
        if NAME in source:
            raise
        return Reading([], ())


def head_of(function: ast.FunctionDef | ast.AsyncFunctionDef, source: str) -> Span:
    """The `def` and the name of a function."""
    line = lines_of(source)[function.lineno - 1]
    begin = characters_in(line, function.col_offset)
    name = re.compile(rf"\s*(async\s+)?def\s+{function.name}").match(line, begin)
    end = name.end() if name else len(line)
    return Span(function.lineno, units_in(line, begin) + 1, function.lineno, units_in(line, end) + 1)


def _takes_two(function: ast.FunctionDef) -> bool:
    arguments = function.args
    positional = len(arguments.posonlyargs) + len(arguments.args)
    enough = positional >= 2 or arguments.vararg is not None
    return enough and positional - len(arguments.defaults) <= 2 and None not in arguments.kw_defaults


def _may_become_another(function: ast.FunctionDef, source: str) -> bool:
    """A decorator, or whatever else binds the name, may leave a function that takes other arguments."""
    if function.decorator_list:
        return True
    bound = [name for node in ast.walk(ast.parse(source, FILE)) for name in _bound_by(node)]
    return bound.count("strategy") > 1 or "*" in bound


def _bound_by(node: ast.AST) -> list[str | None]:
    """The names that a node gives a value or takes it from, anywhere in the file; `*` for all of another module."""
    match node:
        case ast.Name(ctx=ast.Store() | ast.Del()):
            return [node.id]
        case ast.alias():
            return [node.asname or node.name.split(".")[0]]
        case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef() | ast.ExceptHandler():
            return [node.name]
        case ast.MatchAs() | ast.MatchStar():
            return [node.name]
        case ast.MatchMapping():
            return [node.rest]
    return []


def _peak_bytes() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def _unreadable(cause: SyntaxError, lines: list[str], in_bytes: bool) -> Fault:
    return Fault("syntax", f"{type(cause).__name__}: {cause.msg}", _span_of(cause, lines, in_bytes))


def _misspelt(cause: SyntaxError, lines: list[str]) -> Fault | None:
    """A fault in words of our own where a character only looks like one of Python's."""
    number = cause.lineno or 0
    if not 1 <= number <= len(lines):
        return None
    line = lines[number - 1]
    at = lookalike_at(line, cause)
    if at is None:
        return None
    begin = units_in(line, at) + 1
    words = words_of(line[at], number, begin)
    return Fault(
        "syntax", f"{type(cause).__name__}: {words}", Span(number, begin, number, begin + units_in(line[at], 1))
    )


def _span_of(cause: SyntaxError, lines: list[str], in_bytes: bool) -> Span | None:
    """Python's parser counts columns in characters, what comes after it in bytes; where it does not know, 0 or less."""
    if not cause.lineno:
        return None
    line = min(cause.lineno, len(lines))
    begin = _column(lines[line - 1], cause.offset, in_bytes)
    end_line = min(cause.end_lineno or 0, len(lines))
    if end_line < line or (cause.end_offset or 0) < 1:
        end_line, end = line, begin + 1
    else:
        end = _column(lines[end_line - 1], cause.end_offset, in_bytes)
    return Span(line, begin, end_line, end if (end_line, end) > (line, begin) else begin + 1)


def _column(line: str, offset: int | None, in_bytes: bool) -> int:
    before = max((offset or 1) - 1, 0)
    characters = characters_in(line, before) if in_bytes else min(before, len(line))
    return units_in(line, characters) + 1

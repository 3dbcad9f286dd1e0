"""The parameters that a strategy declares as PARAMETERS: read from its text without running it, and their values."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, NoReturn

from tradeium_sandbox.fault import Fault, Span, span_of

Value = bool | int | float | str
Kind = Literal["whole", "number", "boolean", "word"]

NAME = "PARAMETERS"
_EXAMPLE = 'PARAMETERS = {"lookback": {"default": 30, "min": 5, "max": 120, "step": 5}}'
_FIELDS = ("default", "min", "max", "step", "choices")
_RANGE = ("min", "max", "step")
MOST = 20
_MOST_CHOICES = 50
_MOST_STEPS = 10_000
_LONGEST_NAME = 40
_LONGEST_WORD = 60
# Whole numbers beyond this are rounded in JSON, as other languages read it.
_LARGEST = 2**53


@dataclass(frozen=True)
class Parameter:
    """
    One declared parameter. `range` is (min, max, step) of a number, `choices` the values of a list: a number has one of
    the two, a word has choices, a boolean has neither. `line` counts from 1.
    """

    name: str
    kind: Kind
    default: Value
    range: tuple[float, float, float] | None
    choices: tuple[Value, ...] | None
    line: int

    def as_json(self) -> dict[str, object]:
        """The declaration for other programs; what it does not have is left out."""
        ranged = dict(zip(_RANGE, self.range, strict=True)) if self.range else {}
        listed = {"choices": list(self.choices)} if self.choices else {}
        return {"name": self.name, "kind": self.kind, "default": self.default, **ranged, **listed, "line": self.line}

    def value_from(self, given: object) -> Value:
        """The value in the parameter's own type: 5 becomes 5.0 where it is a number. Raises ValueError, saying why."""
        if self.choices is not None:
            for choice in self.choices:
                if choice == given and isinstance(choice, str) == isinstance(given, str) and not _is_boolean(given):
                    return choice
            raise ValueError(f"{self.name} must be one of {', '.join(map(repr, self.choices))}")
        if self.kind == "boolean":
            if not isinstance(given, bool):
                raise ValueError(f"{self.name} must be True or False")
            return given
        assert self.range is not None
        low, high, _ = self.range
        if _is_boolean(given) or not isinstance(given, (int, float)) or not abs(given) <= _LARGEST:
            raise ValueError(f"{self.name} must be a number")
        if not low <= given <= high:
            raise ValueError(f"{self.name} must lie between {low} and {high}")
        if self.kind == "number":
            return float(given)
        if given != int(given):
            raise ValueError(f"{self.name} must be a whole number")
        return int(given)


def values_of(parameters: Sequence[Parameter], given: Mapping[str, object]) -> dict[str, Value]:
    """The value of each parameter: the given one, else its default. Raises ValueError for what is not declared."""
    declared = {parameter.name for parameter in parameters}
    for name in given:
        if name not in declared:
            raise ValueError(f"there is no parameter {name[:_LONGEST_NAME]!r} in {NAME}")
    return {one.name: one.value_from(given[one.name]) if one.name in given else one.default for one in parameters}


def read_parameters(tree: ast.Module, lines: list[str]) -> tuple[Parameter, ...]:
    """The declared parameters in their order; none without PARAMETERS. Raises Fault, with the place."""
    bindings = sorted(_bindings(tree), key=lambda node: node.lineno)
    if not bindings:
        return ()
    if len(bindings) > 1:
        _fail(f"{NAME} is set more than once; keep one of them", span_of(bindings[1], lines))
    value = declaration_of(tree)
    if not isinstance(value, ast.Dict):
        place = span_of(bindings[0] if value is None else value, lines)
        _fail(f"{NAME} must be a dictionary written out at the top level of the file: {_EXAMPLE}", place)
    if len(value.keys) > MOST:
        _fail(f"{NAME} has {len(value.keys)} parameters; {MOST} is the most", span_of(value, lines))
    parameters: dict[str, Parameter] = {}
    for key, declared in zip(value.keys, value.values, strict=True):
        name = _name(key, value, lines)
        if name in parameters:
            _fail(f"the parameter {name} is declared twice; keep one of them", span_of(key or value, lines))
        parameters[name] = _Declared(name, declared, lines).read()
    return tuple(parameters.values())


def _bindings(tree: ast.Module) -> Iterator[ast.stmt | ast.expr | ast.alias]:
    """Wherever the file itself, and no function or class in it, gives PARAMETERS a value or takes it away."""
    todo: list[ast.AST] = [tree]
    while todo:
        node = todo.pop()
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                if name == NAME:
                    yield node
                continue
            case ast.Lambda():
                continue
            case ast.Name(id=name, ctx=ast.Store() | ast.Del()) if name == NAME:
                yield node
            case ast.alias(name=name, asname=other) if (other or name) == NAME:
                yield node
        todo.extend(ast.iter_child_nodes(node))


def declaration_of(tree: ast.Module) -> ast.expr | None:
    """The value that a statement of the top level gives PARAMETERS."""
    for statement in tree.body:
        match statement:
            case ast.Assign(targets=[ast.Name(id=name)], value=value) if name == NAME:
                return value
            case ast.AnnAssign(target=ast.Name(id=name), value=value) if name == NAME:
                return value
    return None


def _name(key: ast.expr | None, declaration: ast.Dict, lines: list[str]) -> str:
    if not isinstance(key, ast.Constant) or not isinstance(key.value, str):
        _fail("the name of a parameter must be a text in quotation marks", span_of(key or declaration, lines))
    name = key.value
    if not name.isascii() or not name.isidentifier() or len(name) > _LONGEST_NAME or name.startswith("__"):
        words = f"the name of a parameter is made of letters, digits and _, at most {_LONGEST_NAME} of them"
        _fail(words, span_of(key, lines))
    return key.value


@dataclass(frozen=True)
class _Declared:
    """The declaration of one parameter, as it is written."""

    name: str
    node: ast.expr
    lines: list[str]

    def read(self) -> Parameter:
        fields = self._fields()
        if "default" not in fields:
            self._fail("needs a default", self.node)
        default = self._value(fields["default"])
        if "choices" in fields:
            return self._listed(default, fields)
        if _is_boolean(default):
            if len(fields) > 1:
                self._fail("is True or False, so it takes a default and nothing else", self.node)
            return self._parameter("boolean", default)
        if isinstance(default, str):
            self._fail('is a word, so it needs "choices": a list of the words it may be', fields["default"])
        return self._ranged(default, fields)

    def _fields(self) -> dict[str, ast.expr]:
        if not isinstance(self.node, ast.Dict):
            self._fail('must be a dictionary with "default" and a range or choices, written out', self.node)
        fields: dict[str, ast.expr] = {}
        for key, value in zip(self.node.keys, self.node.values, strict=True):
            field = key.value if isinstance(key, ast.Constant) else None
            if not isinstance(field, str) or field not in _FIELDS:
                self._fail(f"takes {', '.join(_FIELDS)} and nothing else", key or self.node)
            if field in fields:
                self._fail(f"has {field} twice", key or self.node)
            fields[field] = value
        return fields

    def _ranged(self, default: Value, fields: dict[str, ast.expr]) -> Parameter:
        missing = [field for field in _RANGE if field not in fields]
        if missing:
            self._fail(f"is a number, so it needs min, max and step, or choices; {missing[0]} is missing", self.node)
        low, high, step = (self._number(fields[field], field) for field in _RANGE)
        if step <= 0:
            self._fail("needs a step above 0", fields["step"])
        if low > high:
            self._fail("has a min above its max", fields["min"])
        if (high - low) / step > _MOST_STEPS:
            self._fail(f"has more than {_MOST_STEPS:,} steps in its range; make the step larger", fields["step"])
        whole = all(isinstance(number, int) for number in (default, low, high, step))
        if not low <= default <= high:  # type: ignore[operator]
            self._fail(f"has the default {default}, which is not between {low} and {high}", fields["default"])
        if whole:
            return self._parameter("whole", default, bounds=(low, high, step))
        return self._parameter("number", float(default), bounds=(float(low), float(high), float(step)))

    def _listed(self, default: Value, fields: dict[str, ast.expr]) -> Parameter:
        node = fields["choices"]
        if set(fields) != {"default", "choices"}:
            self._fail("has choices, so it takes no min, max or step", node)
        if not isinstance(node, (ast.List, ast.Tuple)):
            self._fail("needs its choices as a list, written out", node)
        if not 2 <= len(node.elts) <= _MOST_CHOICES:
            self._fail(f"has {len(node.elts)} choices; there may be 2 to {_MOST_CHOICES}", node)
        choices = [self._value(element) for element in node.elts]
        if any(_is_boolean(choice) for choice in (default, *choices)):
            self._fail("is True or False, so it takes a default and nothing else", node)
        words = [isinstance(choice, str) for choice in (default, *choices)]
        if any(words) and not all(words):
            self._fail("must have choices of one kind, like its default: all words or all numbers", node)
        if len(set(choices)) < len(choices):
            self._fail("has the same choice twice", node)
        if default not in choices:
            self._fail(f"has the default {default!r}, which is not one of its choices", fields["default"])
        if all(words):
            return self._parameter("word", default, choices=choices)
        if all(isinstance(choice, int) for choice in choices):
            return self._parameter("whole", int(default), choices=choices)
        return self._parameter("number", float(default), choices=[float(choice) for choice in choices])

    def _value(self, node: ast.expr) -> Value:
        """A value that is written out: anything else is code, which is not run to read it."""
        sign, inner = 1, node
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, (ast.USub, ast.UAdd)):
            sign, inner = (-1 if isinstance(node.op, ast.USub) else 1), node.operand
        value = inner.value if isinstance(inner, ast.Constant) else None
        if isinstance(value, (int, float)) and not (_is_boolean(value) and inner is not node):
            if not abs(value) <= _LARGEST:
                self._fail("has a number that is too large", node)
            return value if _is_boolean(value) else sign * value
        if isinstance(value, str) and inner is node:
            if not 0 < len(value) <= _LONGEST_WORD or not value.isprintable():
                self._fail(f"has a word that is empty, longer than {_LONGEST_WORD} characters or not printable", node)
            return value
        self._fail("must have plain values: numbers, True, False or words, written out without any calculation", node)

    def _number(self, node: ast.expr, field: str) -> int | float:
        value = self._value(node)
        if isinstance(value, str) or _is_boolean(value):
            self._fail(f"needs a number as {field}", node)
        return value

    def _parameter(
        self,
        kind: Kind,
        default: Value,
        *,
        bounds: tuple[float, float, float] | None = None,
        choices: Sequence[Value] | None = None,
    ) -> Parameter:
        listed = None if choices is None else tuple(choices)
        return Parameter(self.name, kind, default, bounds, listed, self.node.lineno)

    def _fail(self, words: str, node: ast.expr) -> NoReturn:
        _fail(f"the parameter {self.name} {words}", span_of(node, self.lines))


def _fail(message: str, span: Span) -> NoReturn:
    raise Fault("contract", message, span)


def _is_boolean(value: object) -> bool:
    return isinstance(value, bool)

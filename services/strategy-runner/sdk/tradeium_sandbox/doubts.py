"""Warnings about parameters: a file with them runs, but hardly as its author means it."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from tradeium_sandbox.fault import Fault, span_of
from tradeium_sandbox.parameters import NAME, Parameter, declaration_of


def doubts(tree: ast.Module, parameters: Sequence[Parameter], lines: list[str]) -> list[Fault]:
    """A warning for each parameter that the code does not read, and where it reads the declaration in their place."""
    if not parameters:
        return []
    declaration = declaration_of(tree)
    mentioned = _mentions(tree, declaration)
    keys = declaration.keys if isinstance(declaration, ast.Dict) else []
    found = [
        _doubt(f"the code never reads the parameter {one.name}: settings.parameters[{one.name!r}]", key, lines)
        for one, key in zip(parameters, keys, strict=True)
        if key is not None and one.name not in mentioned
    ]
    reads = (node for node in ast.walk(tree) if isinstance(node, ast.Name) and node.id == NAME)
    read = next((node for node in reads if isinstance(node.ctx, ast.Load)), None)
    if read:
        found.append(
            _doubt(f"{NAME} has no chosen values, only the declaration: read settings.parameters", read, lines)
        )
    return found


def _doubt(message: str, node: ast.expr, lines: list[str]) -> Fault:
    return Fault("contract", message, span_of(node, lines), is_warning=True)


def _mentions(tree: ast.Module, declaration: ast.expr | None) -> set[str]:
    """The texts outside the declaration; where anything is passed on by `**`, arguments may be parameters, too."""
    texts: set[str] = set()
    arguments: set[str] = set()
    passes_on = False
    todo: list[ast.AST] = [tree]
    while todo:
        node = todo.pop()
        match node:
            case ast.Constant(value=str() as text):
                texts.add(text)
            case ast.arg(arg=name):
                arguments.add(name)
            case ast.keyword(arg=None):
                passes_on = True
        todo.extend(child for child in ast.iter_child_nodes(node) if child is not declaration)
    return texts | arguments if passes_on else texts

"""Prints what a strategy may import and use, as JSON, read from the SDK's source: what the
editor completes is made from it.

Nothing of the SDK is imported, so neither pandas nor TA-Lib has to be there.
"""

from __future__ import annotations

import ast
import json
import sys
from pathlib import Path

PROPERTIES = {"property", "cached_property"}


def main(package: Path) -> None:
    """`package` is the SDK's folder; the exports of its `__init__` come in that order, functions and classes apart."""
    exported = names_of(tree_of(package / "__init__.py"))
    functions, classes = [], []
    for name, module in exported:
        node = definition(tree_of(package / f"{module.rsplit('.', 1)[-1]}.py"), name)
        if isinstance(node, ast.ClassDef):
            classes.append({"name": name, "doc": doc_of(node), "members": members_of(node)})
        else:
            functions.append(described(node))
    print(json.dumps({"functions": functions, "classes": classes}))


def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def names_of(init: ast.Module) -> list[tuple[str, str]]:
    imports = [node for node in init.body if isinstance(node, ast.ImportFrom)]
    return [(alias.name, node.module or "") for node in imports for alias in node.names]


def definition(module: ast.Module, name: str) -> ast.ClassDef | ast.FunctionDef:
    for node in module.body:
        if isinstance(node, (ast.ClassDef, ast.FunctionDef)) and node.name == name:
            return node
    raise LookupError(f"{name} is exported, but defined nowhere")


def doc_of(node: ast.ClassDef | ast.FunctionDef) -> str:
    paragraphs = (ast.get_docstring(node) or "").split("\n\n")
    return "\n\n".join(" ".join(each.split()) for each in paragraphs)


def type_of(annotation: ast.expr | None) -> str:
    return "" if annotation is None else ast.unparse(annotation).replace("pd.", "")


def described(node: ast.FunctionDef) -> dict[str, str]:
    """A function or method: `(close: DataFrame, bars: int = 14)`, what it returns, and what it is for."""
    defaults = [None] * (len(node.args.args) - len(node.args.defaults)) + list(node.args.defaults)
    parameters = [
        f"{argument.arg}: {type_of(argument.annotation)}" + (f" = {ast.unparse(default)}" if default else "")
        for argument, default in zip(node.args.args, defaults, strict=True)
        if argument.arg != "self"
    ]
    name, parts = node.name, ", ".join(parameters)
    return {"name": name, "parameters": f"({parts})", "returns": type_of(node.returns), "doc": doc_of(node)}


def members_of(node: ast.ClassDef) -> list[dict[str, str]]:
    """Fields, attributes that `__init__` sets from its arguments, properties and methods, but for private ones."""
    found = []
    for part in node.body:
        if isinstance(part, ast.AnnAssign) and isinstance(part.target, ast.Name):
            found.append(attribute(part.target.id, type_of(part.annotation), ""))
        elif isinstance(part, ast.FunctionDef) and part.name == "__init__":
            found += set_by(part)
        elif isinstance(part, ast.FunctionDef):
            decorators = {each.id for each in part.decorator_list if isinstance(each, ast.Name)}
            is_property = bool(decorators & PROPERTIES)
            found.append(attribute(part.name, type_of(part.returns), doc_of(part)) if is_property else described(part))
    return [member for member in found if not member["name"].startswith("_")]


def attribute(name: str, returns: str, doc: str) -> dict[str, str]:
    return {"name": name, "parameters": "", "returns": returns, "doc": doc}


def set_by(init: ast.FunctionDef) -> list[dict[str, str]]:
    types = {argument.arg: type_of(argument.annotation) for argument in init.args.args}
    targets = [each.targets[0] for each in init.body if isinstance(each, ast.Assign)]
    return [attribute(each.attr, types.get(each.attr, ""), "") for each in targets if isinstance(each, ast.Attribute)]


if __name__ == "__main__":
    main(Path(sys.argv[1]))

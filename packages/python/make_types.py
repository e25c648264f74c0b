"""Writes the types of reports and rows, from the schema of the calls: python3 make_types.py SCHEMA OUT."""

import json
import sys
from pathlib import Path

#: What the package answers with, by the name that a person uses.
NAMES = {"Reports": "Reports", "ListedReport": "Report", "RowsAnswer": "Rows", "Row": "Row"}
SIMPLE = {"string": "str", "integer": "int", "number": "float", "boolean": "bool", "null": "None"}


def main(schema: Path, out: Path) -> None:
    definitions = json.loads(schema.read_text(encoding="utf-8"))["$defs"]
    wanted, lines = list(NAMES), []
    for name in wanted:
        for other in sorted(names_in(definitions[name])):
            if other not in wanted:
                wanted.append(other)
    for name in wanted:
        lines.append(declared(shown(name), definitions[name]))
    columns = list(definitions["Row"]["properties"])
    head = '"""The types of reports and rows. Made by make_types.py."""\n\n'
    head += "from typing import Any, Literal, NotRequired, TypeAlias, TypedDict\n\n"
    out.write_text(head + f"COLUMNS = {columns!r}\n\n" + "\n".join(lines), encoding="utf-8")


def names_in(node: object) -> set[str]:
    if isinstance(node, list):
        return set().union(*map(names_in, node))
    if not isinstance(node, dict):
        return set()
    own = {node["$ref"].rsplit("/", 1)[1]} if "$ref" in node else set()
    return own.union(*map(names_in, node.values()))


def shown(name: str) -> str:
    return NAMES.get(name, name)


def declared(name: str, node: dict) -> str:
    if node.get("type") != "object" or "properties" not in node:
        return f'{name}: TypeAlias = "{typed(node)}"\n'
    required = node.get("required", [])
    lines = []
    for key, value in node["properties"].items():
        if text := value.get("description"):
            lines.append(f"    # {text}")
        kind = typed(value) if key in required else f"NotRequired[{typed(value)}]"
        lines.append(f'    "{key}": "{kind}",')
    return f'{name} = TypedDict("{name}", {{\n' + "\n".join(lines) + "\n})\n"


def typed(node: dict) -> str:
    if "$ref" in node:
        return shown(node["$ref"].rsplit("/", 1)[1])
    if "const" in node:
        return f"Literal[{node['const']!r}]"
    if "enum" in node:
        return f"Literal[{', '.join(map(repr, node['enum']))}]"
    if len(node.get("allOf", [])) == 1:
        return typed(node["allOf"][0])
    for key in ("anyOf", "oneOf"):
        if key in node:
            return " | ".join(dict.fromkeys(map(typed, node[key])))
    kinds = node.get("type")
    if isinstance(kinds, list):
        return " | ".join(typed({**node, "type": kind}) for kind in kinds)
    if kinds == "array":
        return f"list[{typed(node['items'])}]"
    if kinds == "object":
        return f"dict[str, {typed(node.get('additionalProperties') or {})}]"
    return SIMPLE.get(kinds, "Any")


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))

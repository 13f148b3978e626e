"""Names of types, as groups record them: ``string``, ``record(name:string,n:long)`` and so on."""

from __future__ import annotations

from typing import List, NamedTuple, Optional, Tuple

#: Nested records beyond this many levels are no built-in type.
MAX_DEPTH = 32
#: Types of keys, values and fields.
SCALARS = ("string", "bytes", "int", "long", "double")
#: Types of fields.
FIELDS = (*SCALARS, "boolean", "float", "short", "byte", "char", "instant", "date", "uuid", "decimal")
#: Containers of fields, with the number of their elements' types.
CONTAINERS = {"list": 1, "set": 1, "map": 2, "optional": 1}


class Type(NamedTuple):
    """A parsed type name: a scalar; a container with its ``elements``; or a record with its ``fields``."""

    name: str
    elements: Tuple[Type, ...] = ()
    fields: Tuple[Tuple[str, Type], ...] = ()

    def __str__(self) -> str:
        if self.name == "record":
            return "record(" + ",".join(f"{name}:{each}" for name, each in self.fields) + ")"
        if self.elements:
            return f"{self.name}({','.join(map(str, self.elements))})"
        return self.name

    def is_ordered(self) -> bool:
        """Returns whether it may be part of a key."""
        if self.name in ("decimal", "set", "map"):
            return False
        return all(each.is_ordered() for each in self.elements) and all(each.is_ordered() for _, each in self.fields)


class _Parser:
    """Reads a type name; see ``TypeNameParser`` of the Java API."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 0

    def parse(self) -> Optional[Type]:
        found = self._type(0)
        return found if self._at == len(self._text) else None

    def _type(self, depth: int) -> Optional[Type]:
        name = self._identifier()
        if name == "record" and self._skip("("):
            return self._record(depth) if depth < MAX_DEPTH else None
        if name in CONTAINERS and self._skip("("):
            return self._several(name, depth) if depth < MAX_DEPTH else None
        return Type(name) if name in FIELDS else None

    def _several(self, name: str, depth: int) -> Optional[Type]:
        elements: List[Type] = []
        for i in range(CONTAINERS[name]):
            element = self._type(depth + 1) if i == 0 or self._skip(",") else None
            if element is None:
                return None
            elements.append(element)
        return Type(name, elements=tuple(elements)) if self._skip(")") else None

    def _record(self, depth: int) -> Optional[Type]:
        fields: List[Tuple[str, Type]] = []
        if self._skip(")"):
            return Type("record")
        while True:
            name = self._identifier()
            field = self._type(depth + 1) if name and self._skip(":") else None
            if field is None:
                return None
            fields.append((name, field))
            if not self._skip(","):
                return Type("record", fields=tuple(fields)) if self._skip(")") else None

    def _identifier(self) -> str:
        start = self._at
        while self._at < len(self._text) and (self._text[self._at] in "_$" or self._text[self._at].isalnum()):
            self._at += 1
        return self._text[start : self._at]

    def _skip(self, expected: str) -> bool:
        there = self._text.startswith(expected, self._at)
        self._at += 1 if there else 0
        return there


def parse_type(name: str) -> Optional[Type]:
    """Parses the name of a built-in type of keys and values; None for that of a user's codec."""
    found = _Parser(name).parse()
    return found if found is not None and (found.name == "record" or found.name in SCALARS) else None


def parse_field_type(name: str) -> Optional[Type]:
    """Parses the name of a type of fields, which may be one that keys and values cannot have."""
    return _Parser(name).parse()

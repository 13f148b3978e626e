"""Types that programs declare: Python types, dataclasses and type names, and the codecs for them."""

from __future__ import annotations

import dataclasses
import datetime
import decimal
import sys
import typing
import uuid
from typing import Any, Dict, Iterable, Union

from .encoding import SCALAR_CODECS, Codec, by_name, field_types, record_codec, shown
from .errors import InvalidArgument, TypeMismatch
from .typenames import MAX_DEPTH, Type, parse_field_type, parse_type

TypeLike = Union[type, str, Any]

_PYTHON: Dict[Any, str] = {
    str: "string",
    bytes: "bytes",
    int: "long",
    float: "double",
    bool: "boolean",
    datetime.datetime: "instant",
    datetime.date: "date",
    uuid.UUID: "uuid",
    decimal.Decimal: "decimal",
}


def of(declared: TypeLike, is_key: bool = False) -> Codec:
    """Returns the codec of a Python type, of a dataclass, or of a type name such as ``"int"``."""
    if isinstance(declared, str):
        if not declared:
            raise InvalidArgument("a type has no name")
        codec = by_name(declared)
    else:
        found = _type_of(declared, 0)
        if found.name not in SCALAR_CODECS and found.name != "record":
            raise InvalidArgument(
                f"{found} is a type of fields of records only; use a dataclass with such a field, or another type"
            )
        codec = record_codec(found, declared) if found.name == "record" else SCALAR_CODECS[found.name]
    parsed = parse_type(codec.name)
    if is_key and parsed is not None and not parsed.is_ordered():
        raise InvalidArgument(f"{codec.name} has a decimal, set or map, which have no order, so it is no type of keys")
    return codec


def _type_of(hint: Any, depth: int) -> Type:
    origin = typing.get_origin(hint)
    arguments = typing.get_args(hint)
    if depth > MAX_DEPTH:
        raise InvalidArgument(f"{hint} has records in more than {MAX_DEPTH} levels, or contains itself")
    if hasattr(hint, "__metadata__"):  # Annotated[int, "short"]
        named = [parse_field_type(each) for each in hint.__metadata__ if isinstance(each, str)]
        return next((each for each in named if each is not None), None) or _type_of(arguments[0], depth)
    if isinstance(hint, type) and dataclasses.is_dataclass(hint):
        return Type(
            "record", fields=tuple((name, _type_of(each, depth + 1)) for name, each in field_types(hint).items())
        )
    if origin in (list, set, dict):
        name = {list: "list", set: "set", dict: "map"}[origin]
        return Type(name, elements=tuple(_type_of(each, depth + 1) for each in arguments))
    if origin is Union or (sys.version_info >= (3, 10) and origin is _union_type()):
        given = [each for each in arguments if each is not type(None)]
        if len(given) == 1 and len(arguments) == 2:
            return Type("optional", elements=(_type_of(given[0], depth + 1),))
    try:
        return Type(_PYTHON[hint])
    except (KeyError, TypeError):
        known = "str, bytes, int, float, a dataclass, or a type name as in docs/guide/python.md"
        raise InvalidArgument(f"{hint} is no type of SSS: use {known}") from None


def fields_of(types: Iterable[Any]) -> Dict[Any, Dict[str, Any]]:
    """Returns the types of the fields of all dataclasses in these types, also of nested ones."""
    found: Dict[Any, Dict[str, Any]] = {}
    left = list(types)
    while left:
        each = left.pop()
        if isinstance(each, type) and dataclasses.is_dataclass(each):
            if each not in found:
                found[each] = field_types(each)
                left += found[each].values()
        else:
            left += typing.get_args(each)
    return found


def _union_type() -> Any:
    import types

    return getattr(types, "UnionType", None)


def guess(value: Any) -> TypeLike:
    """Returns the type of an object, for data that is written without a declaration."""
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return type(value)
    for known in (str, bytes, bool, int, float):
        if isinstance(value, known) and known is not bool:
            return known
    if isinstance(value, dict):
        return str(Type("record", fields=tuple((str(name), _guessed(each)) for name, each in value.items())))
    raise InvalidArgument(
        f"the type of {shown(value)} is not known; give key= and value=, each str, bytes, int, float, a dataclass or"
        " a type name"
    )


def _guessed(value: Any) -> Type:
    if isinstance(value, dict):
        return Type("record", fields=tuple((str(name), _guessed(each)) for name, each in value.items()))
    for known, name in _PYTHON.items():
        if isinstance(value, known) and not (known is int and isinstance(value, bool)):
            return Type(name)
    raise InvalidArgument(f"the type of the field {shown(value)} is not known; give value= as a dataclass")


def check_declared(codec: Codec, stored: str, what: str, group: str) -> Codec:
    """Returns the codec if it can read what a group records: the same type, or bytes."""
    if codec.name not in (stored, "bytes"):
        raise TypeMismatch(
            f"{what} of group '{group}' are of type '{stored}', and not '{codec.name}'; declare that type, or bytes"
        )
    return codec

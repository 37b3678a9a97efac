"""The walker from nodes to dataclasses: types it takes, and what it refuses."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

import pytest

from simloop.server.files import FileMistake, Settings, build_config
from simloop.server.files.convert import describe
from simloop.server.files.mistake import Mark
from simloop.server.files.yaml_tree import parse_yaml

Point = tuple[float, float, float]


@dataclass(frozen=True)
class Inner:
    gain: float = 1.0


@dataclass(frozen=True)
class Config:
    rate_hz: float
    rotors: int = 4
    on: bool = False
    label: str = ""
    shape: Literal["round", "square"] = "round"
    limit: float | None = None
    speed: float | Literal["max"] = 1.0
    points: tuple[Point, ...] = ()
    axis: Point = (0.0, 0.0, 1.0)
    names: list[str] = field(default_factory=list)
    inner: Inner = Inner()
    many: tuple[Inner, ...] = ()
    by_name: Mapping[str, Inner] = field(default_factory=dict)
    table: dict[str, float] = field(default_factory=dict)
    anything: Any = None
    total: float = field(init=False, default=0.0)

    def __post_init__(self) -> None:
        if self.rotors < 1:
            raise ValueError("rotors must be at least 1")


def test_every_supported_type() -> None:
    text = """\
rate_hz: 50
rotors: 6
on: true
label: no
shape: square
limit: 1e3
speed: max
points: [[1, 2, 3], [4, 5, 6.5]]
axis: [1, 0, 0]
names: [a, "1"]
inner: {gain: 2}
many: [{gain: 3}, {}]
by_name: {x: {gain: 4}, y: }
table: {a: 1, b: .5}
anything: {deep: [1, two, null]}
"""
    config = build_config(Config, Settings.from_node(parse_yaml(text, "c.yaml"), ""))
    assert config == Config(
        rate_hz=50.0,
        rotors=6,
        on=True,
        label="no",
        shape="square",
        limit=1000.0,
        speed="max",
        points=((1.0, 2.0, 3.0), (4.0, 5.0, 6.5)),
        axis=(1.0, 0.0, 0.0),
        names=["a", "1"],
        inner=Inner(2.0),
        many=(Inner(3.0), Inner()),
        by_name={"x": Inner(4.0), "y": Inner()},
        table={"a": 1.0, "b": 0.5},
        anything={"deep": [1, "two", None]},
    )
    assert isinstance(config.rate_hz, float)


@pytest.mark.parametrize(
    ("values", "line"),
    [
        ({}, "imu: missing key 'rate_hz' in 'imu': add 'rate_hz:' with a number"),
        ({"rate_hz": None}, "imu: 'rate_hz' is empty: write a number"),
        ({"rate_hz": True}, "imu: 'rate_hz' is true: write a number"),
        ({"rate_hz": 1, "rotors": 4.0}, "imu: 'rotors' is 4: write a whole number"),
        ({"rate_hz": 1, "rotors": 0}, "imu: rotors must be at least 1"),
        ({"rate_hz": 1, "on": 1}, "imu: 'on' is 1: write true or false"),
        ({"rate_hz": 1, "axis": [1, 2]}, "imu: 'axis' is a list of 2: write a list of 3 numbers"),
        ({"rate_hz": 1, "points": [[1, 2, "x"]]}, "imu: 'points[0][2]' is the text 'x': write a"),
        ({"rate_hz": 1, "limit": "x"}, "imu: 'limit' is the text 'x': write a number"),
        ({"rate_hz": 1, "speed": "mx"}, "imu: 'speed' is the text 'mx': write a number or 'max'"),
        ({"rate_hz": 1, "table": {"a": "x"}}, "imu: 'a' is the text 'x': write a number"),
        ({"rate_hz": 1, "many": [{"gian": 1}]}, "imu: unknown key 'gian': did you mean 'gain'?"),
        ({"rate_hz": 1, "total": 1}, "imu: unknown key 'total'"),
    ],
)
def test_settings_of_a_program_are_told_by_their_name(values: dict[str, Any], line: str) -> None:
    with pytest.raises(FileMistake) as caught:
        build_config(Config, values, "imu")
    assert str(caught.value).startswith(line)


def test_numbers_like_1e3_are_numbers_and_quotes_make_text() -> None:
    node = parse_yaml("[1e3, 1.5E-2, '1', +4, 0x10, 1_000, 12:30, 2026-01-01, ~, off]", "x")
    assert node.plain() == [
        1000.0,
        0.015,
        "1",
        4,
        "0x10",
        "1_000",
        "12:30",
        "2026-01-01",
        None,
        "off",
    ]


def test_every_value_knows_its_line() -> None:
    node = parse_yaml("a: 1\nb:\n  - x\n  - c: {d: 2}\n", "f.yaml")
    assert isinstance(node.value, dict)
    b = node.value["b"]
    assert isinstance(b.value, list)
    assert (b.mark, b.value[1].mark) == (Mark("f.yaml", 2), Mark("f.yaml", 4))


def test_settings_compare_by_value_not_by_place() -> None:
    here = Settings.from_node(parse_yaml("a: 1\n", "here.yaml"), "")
    there = Settings.from_node(parse_yaml("\n\na: 1\n", "there.yaml"), "")
    assert here == there
    assert here != Settings.of({"a": 2})


def test_an_error_of_a_plugin_is_placed_at_the_key_it_names() -> None:
    settings = Settings.from_node(parse_yaml("a: 1\nmass_kg: -1\n", "q.yaml"), "")
    mistake = settings.mistake(ValueError("multirotor: mass_kg must be positive"))
    assert str(mistake) == "q.yaml:2: multirotor: mass_kg must be positive"


def test_a_mistake_is_one_line_whatever_its_message() -> None:
    assert (
        str(FileMistake(Mark("f", 3, 4), "two\nlines", "and\n a fix"))
        == "f:3:4: two lines: and a fix"
    )


@pytest.mark.parametrize(
    ("hint", "words"),
    [
        (float | None, "a number"),
        (Point, "a list of 3 numbers"),
        (tuple[float, ...], "a list of numbers"),
        (tuple[Point, ...], "a list of lists of 3 numbers"),
        (tuple[Inner, ...], "a list of mappings"),
        (float | Literal["max"], "a number or 'max'"),
    ],
)
def test_types_in_words(hint: Any, words: str) -> None:
    assert describe(hint) == words

"""What the sources of the page promise: legible colours, events in the guide, no dead style."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SOURCES = ROOT / "web" / "src"
LEGIBLE = 4.5
# Classes that others give: uPlot, and names that are put together from parts.
FOREIGN = re.compile(r"u-\w+|level-(info|good|warn|bad)|dock-(edge-)?\w+|edge-[xy]")

Colour = tuple[float, float, float]


def _variables(theme: str) -> dict[str, str]:
    style = (SOURCES / "styles" / "base.css").read_text()
    block = re.search(rf'\[data-theme="{theme}"\] \{{(.*?)\n\}}', style, re.DOTALL)
    assert block is not None
    return dict(re.findall(r"--([\w-]+): ([^;]+);", block.group(1)))


def _over(colour: str, below: Colour) -> Colour:
    """A colour of the style sheet as it is seen on another."""
    if colour.startswith("#"):
        red, green, blue = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
        return float(red), float(green), float(blue)
    *parts, percent = map(float, re.findall(r"[\d.]+", colour))
    share = percent / 100.0
    red, green, blue = (p * share + b * (1.0 - share) for p, b in zip(parts, below, strict=True))
    return red, green, blue


def _luminance(colour: Colour) -> float:
    shares = [part / 255.0 for part in colour]
    linear = [s / 12.92 if s <= 0.03928 else ((s + 0.055) / 1.055) ** 2.4 for s in shares]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def _contrast(first: Colour, second: Colour) -> float:
    dark, bright = sorted((_luminance(first), _luminance(second)))
    return (bright + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_words_are_legible(theme: str) -> None:
    known = _variables(theme)
    page = _over(known["page"], (0.0, 0.0, 0.0))
    glass = _over(known["glass"], page)
    well = _over(known["well"], glass)
    grounds = [page, glass, well, _over(known["glass-strong"], page), _over(known["sheet"], page)]
    for name in ("text", "soft", "faint", "accent", "good", "warn", "bad"):
        ink = _over(known[name], page)
        worst = min(_contrast(ink, ground) for ground in grounds)
        assert worst >= LEGIBLE, f"--{name} of {theme}: {worst:.2f}"
    # What is chosen or under the pointer stands on a stronger well.
    chosen = _over(known["well-strong"], glass)
    for name in ("text", "soft", "accent", "good", "warn", "bad"):
        assert _contrast(_over(known[name], page), chosen) >= LEGIBLE, f"--{name} of {theme}"
    ink, accent = (_over(known[name], page) for name in ("accent-ink", "accent"))
    assert _contrast(ink, accent) >= LEGIBLE


def test_the_guide_tells_every_event_and_no_other() -> None:
    source = (SOURCES / "events.ts").read_text()
    listed = source.partition("export interface Events {")[2].partition("\n}")[0]
    events = set(re.findall(r"^  (\w+):", listed, re.MULTILINE))
    explained = set(re.findall(r"\*/\n  (\w+):", listed))
    guide = (ROOT / "docs" / "guides" / "studio_panels.md").read_text()
    table = guide.partition("| event | |")[2].partition("\n\n")[0]
    told = {
        name
        for line in table.splitlines()
        for name in re.findall(r"`(\w+)`", line.split("|")[1] if "|" in line else "")
    }
    assert told == events
    assert explained == events


def test_every_class_of_the_style_sheets_is_used() -> None:
    code = "\n".join(path.read_text() for path in SOURCES.rglob("*.ts"))
    used = set(re.findall(r"[\w-]+", code))
    for sheet in SOURCES.rglob("*.css"):
        style = re.sub(r"/\*.*?\*/", "", sheet.read_text(), flags=re.DOTALL)
        selectors = re.sub(r"\{[^{}]*\}", "{}", style)
        classes = set(re.findall(r"\.([a-zA-Z][\w-]*)", selectors))
        dead = {name for name in classes - used if not FOREIGN.fullmatch(name)}
        assert not dead, f"{sheet.relative_to(ROOT)}: {sorted(dead)}"

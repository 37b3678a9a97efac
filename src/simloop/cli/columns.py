"""Facts as aligned lines: a name with its unit, and numbers short enough to read."""

from collections.abc import Mapping, Sequence

WIDTH = 24


def show(value: object) -> str:
    """A value as text; numbers with four digits that matter."""
    if isinstance(value, bool) or value is None:
        return {True: "yes", False: "no", None: "-"}[value]
    if isinstance(value, float):
        return f"{0.0 if abs(value) < 1e-9 else value:.4g}"
    if isinstance(value, Sequence) and not isinstance(value, str):
        return ", ".join(show(part) for part in value)
    return str(value)


def print_facts(facts: Mapping[str, object]) -> None:
    """One line each."""
    for name, value in facts.items():
        print(f"  {name:<{WIDTH}} {show(value)}")


def print_table(head: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
    """Columns as wide as what is in them; numbers to the right."""
    cells = [list(head), *([show(value) for value in row] for row in rows)]
    widths = [max(len(row[i]) for row in cells) for i in range(len(head))]
    numeric = [all(isinstance(row[i], (int, float)) for row in rows) for i in range(len(head))]
    for row in cells:
        parts = [
            f"{text:>{width}}" if right else f"{text:<{width}}"
            for text, width, right in zip(row, widths, numeric, strict=True)
        ]
        print("  " + "  ".join(parts).rstrip())

"""Text that may hold words of strangers, fit for a terminal and a list: one line, not too long."""

_LONGEST = 300


def one_line(text: str, longest: int = _LONGEST) -> str:
    """The text without line breaks and controls, which a terminal would obey, cut at the end."""
    plain = "".join(sign if sign.isprintable() else " " for sign in text[: longest + 1])
    return plain if len(plain) <= longest else f"{plain[: longest - 3]}..."

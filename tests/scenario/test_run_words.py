"""What a run says: events wherever it runs, and nothing but its end when it shall be quiet."""

import pytest

from simloop.cli.main import main

RUN = ["run", "square", "--speed", "max", "--for", "4", "--no-out", "--page-port", "0"]


def test_a_log_without_a_page_has_the_events(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*RUN, "--headless"]) == 0
    said = capsys.readouterr()
    assert "3.25 s  quad_0     takes off" in said.err
    assert "square: success" in said.out


@pytest.mark.parametrize("more", [(), ("--headless",)])
def test_quiet_says_only_how_it_ended(
    more: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*RUN, "--quiet", *more]) == 0
    said = capsys.readouterr()
    assert "quad_0     takes off" not in said.err
    assert "real time; Ctrl-C stops" not in said.err
    assert "square: success" in said.out

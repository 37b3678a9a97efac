"""The analysis verbs as a user meets them: text, JSON, pictures, mistakes, and the guide itself."""

import builtins
import json
import re
import struct
from pathlib import Path
from typing import Any

import pytest
import yaml

from simloop.cli.main import main
from simloop.cli.plots.poles import step_response
from simloop.server.analysis import linearise
from simloop.server.files.load import load_scenario

GUIDE = Path(__file__).parents[2] / "docs" / "guides" / "analysis.md"
pytest.importorskip("matplotlib")


def json_of(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    assert main([*arguments, "--json"]) == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


def mistake_of(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    try:
        code = main(list(arguments))
    except SystemExit as stop:
        code = int(str(stop.code))
    assert code == 2
    text = capsys.readouterr().err.strip()
    assert "Traceback" not in text
    return text.splitlines()[-1]


KEYS = {
    "quad": ("hover_throttle", "thrust_to_weight", "hover_current_a", "hover_time_min"),
    "aerosonde": ("stall_speed_mps", "best_glide_ratio", "max_level_speed_mps", "cruise_throttle"),
    "rover_ackermann": (
        "max_speed_mps",
        "turning_radius_m",
        "stopping_distance_m",
        "steepest_climb_deg",
    ),
    "workboat": ("draft_m", "max_speed_mps", "turning_radius_m", "roll_period_s", "heave_period_s"),
    "nasa_brick": ("mass_kg", "inertia_kgm2"),
}


@pytest.mark.parametrize("vehicle", KEYS)
def test_info_knows_every_class(capsys: pytest.CaptureFixture[str], vehicle: str) -> None:
    facts = json_of(capsys, "info", vehicle)
    assert set(KEYS[vehicle]) <= set(facts)
    assert main(["info", vehicle]) == 0
    lines = capsys.readouterr().out.splitlines()
    starts = {len(line) - len(line[26:].lstrip()) for line in lines[1:] if len(line) > 27}
    assert starts == {27}, "values stand below each other"


def test_hover_time_is_charge_over_current(capsys: pytest.CaptureFixture[str]) -> None:
    facts = json_of(capsys, "info", "quad")
    assert facts["hover_time_min"] == pytest.approx(8.0 * 60.0 / facts["hover_current_a"])


def test_trim_of_a_wing_agrees_with_its_formulas(capsys: pytest.CaptureFixture[str]) -> None:
    facts = json_of(capsys, "info", "aerosonde")
    speed = facts["cruise_speed_mps"]
    point = json_of(capsys, "trim", "aerosonde", "--speed", str(speed))
    # The formula leaves the propeller's torque out. Full command is 40 degrees, and the nose is up.
    assert point["angle_of_attack_deg"] == pytest.approx(facts["cruise_alpha_deg"], abs=0.02)
    assert abs(40.0 * point["elevator"]) == pytest.approx(
        abs(facts["cruise_elevator_deg"]), abs=0.05
    )
    assert point["how"] == "wing"
    assert point["sideslip_deg"] == pytest.approx(0.0, abs=1e-9)


def test_info_of_the_slalom_boat_is_force_over_damping(capsys: pytest.CaptureFixture[str]) -> None:
    facts = json_of(capsys, "info", "slalom_boat")
    # 0.1 N against 0.1 N s/m, and 1 kg.
    assert facts["max_speed_mps"] == pytest.approx(1.0)
    assert facts["time_constant_s"] == pytest.approx(10.0)


def test_trim_of_a_boat_ends_at_its_top_speed(capsys: pytest.CaptureFixture[str]) -> None:
    top = json_of(capsys, "info", "usv")["max_speed_mps"]
    almost = json_of(capsys, "trim", "usv", "--speed", f"{0.98 * top:.3f}")
    assert 0.95 < almost["throttle"] < 1.0
    text = mistake_of(capsys, "trim", "usv", "--speed", f"{1.05 * top:.3f}")
    assert re.search(r"needs throttle 1\.0\d, but has at most 1", text)


def test_trim_prints_a_headline_and_numbers(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["trim", "quad", "--speed", "5", "--turn-radius", "30", "--altitude", "500"]) == 0
    text = capsys.readouterr().out
    assert text.startswith("quad: trim at 5 m/s on a radius of 30 m, on its rotors, altitude 500 m")
    assert "motor_command" in text


def test_linearise_tells_the_modes_of_a_wing(capsys: pytest.CaptureFixture[str]) -> None:
    facts = json_of(capsys, "linearise", "aerosonde", "--speed", "25")
    names = {mode["name"]: mode for mode in facts["modes"]}
    assert set(names) == {"short period", "phugoid", "dutch roll", "roll", "spiral"}
    # Lanchester: without drag the phugoid's period is pi sqrt(2) V / g.
    assert names["phugoid"]["period_s"] == pytest.approx(11.3, rel=0.2)
    assert names["short period"]["damping_ratio"] > 0.3
    assert [len(facts["A"]), len(facts["A"][0]), len(facts["B"][0])] == [12, 12, 4]
    assert main(["linearise", "aerosonde", "--speed", "25"]) == 0
    text = capsys.readouterr().out
    assert "longitudinal d/dt" in text
    assert "± " in text


def test_a_boat_rolls_with_its_natural_period(capsys: pytest.CaptureFixture[str]) -> None:
    period = json_of(capsys, "info", "workboat")["roll_period_s"]
    facts = json_of(capsys, "linearise", "workboat", "--speed", "2")
    (roll,) = [mode for mode in facts["modes"] if mode["name"] == "roll"]
    assert roll["period_s"] == pytest.approx(period, rel=0.03)


PICTURES = (
    ("info", "quad"),
    ("info", "aerosonde"),
    ("info", "rover_ackermann"),
    ("info", "workboat"),
    ("trim", "usv", "--speed", "1"),
    ("linearise", "quad", "--speed", "5"),
)


@pytest.mark.parametrize("arguments", PICTURES, ids=lambda words: " ".join(words[:2]))
def test_a_picture_is_drawn(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, arguments: tuple[str, ...]
) -> None:
    file = tmp_path / "picture.png"
    assert main([*arguments, "--plot", str(file)]) == 0
    data = file.read_bytes()
    assert data.startswith(b"\x89PNG")
    width, height = struct.unpack(">II", data[16:24])
    assert width > 1000
    assert height > 500


def test_the_same_picture_comes_twice(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    for name in ("a.svg", "b.svg"):
        arguments = ["linearise", "quad", "--speed", "0", "--plot", str(tmp_path / name)]
        assert main(arguments) == 0
    text = (tmp_path / "a.svg").read_text()
    assert text == (tmp_path / "b.svg").read_text()
    assert "<svg" in text


def test_without_matplotlib_the_fix_is_told(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = builtins.__import__

    def without(name: str, *rest: Any, **more: Any) -> Any:
        if name.startswith("matplotlib"):
            raise ImportError(name)
        return real(name, *rest, **more)

    monkeypatch.setattr(builtins, "__import__", without)
    text = mistake_of(capsys, "info", "quad", "--plot", str(tmp_path / "p.png"))
    assert "pip install 'simloop[plot]'" in text


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("trim", "quadd", "--speed", "5"), "did you mean 'quad'"),
        (("trim", "quad"), "--speed"),
        (("trim", "quad", "--speed", "-1"), "0 or more"),
        (("trim", "quad", "--speed", "5", "--plot", "p.gif"), "no picture"),
        (("trim", "nasa_brick", "--speed", "5"), "has no actuators"),
        (("trim", "usv", "--speed", "1", "--flight-path", "3"), "cannot climb"),
        (("info", "nasa_brick", "--plot", "p.png"), "nothing to draw"),
    ],
)
def test_a_mistake_is_one_line(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], words: str
) -> None:
    assert words in mistake_of(capsys, *arguments)


def test_the_guide_runs(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    blocks = re.findall(r"```(\w*)\n(.*?)```", GUIDE.read_text(), re.DOTALL)
    (program,) = [text for kind, text in blocks if kind == "python"]
    exec(compile(program, str(GUIDE), "exec"), {})
    printed = capsys.readouterr().out
    assert "bank 10" in printed
    assert "surge: -0.49 1/s, half after 1.4 s" in printed
    for kind, text in blocks:
        if kind == "yaml":
            base = {"world": "calm", "vehicles": [{"model": "quad"}], **yaml.safe_load(text)}
            file = tmp_path / "guide.yaml"
            file.write_text(yaml.safe_dump(base))
            load_scenario(str(file))


def test_a_step_ends_where_the_model_balances() -> None:
    model = linearise("quad", speed_mps=0.0)
    # Heave has one pole: a step of thrust ends at B / -A.
    time_s, speed = step_response(model, "throttle", "w_mps", 60.0)
    expected = -0.01 * model.B[2, 0] / model.A[2, 2]
    assert time_s[-1] == pytest.approx(60.0)
    assert speed[-1] == pytest.approx(expected, rel=1e-3)

"""What docs/guides/board.md and parameters.md show, runs; the Linux board keeps the contract."""

import importlib
import os
import re
import struct
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from simloop.firmware import board as interface
from simloop.firmware.board import Board
from simloop.testing import BoardBench, check_board

GUIDES = Path(__file__).parents[2] / "docs" / "guides"
TEXT = {name: (GUIDES / name).read_text() for name in ("board.md", "parameters.md")}
BLOCKS = [
    (name, code)
    for name, text in TEXT.items()
    for code in re.findall(r"^```python\n(.*?)^```", text, re.DOTALL | re.MULTILINE)
]
FILES = {found[1]: code for _, code in BLOCKS if (found := re.match(r"# (\w+)\.py\n", code))}
PROGRAMS = [(name, code) for name, code in BLOCKS if code not in FILES.values()]


class Chip:
    """The registers of an IMU that lies level: z reads 1 g upwards."""

    def __init__(self) -> None:
        self.max_speed_hz, self.mode = 0, 0
        self._ready_at_s = 0.0

    def open(self, bus: int, device: int) -> None:
        assert (bus, device) == (0, 0)

    def xfer2(self, sent: list[int]) -> list[int]:
        register, rest = sent[0] & 0x7F, len(sent) - 1
        if not sent[0] & 0x80:
            return [0] * len(sent)
        if register == 0x2D:
            ready = time.monotonic() > self._ready_at_s
            self._ready_at_s = time.monotonic() + 0.0004 if ready else self._ready_at_s
            return [0, 0x08 if ready else 0]
        if register == 0x75:
            return [0, 0x47]
        return [0, *struct.pack(">6h", 0, 0, 2048, 16, 0, 0)[:rest]]


@pytest.fixture
def linux_board(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ModuleType]:
    """The guide's module, with a chip in the place of the driver."""
    driver = ModuleType("spidev")
    driver.SpiDev = Chip  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "spidev", driver)
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "linux_board.py").write_text(FILES["linux_board"])
    monkeypatch.delitem(sys.modules, "linux_board", raising=False)
    yield importlib.import_module("linux_board")
    sys.modules.pop("linux_board", None)


def linux_bench(module: ModuleType, folder: Path) -> BoardBench:
    """The board with a pseudo terminal and a directory in the place of its devices."""
    pwm = folder / "pwm"
    for output in range(4):
        (pwm / f"pwm{output}").mkdir(parents=True)
        (pwm / f"pwm{output}" / "enable").write_text("0")
    far, near = os.openpty()
    os.set_blocking(far, False)
    places = {
        "serial": Path(os.ttyname(near)),
        "pwm": pwm,
        "memory": folder / "memory",
        "backup": folder / "backup.bin",
    }
    board = module.LinuxBoard(**places)

    def send(lane: int, data: bytes) -> None:
        with suppress(BlockingIOError):
            os.write(far, data)

    def receive(lane: int) -> bytes:
        got = b""
        for _ in range(1000):
            board.serial_flush(lane)
            with suppress(BlockingIOError):
                got += os.read(far, 4096)
        return got

    def pulses() -> np.ndarray:
        row = []
        for output in range(4):
            files = pwm / f"pwm{output}"
            duty_ns = int((files / "duty_cycle").read_text())
            row.append((duty_ns - 1e6) / 1e6 if (files / "enable").read_text() == "1" else 0.0)
        return np.array([row])

    def restart() -> Board:
        again: Board = module.LinuxBoard(**places)
        return again

    return BoardBench(
        board=board,
        lanes=board.lanes,
        pass_time=lambda: time.sleep(0.0005),
        pulses=pulses,
        send=send,
        receive=receive,
        restart=restart,
        leds=lambda lane: (board.parts[lane].led0, board.parts[lane].led1),
        absent=("mag", "baro", "gnss", "diff_pressure", "sonar", "battery", "rc"),
    )


def test_the_linux_board_keeps_the_contract(linux_board: ModuleType, tmp_path: Path) -> None:
    folders = iter(range(100))
    check_board(lambda: linux_bench(linux_board, tmp_path / str(next(folders))))


def test_the_linux_board_turns_the_chip_into_frd(linux_board: ModuleType, tmp_path: Path) -> None:
    board = linux_bench(linux_board, tmp_path).board
    board.init_board()
    board.sensors_init()
    assert board.sensors_init_message(0) == "imu is there"
    samples = {"imu_accel_frd_mps2": np.zeros((1, 3)), "imu_gyro_frd_radps": np.zeros((1, 3))}
    assert board.imu_read(samples)
    assert samples["imu_accel_frd_mps2"][0] == pytest.approx((0.0, 0.0, -9.80665))
    assert np.degrees(samples["imu_gyro_frd_radps"][0, 0]) == pytest.approx(16.0 / 16.4)


@pytest.mark.parametrize("number", range(len(PROGRAMS)))
def test_each_program_runs(number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    name, code = PROGRAMS[number]
    exec(compile(code, f"{name}, program {number + 1}", "exec"), {"__name__": "guide"})


def test_the_guide_names_the_whole_interface() -> None:
    groups = ("Setup", "Clock", "Serial", "Sensors", "Outputs", "Memory", "BackupMemory", "Leds")
    names = [
        name
        for group in groups
        for name in vars(getattr(interface, group))
        if not name.startswith("_")
    ]
    assert len(names) == 43
    missing = [name for name in names if f"`{name}`" not in TEXT["board.md"]]
    assert not missing, f"the guide does not name {', '.join(missing)}"

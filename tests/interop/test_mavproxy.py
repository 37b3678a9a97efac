"""MAVProxy flies a vehicle by its own commands, typed as a person would."""

import os
import pty
import re
import subprocess
import sys
import time
from pathlib import Path
from threading import Thread

import pytest
from ground_vehicle import free_port, waiting_vehicle

MAVPROXY = Path(sys.executable).with_name("mavproxy.py")
SPEED = 4.0
STEP_S = 60.0
MODULES = "param,wp,arm,mode,cmdlong,rally,fence,misc"
# Sequence, current, frame, command, four parameters, latitude, longitude, height, go on.
ITEM = "{0}\t{1}\t3\t16\t{2}\t0\t0\t0\t{3:.7f}\t{4:.7f}\t12\t1"


class Station:
    """MAVProxy in a terminal: type a line, wait for an answer."""

    def __init__(self, port: int, folder: Path) -> None:
        self._hand, terminal = pty.openpty()
        self._seen = ""
        self._process = subprocess.Popen(
            [
                sys.executable,
                str(MAVPROXY),
                f"--master=udpin:127.0.0.1:{port}",
                f"--default-modules={MODULES}",
                f"--state-basedir={folder}",
            ],
            stdin=terminal,
            stdout=terminal,
            stderr=terminal,
            close_fds=True,
        )
        os.close(terminal)
        self._reader = Thread(target=self._read, daemon=True)
        self._reader.start()

    def type(self, line: str) -> int:
        """Enter a line; returns where its answer begins."""
        mark = len(self._seen)
        os.write(self._hand, f"{line}\n".encode())
        return mark

    def wait(self, pattern: str, mark: int = 0, within_s: float = STEP_S) -> re.Match[str]:
        """What matches in the terminal's text after `mark`."""
        deadline = time.monotonic() + within_s
        while time.monotonic() < deadline:
            found = re.search(pattern, self._seen[mark:])
            if found:
                return found
            time.sleep(0.05)
        raise AssertionError(f"no {pattern!r} within {within_s} s in:\n{self._seen[-2000:]}")

    def do(self, line: str, answer: str, within_s: float = STEP_S) -> re.Match[str]:
        """Enter a line and wait for its answer."""
        return self.wait(answer, self.type(line), within_s)

    def close(self) -> None:
        self._process.kill()
        self._process.wait(timeout=10.0)
        os.close(self._hand)

    def _read(self) -> None:
        while True:
            try:
                data = os.read(self._hand, 4096)
            except OSError:
                return
            self._seen += data.decode("utf-8", "replace")


def position(station: Station) -> tuple[float, float, float]:
    """Latitude and longitude in degrees, height above home in m."""
    found = station.do(
        "status GLOBAL_POSITION_INT",
        r"lat : (-?\d+), lon : (-?\d+), alt : -?\d+, relative_alt : (-?\d+)",
    )
    latitude, longitude, height = (int(number) for number in found.groups())
    return latitude * 1e-7, longitude * 1e-7, height * 1e-3


def fly(station: Station, folder: Path) -> None:
    station.wait(r"Received (\d+) parameters")
    latitude, longitude, _ = position(station)
    plan = folder / "plan.txt"
    rows = [
        ITEM.format(0, 1, 0, latitude, longitude),
        ITEM.format(1, 0, 1, latitude + 0.0002, longitude),
        ITEM.format(2, 0, 1, latitude + 0.0002, longitude + 0.0002),
    ]
    plan.write_text("QGC WPL 110\n" + "\n".join(rows) + "\n")
    station.do(f"wp load {plan}", r"Loaded 3 waypoints")
    station.wait(r"MISSION_ACK.*ACCEPTED")
    saved = folder / "saved.txt"
    station.do(f"wp save {saved}", r"Saved 3 waypoints")
    columns = [line.split() for line in saved.read_text().splitlines()[1:]]
    assert [float(row[8]) for row in columns[1:]] == pytest.approx([latitude + 0.0002] * 2)
    station.do("mode GUIDED", r"Mode GUIDED|GUIDED>")
    station.do("arm throttle", r"ARMED")
    station.do("takeoff 8", r"NAV_TAKEOFF: ACCEPTED")
    deadline = time.monotonic() + STEP_S
    while position(station)[2] < 7.0:
        assert time.monotonic() < deadline, "it did not climb"
        time.sleep(0.2)
    mark = station.type("mode AUTO")
    station.wait(r"item reached: 2", mark)
    mark = station.type("mode RTL")
    station.wait(r"DISARMED", mark)
    end = position(station)
    assert end[:2] == pytest.approx((latitude, longitude), abs=2e-5)


@pytest.mark.timeout(900)
@pytest.mark.parametrize("board", ["fused", pytest.param("sil", marks=pytest.mark.soak)])
def test_a_person_connects_flies_a_mission_returns_and_lands(tmp_path: Path, board: str) -> None:
    if not MAVPROXY.exists():
        pytest.skip("MAVProxy is not installed: make setup")
    port = free_port()
    sets = (f"vehicles[0].model.autopilot.settings.board={board}",)
    with waiting_vehicle(f"udpout:127.0.0.1:{port}", speed=SPEED, sets=sets):
        station = Station(port, tmp_path)
        try:
            fly(station, tmp_path)
        finally:
            station.close()

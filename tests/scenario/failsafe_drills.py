"""Failsafe drills: a fleet of quads, each with a cause and an action of its own, in one flight."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simloop.firmware.codes import Failsafe
from simloop.server.simulation import Simulation

# A pass of the command tasks, in ticks; the first is in tick 2 and works on the sample of tick 0.
PASS_TICKS = 8
# Orders are handed in after tick 6001: what they change is found by the pass of tick 6010.
CAUSE_TICK = 6000
END_TICK = 26_000
MISSION = {"takeoff_altitude_m": 10.0, "hold_s": 100.0, "waypoints_ned_m": [[25.0, 15.0, -10.0]]}
# 4 Ah: the tenth that is left when the battery is critical lasts for a minute and a half.
CAPACITY_C = 14_400.0

# What the command tasks of a pass find, read in the tick before.
INPUTS = (
    "rc_lost",
    "rc_sequence",
    "fw_gcs_seen",
    "fw_battery_left",
    "fw_battery_voltage_v",
    "fw_position_ok",
    "fw_contradicted",
    "fw_attitude_ok",
    "fw_armed",
    "fw_flying",
    "fw_position_ned_m",
    "fw_home_ned_m",
    "position_ned_m",
)
Trace = Mapping[str, NDArray[Any]]
Columns = dict[str, float | list[float]]


def battery(charge: float) -> Columns:
    """A battery with this share of its charge."""
    return {
        "battery_capacity_c": CAPACITY_C,
        "battery_charge_used_c": (1.0 - charge) * CAPACITY_C,
        "fw_battery_capacity_c": CAPACITY_C,
    }


@dataclass(frozen=True)
class Drill:
    """One failsafe: how it is brought about, what is wrong then, and when it must act."""

    place: int
    words: str
    time_s: float
    wrong: Callable[[Trace], NDArray[Any]] = lambda trace: trace["fw_flying"] < 0.0
    start: Columns = field(default_factory=dict)
    commands: tuple[tuple[int, str, dict[str, Any]], ...] = ()
    # Links are silent from the last message on, others wrong from the first pass that sees it.
    silence: str = ""

    def due_tick(self, trace: Trace) -> int:
        """The tick of the sample with which it must act, from what the firmware found."""
        if self.silence:
            first = int(np.flatnonzero(np.diff(trace[self.silence]))[-1]) + 1
        else:
            first = int(np.flatnonzero(self.wrong(trace) & (trace["fw_flying"] > 0.0))[0])
        return PASS_TICKS * (first + round(self.time_s * 400 / PASS_TICKS))


def _outside(trace: Trace) -> NDArray[Any]:
    place = trace["fw_position_ned_m"] - trace["fw_home_ned_m"]
    return np.asarray(np.hypot(place[:, 0], place[:, 1]) > 20.0)


def _above(trace: Trace) -> NDArray[Any]:
    return np.asarray(trace["fw_home_ned_m"][:, 2] - trace["fw_position_ned_m"][:, 2] > 8.0)


def _past_the_line(trace: Trace) -> NDArray[Any]:
    return np.asarray(trace["fw_position_ned_m"][:, 0] > 15.0)


def _triangle() -> Columns:
    """North of 15 m from the origin nothing is allowed, the edge is far from everything else."""
    corners = [(-300.0, 0.0), (15.0, -400.0), (15.0, 400.0)]
    rows = [number for north, east in corners for number in (north, east, 0.0)]
    return {
        "fw_fence_enabled": 1.0,
        "fw_fence_vertex": rows + [0.0] * (96 - len(rows)),
        "fw_fence_vertex_count": 3.0,
        "fw_fence_polygon": [1.0] + [0.0] * 7,
    }


_ON = (200, "radio", {"signal": "on"})
_HEARD = (200, "ground_station", {"heard": True})

RADIO_LOST = Drill(
    Failsafe.RC,
    "radio signal lost",
    0.0,
    lambda t: np.asarray(t["rc_lost"] > 0.0),
    commands=(_ON, (CAUSE_TICK, "radio", {"signal": "lost"})),
)
RADIO_SILENT = Drill(
    Failsafe.RC,
    "radio signal lost",
    1.0,
    commands=(_ON, (CAUSE_TICK, "radio", {"signal": "silent"})),
    silence="rc_sequence",
)
STATION_LOST = Drill(
    Failsafe.GCS,
    "ground station lost",
    5.0,
    commands=(_HEARD, (CAUSE_TICK, "ground_station", {"heard": False})),
    silence="fw_gcs_seen",
)
BATTERY_LOW = Drill(
    Failsafe.BATTERY_LOW,
    "battery low",
    10.0,
    lambda t: np.asarray(t["fw_battery_left"] < 0.2),
    start=battery(0.22),
)
VOLTAGE_LOW = Drill(
    Failsafe.BATTERY_LOW,
    "battery low",
    10.0,
    lambda t: np.asarray(t["fw_battery_voltage_v"] < 22.8),
    start=battery(0.5) | {"fw_battery_least_v": [0.0, 22.8, 0.0]},
)
BATTERY_CRITICAL = Drill(
    Failsafe.BATTERY_CRITICAL,
    "battery critical",
    1.0,
    lambda t: np.asarray(t["fw_battery_left"] < 0.1),
    start=battery(0.12) | {"fw_battery_least_left": [0.0, 0.0, 0.1], "fw_battery_least_v": 0.0},
)
POSITION_LOST = Drill(
    Failsafe.GNSS,
    "position lost",
    2.0,
    lambda t: np.asarray(t["fw_position_ok"] == 0.0),
    # A bound that dead reckoning passes within eight seconds.
    start={"fw_position_limit_m": 1.0},
    commands=((CAUSE_TICK, "set", {"values": {"gnss_status": [0.0, 0.0]}}),),
)
CONTRADICTED = Drill(
    Failsafe.ESTIMATOR,
    "estimate not healthy",
    0.5,
    lambda t: np.asarray((t["fw_contradicted"] > 0.0) | (t["fw_attitude_ok"] == 0.0)),
    commands=(
        (
            CAUSE_TICK,
            "set",
            {
                "values": {
                    "gnss_wander_ned_m": [50.0, 0.0, 0.0],
                    "velocity_frd_mps": [2.0, 0.0, 0.0],
                }
            },
        ),
    ),
)
CIRCLE_LEFT = Drill(
    Failsafe.FENCE,
    "fence left",
    0.0,
    _outside,
    start={"fw_fence_enabled": 1.0, "fw_fence_limit_m": [20.0, 0.0, 0.0, 2.0]},
)
CEILING_LEFT = Drill(
    Failsafe.FENCE,
    "fence left",
    0.0,
    _above,
    start={"fw_fence_enabled": 1.0, "fw_fence_limit_m": [0.0, 8.0, 0.0, 2.0]},
)
POLYGON_LEFT = Drill(Failsafe.FENCE, "fence left", 0.0, _past_the_line, start=_triangle())


class DrillFlight:
    """Flies drills side by side, and keeps what the firmware found in every pass."""

    def __init__(self, drills: list[tuple[Drill, float]]) -> None:
        self.drills = drills
        self.simulation = Simulation.load(
            "hover",
            count=len(drills),
            sets=[f"vehicles[0].mission={MISSION}", "vehicles[0].spacing_m=60", "duration_s=65"],
        )
        self.names = list(self.simulation.monitor.flights)
        self._looks: dict[str, list[NDArray[Any]]] = {name: [] for name in INPUTS}
        for number, (drill, action) in enumerate(drills):
            for name, value in drill.start.items():
                self.column(number, name)[:] = value
            self.column(number, "fw_failsafe_action")[drill.place] = action

    def column(self, number: int, name: str) -> NDArray[Any]:
        """The numbers of one vehicle's column, as they are now."""
        world = self.simulation.world
        return world.vector(world.by_name(self.names[number]), name)

    def fly(self) -> None:
        """To the end; every pass is looked at in the tick before it."""
        simulation, orders = self.simulation, self._orders()
        simulation.advance(1)
        while simulation.world.tick < END_TICK:
            self._look()
            while orders and orders[0][0] <= simulation.world.tick:
                _, _, verb, arguments = orders.pop(0)
                simulation.command(verb, **arguments)
            simulation.advance(PASS_TICKS)

    def place_at(self, number: int, tick: int) -> NDArray[Any]:
        """Where one vehicle truly was in the pass of a tick."""
        found: NDArray[Any] = self._looks["position_ned_m"][tick // PASS_TICKS - 1][number]
        return found

    def trace(self, number: int) -> Trace:
        """What the firmware of one vehicle found, pass by pass."""
        return {
            name: np.squeeze(np.array([look[number] for look in looks]))
            for name, looks in self._looks.items()
        }

    def notices(self, number: int) -> list[tuple[int, str]]:
        """Tick and words of what one vehicle's firmware told."""
        return [
            (event.tick, str(event.detail["text"]))
            for event in self.simulation.log.events
            if event.vehicle == self.names[number] and event.name == "notice"
        ]

    def _look(self) -> None:
        table = self.simulation.world.tables[0]
        for name, looks in self._looks.items():
            looks.append(np.array(table.read(name)))

    def _orders(self) -> list[tuple[int, int, str, dict[str, Any]]]:
        found = [
            (tick, number, verb, {"name": self.names[number], **arguments})
            for number, (drill, _) in enumerate(self.drills)
            for tick, verb, arguments in drill.commands
        ]
        return sorted(found, key=lambda order: order[:2])

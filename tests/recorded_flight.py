"""Flights with all kinds of input, drawn from a seed, recorded for tests of recordings."""

import random
from pathlib import Path
from typing import Any

from pymavlink.dialects.v20 import ardupilotmega as mavlink

from simloop.messages.geometry_msgs import Point, Pose, Quaternion
from simloop.messages.rosflight_msgs import RCRaw, SetSimStateRequest, SimState
from simloop.messages.simloop_msgs import SerialData
from simloop.messages.std_srvs import TriggerRequest
from simloop.server.files.scenario_file import Record
from simloop.server.recording.recording import Recording
from simloop.server.simulation import Simulation

ARM, TAKEOFF, SET_MODE, GUIDED, RETURN = 400, 22, 176, 4, 6


class GroundStation:
    """Speaks MAVLink over the topics of a serial line, as a link would."""

    def __init__(self, sim: Simulation) -> None:
        self._out = sim.bus.advertise("serial_in", SerialData, by="station", external=True)
        self.heard = sim.bus.subscribe("serial_out", SerialData, depth=1000, by="station")
        self._mav = mavlink.MAVLink(None, srcSystem=255, srcComponent=190)

    def send(self, message: Any) -> None:
        self._out.publish(SerialData(0, bytes(message.pack(self._mav))))

    def heartbeat(self) -> None:
        self.send(mavlink.MAVLink_heartbeat_message(6, 8, 0, 0, 4, 3))

    def command(self, number: int, *params: float) -> None:
        values = (*params, *(0.0,) * 7)[:7]
        self.send(mavlink.MAVLink_command_long_message(1, 1, number, 0, *values))


def fly_by_station(sim: Simulation, station: GroundStation, seconds: float) -> None:
    """Arm, take off and come back, all by MAVLink."""
    steps = {
        8: lambda: station.command(SET_MODE, 1, GUIDED),
        9: lambda: station.command(ARM, 1.0),
        10: lambda: station.command(TAKEOFF, 0, 0, 0, 0, 0, 0, 5.0),
        22: lambda: station.command(SET_MODE, 1, RETURN),
    }
    for half_second in range(round(2 * seconds)):
        station.heartbeat()
        steps.get(half_second, lambda: None)()
        sim.advance(sim.tick_rate_hz // 2)


class RandomInput:
    """Hands in one thing after the other, at ticks that come from a seed."""

    def __init__(self, sim: Simulation, seed: int) -> None:
        self._sim = sim
        self._chance = random.Random(seed)
        self._station = GroundStation(sim)
        self._radio = sim.bus.advertise("sim/RC", RCRaw, by="pilot", external=True)
        self.kinds: set[str] = set()

    def fly(self, ticks: int) -> None:
        done, chance = 0, self._chance
        while done < ticks:
            kind = chance.choice(
                ("heartbeat", "rc", "wind", "push", "arm", "mode", "service", "call", "pause")
            )
            # Seldom, since what came before is lost to the eye of the test.
            kind = "reset" if chance.random() < 0.01 else kind
            self.kinds.add(kind)
            getattr(self, f"_{kind}")()
            done += self._sim.advance(chance.randint(1, 40))

    def _heartbeat(self) -> None:
        self._station.heartbeat()

    def _rc(self) -> None:
        values = tuple(self._chance.randint(1000, 2000) for _ in range(8))
        self._radio.publish(RCRaw(values=values))

    def _wind(self) -> None:
        north, east = (self._chance.uniform(-5.0, 5.0) for _ in range(2))
        self._sim.command("wind", mean_ned_mps=(north, east, 0.0))

    def _push(self) -> None:
        force = [self._chance.gauss(0.0, 1.0) for _ in range(3)]
        self._sim.command("push", name="quad_0", force_ned_n=force)

    def _arm(self) -> None:
        self._station.command(ARM, 1.0)

    def _mode(self) -> None:
        self._station.command(SET_MODE, 1, self._chance.choice((GUIDED, RETURN, 0, 2, 5)))

    def _service(self) -> None:
        self._sim.bus.request(
            self._chance.choice(("toggle_arm", "toggle_rc_signal")), TriggerRequest()
        )

    def _call(self) -> None:
        nan = float("nan")
        height_m = self._chance.uniform(1.0, 20.0)
        pose = Pose(Point(0.0, 0.0, -height_m), Quaternion(nan, 0.0, 0.0, 0.0))
        request = SetSimStateRequest(SimState(pose=pose))
        self._sim.bus.call("dynamics/set_sim_state", request)

    def _pause(self) -> None:
        """Idle rounds with and without input, as many as chance has it; sticks move on."""
        sim = self._sim
        sim.command("pause")
        sim.advance(3)
        for _ in range(self._chance.randint(0, 4)):
            sim.idle()
        self._wind()
        for _ in range(self._chance.randint(1, 4)):
            sim.idle()
        sim.command("play")
        sim.idle()

    def _reset(self) -> None:
        self._sim.command("reset")


def record_random_flight(directory: Path, seed: int, seconds: float, **options: Any) -> Simulation:
    """Fly a quad under random input and record it; what it did is in the simulation's inbox."""
    sim = Simulation.load("stand", seed=seed, **options)
    sim.prepare()
    inputs = RandomInput(sim, seed)
    directory.mkdir(parents=True, exist_ok=True)
    record = Record(topics=("sim/truth_state",), checkpoint_ticks=100)
    recording = Recording(sim, directory / "run.mcap", record)
    inputs.fly(round(seconds * sim.tick_rate_hz))
    recording.finish()
    sim.close()
    return sim

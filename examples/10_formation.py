"""Four quads follow a leader, led by a program that knows them by MAVLink alone.

The program sits where a radio would: it hears what every vehicle says on its serial line and sends
velocities back. The same bytes go over UDP with `--mavlink`. `simloop run swarm` does it with a
plugin in the loop.
"""

from dataclasses import dataclass, field
from itertools import combinations
from math import cos, dist, radians
from typing import Any

from simloop.firmware.mavlink.frame import encode
from simloop.firmware.mavlink.messages import BY_NAME
from simloop.firmware.mavlink.parser import Parser
from simloop.messages.simloop_msgs import SerialData
from simloop.server.simulation import Simulation

GUIDED, LAND_MODE, DO_SET_MODE, SET_INTERVAL = 4, 9, 176, 511
POSITION_MESSAGE, LANDING = 33, 4
VELOCITY_ONLY, GLOBAL_RELATIVE = 0b110111000111, 6
METRES_PER_E7 = radians(1e-7) * 6378137.0
GAIN_PER_S = 0.6
VEHICLES = {"leader": 1, "wing_1": 2, "wing_2": 3, "wing_3": 4, "wing_4": 5}
# North and east of the leader, m.
SLOTS = {
    "wing_1": (-5.7, 5.7),
    "wing_2": (-5.7, -5.7),
    "wing_3": (-11.3, 11.3),
    "wing_4": (-11.3, -11.3),
}


@dataclass
class Radio:
    """One vehicle, as far as it can be heard."""

    line: Any
    system: int
    parser: Parser = field(default_factory=Parser)
    heard: dict[str, Any] = field(default_factory=dict)
    sent: int = 0

    def hear(self, message: SerialData) -> None:
        for frame in self.parser.feed(message.data, 0):
            self.heard[frame.definition.name] = frame.message

    def say(self, name: str, **fields: Any) -> None:
        definition = BY_NAME[name]
        values = definition.values({"target_system": self.system, "target_component": 1} | fields)
        self.line.publish(SerialData(0, encode(definition, values, self.sent & 255, 255, 190)))
        self.sent += 1

    def command(self, number: int, first: float, second: float = 0.0) -> None:
        self.say("COMMAND_LONG", command=number, param1=first, param2=second)


def tuned_in(simulation: Simulation) -> dict[str, Radio]:
    """A radio for every vehicle; positions shall come ten times a second."""
    radios = {}
    for name, system in VEHICLES.items():
        line = simulation.bus.advertise(f"{name}/serial_in", SerialData, external=True)
        radios[name] = Radio(line, system)
        simulation.bus.subscribe(f"{name}/serial_out", SerialData, radios[name].hear)
        radios[name].command(SET_INTERVAL, POSITION_MESSAGE, 1e5)
    return radios


def lead(radios: dict[str, Radio]) -> None:
    """Tell every follower how to move, or to land when the leader does."""
    ahead = radios["leader"].heard["GLOBAL_POSITION_INT"]
    landing = radios["leader"].heard["EXTENDED_SYS_STATE"].landed_state == LANDING
    for name, (slot_north_m, slot_east_m) in SLOTS.items():
        radio = radios[name]
        here, mode = radio.heard["GLOBAL_POSITION_INT"], radio.heard["HEARTBEAT"].custom_mode
        if landing and mode == GUIDED:
            radio.command(DO_SET_MODE, 1.0, LAND_MODE)
        elif mode not in (GUIDED, LAND_MODE) and here.relative_alt > 10_000:
            radio.command(DO_SET_MODE, 1.0, GUIDED)
        elif mode == GUIDED:
            north = slot_north_m + (ahead.lat - here.lat) * METRES_PER_E7
            narrower = cos(radians(here.lat * 1e-7))
            east = slot_east_m + (ahead.lon - here.lon) * METRES_PER_E7 * narrower
            up = (ahead.relative_alt - here.relative_alt) / 1000.0
            radio.say(
                "SET_POSITION_TARGET_GLOBAL_INT",
                coordinate_frame=GLOBAL_RELATIVE,
                type_mask=VELOCITY_ONLY,
                vx=ahead.vx / 100.0 + GAIN_PER_S * north,
                vy=ahead.vy / 100.0 + GAIN_PER_S * east,
                vz=ahead.vz / 100.0 - GAIN_PER_S * up,
            )


def main() -> None:
    # The scenario without its plugin and without the last five.
    simulation = Simulation.load("swarm", sets=["systems.formation=false"])
    for number in range(5, 10):
        simulation.remove_vehicle(f"wing_{number}")
    radios = tuned_in(simulation)
    simulation.advance(4000)
    nearest = 1e9
    while not simulation.over and simulation.seconds < 230.0:
        simulation.advance(40)
        lead(radios)
        places = [simulation[name].body.position_ned_m for name in VEHICLES]
        nearest = min(nearest, *(dist(a, b) for a, b in combinations(places, 2)))
    for flight in simulation.monitor.flights.values():
        print(f"{flight.name:<7} landed {flight.landing_error_m:.2f} m from its start")
    print(f"no two came nearer than {nearest:.1f} m")


if __name__ == "__main__":
    main()

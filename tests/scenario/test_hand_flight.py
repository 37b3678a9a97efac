"""A vehicle that was added to a run, flown by hand: frames of the page, keys of a terminal."""

from collections.abc import Callable, Iterator

import pytest

from simloop.firmware.codes import Error
from simloop.links.keyboard.pilot import KeyPilot
from simloop.links.rc_hand import RadioHand
from simloop.server.simulation import Simulation
from simloop.sitl.flight_status import MODE_COLUMN, MODE_NAMES
from simloop.sitl.pilot_view import Pilot as PilotView
from simloop.sitl.pilot_view import pilot_of
from simloop.systems.user_commands.desk import UserCommand
from simloop.transport.inbox import Reply

NAME = "guest"
# Positions of the mode switch.
ALTITUDE_US, POSITION_US = 1295, 1425
FRAME_TICKS = 16


class Pilot:
    """Sends frames by the user command `rc`, and reads what comes of them."""

    def __init__(self, sim: Simulation) -> None:
        self.sim = sim

    def read(self, column: str, place: int = 0) -> float:
        return float(self.sim.world.vector(self.sim.world.by_name(NAME), column)[place])

    @property
    def height_m(self) -> float:
        return -self.read("position_ned_m", 2)

    @property
    def feet_m(self) -> float:
        height_m = pilot_of(self.sim.world, NAME).height_m
        assert height_m is not None
        return height_m

    @property
    def mode(self) -> str:
        return MODE_NAMES[self.read(MODE_COLUMN)]

    def fly(
        self, seconds: float, throttle: int, *, yaw: int = 1500, mode: int = POSITION_US
    ) -> None:
        """Hold the sticks so for a while."""
        channels = [1500, 1500, throttle, yaw, 2000, mode, 1500, 1500]
        for _ in range(round(seconds * 400 / FRAME_TICKS)):
            self.sim.command("rc", name=NAME, channels=channels)
            self.sim.advance(FRAME_TICKS)


def armed_guest(*, compiled: bool = True) -> Pilot:
    """A quad on the ground, armed in position mode, with nothing but sticks to fly it."""
    sim = Simulation.load("square", compiled=compiled)
    sim.command("spawn", model="quad", name=NAME, position_ned_m=[0.0, 4.0, 0.0])
    sim.advance(400 * 4)
    pilot = Pilot(sim)
    pilot.fly(0.5, 1000, mode=ALTITUDE_US)
    pilot.fly(0.5, 1000)
    assert pilot.mode == "position"
    pilot.fly(1.3, 1000, yaw=2000)
    assert pilot.read("fw_armed") == 1.0
    return pilot


@pytest.fixture
def pilot() -> Iterator[Pilot]:
    """The same in the air."""
    pilot = armed_guest()
    pilot.fly(4.0, 1900)
    pilot.fly(2.0, 1500)
    assert pilot.height_m > 4.0
    yield pilot
    pilot.sim.close()


@pytest.mark.parametrize("wind_mps", [0.0, 4.0, 8.0])
def test_it_lands_by_sticks_where_it_holds_its_place(pilot: Pilot, wind_mps: float) -> None:
    pilot.sim.command("wind", mean_ned_mps=[0.6 * wind_mps, 0.8 * wind_mps, 0.0])
    pilot.fly(4.0, 1500)
    while pilot.feet_m > 0.03:
        pilot.fly(0.04, 1000)
    highest_m = 0.0
    for _ in range(50):
        pilot.fly(0.04, 1000)
        highest_m = max(highest_m, pilot.feet_m)
    assert pilot.mode == "position"
    assert pilot.read("fw_flying") == 0.0
    assert pilot.read("crashed") == 0.0
    # It does not hop.
    assert highest_m < 0.1
    pilot.fly(1.3, 1000, yaw=1000)
    assert pilot.read("fw_armed") == 0.0


def test_a_landing_by_hand_is_the_same_interpreted() -> None:
    def landed(*, compiled: bool) -> tuple[float, str]:
        pilot = armed_guest(compiled=compiled)
        pilot.fly(1.6, 1900)
        assert pilot.feet_m > 0.3
        pilot.fly(4.0, 1000)
        pilot.sim.close()
        return pilot.read("fw_flying"), pilot.sim.world.state_hash()

    plain = landed(compiled=False)
    assert plain[0] == 0.0
    assert plain == landed(compiled=True)


def test_it_returns_when_the_frames_stop(pilot: Pilot) -> None:
    pilot.sim.advance(380)
    assert pilot.mode == "position"
    pilot.sim.advance(60)
    assert pilot.mode == "return"
    pilot.sim.advance(400 * 30)
    assert pilot.read("fw_armed") == 0.0
    assert pilot.read("crashed") == 0.0


def test_keys_of_a_terminal_fly_it_from_the_ground_and_back() -> None:
    sim = Simulation.load("square")
    sim.command("spawn", model="quad", name=NAME, position_ned_m=[0.0, 4.0, 0.0])
    sim.advance(400 * 4)
    eyes = Pilot(sim)

    def look() -> PilotView:
        return pilot_of(sim.world, NAME)

    keys = KeyPilot(look, RadioHand(look, lambda: sim.seconds))

    def until(reached: Callable[[], bool], *held: str) -> None:
        for _ in range(400):
            for key in held:
                keys.press(key)
            sim.command("rc", name=NAME, channels=keys.frame(0.04))
            sim.advance(FRAME_TICKS)
            if reached():
                return
        raise AssertionError(f"it did not happen in 16 s: {look()}")

    until(lambda: eyes.read("fw_rc_mode_place") >= 0.0)
    keys.press("m")
    until(lambda: eyes.mode == "position")
    keys.press("t")
    until(lambda: look().armed)
    until(lambda: eyes.height_m > 3.0, "s")
    keys.press(" ")
    north = eyes.read("position_ned_m", 0)
    until(lambda: eyes.read("position_ned_m", 0) > north + 3.0, "up")
    east = eyes.read("position_ned_m", 1)
    until(lambda: eyes.read("position_ned_m", 1) < east - 3.0, "h")
    assert eyes.height_m > 2.5
    until(lambda: not look().flying, "a")
    keys.press("t")
    until(lambda: not look().armed)
    assert eyes.read("crashed") == 0.0
    sim.close()


def asked(pilot: Pilot, verb: str, **arguments: object) -> str | None:
    """Send a command as the page does; why it was refused, or None."""
    reply = Reply()
    pilot.sim.bus.inbox.push("studio", UserCommand(verb, {"name": NAME, **arguments}), reply)
    while reply.tick is None:
        pilot.sim.advance(1)
    return reply.error


def test_who_lets_go_may_fly_a_mission_after_it_has_come_home(pilot: Pilot) -> None:
    # In the air it is a lost radio: it returns and lands.
    pilot.sim.advance(400 * 30)
    assert pilot.read("fw_armed") == 0.0
    items = [{"command": "takeoff", "altitude_m": 3.0}, {"command": "return"}]
    assert asked(pilot, "mission", items=items, start=True) is None
    pilot.sim.advance(400 * 8)
    assert pilot.height_m > 2.0
    pilot.sim.advance(400 * 22)
    assert pilot.read("fw_armed") == 0.0
    # Whoever takes the controls again is heard, and arms by the sticks.
    pilot.fly(0.5, 1000)
    assert pilot.read("fw_rc_ok") == 1.0
    pilot.fly(1.3, 1000, yaw=2000)
    assert pilot.read("fw_armed") == 1.0


def test_a_radio_that_fails_on_the_ground_is_still_missed(pilot: Pilot) -> None:
    pilot.fly(8.0, 1000)
    pilot.fly(1.3, 1000, yaw=1000)
    assert pilot.read("fw_armed") == 0.0
    pilot.sim.command("radio", name=NAME, signal="silent")
    # The pilot still sends: it is the radio that fails.
    pilot.fly(5.0, 1000)
    assert pilot.read("fw_rc_seen") == 1.0
    assert pilot.read("fw_error", Error.RC_LOST) == 1.0


def test_a_transmitter_is_put_away_again_after_a_snapshot(pilot: Pilot) -> None:
    pilot.sim.advance(400 * 20)
    snapshot = pilot.sim.snapshot()
    pilot.sim.advance(400 * 10)
    first = pilot.sim.world.state_hash()
    assert pilot.read("fw_rc_seen") == 0.0
    pilot.sim.restore(snapshot)
    pilot.sim.advance(400 * 10)
    assert pilot.sim.world.state_hash() == first

"""The hand on a radio's switches: arms, and steps through the modes that sticks fly."""

from collections.abc import Callable
from dataclasses import replace
from threading import Lock

from simloop.links.rc_frame import PLACES_US, Sticks, Switches, frame_of
from simloop.sitl.pilot_view import Pilot

FLOWN_BY_STICKS = ("manual", "acro", "stabilise", "altitude", "position")
HOLDS_HEIGHT = ("altitude", "position")
# A switch asks when it moves: first to the other side, then to the one that is meant.
EDGE_S = 0.3
ARMING_S = 4.0
OFF_THE_GROUND_M = 0.3


class RadioHand:
    """Turns sticks and wishes into frames for one vehicle, looking at what it does.

    `look` tells how the vehicle is flown, None while it is gone; `time_s` is the time of the run.
    Wishes come from one thread, frames go to another.
    """

    def __init__(
        self,
        look: Callable[[], Pilot | None],
        time_s: Callable[[], float],
        say: Callable[[str], None] = lambda words: None,
    ) -> None:
        self._look = look
        self._time_s = time_s
        self._say = say
        self._lock = Lock()
        self._wish: bool | None = None
        self._wished_s = 0.0
        self._switches: Switches | None = None

    def toggle_arm(self) -> None:
        """Arm or disarm; not in the air."""
        pilot = self._look()
        with self._lock:
            if pilot is None or self._wish is not None:
                return
            if tells_nothing(pilot):
                switches = self._known(pilot)
                self._switches = replace(switches, armed=not switches.armed)
            elif pilot.armed and is_in_the_air(pilot):
                self._say("land first: throttle down until it stands")
            else:
                self._wish, self._wished_s = not pilot.armed, self._time_s()

    def toggle_override(self) -> None:
        """Give the sticks priority over a program, or take it away."""
        pilot = self._look()
        with self._lock:
            if pilot is not None:
                switches = self._known(pilot)
                self._switches = replace(switches, override=not switches.override)

    def next_mode(self) -> None:
        """Move the mode switch on."""
        pilot = self._look()
        with self._lock:
            if pilot is not None:
                switches = self._known(pilot)
                self._switches = replace(switches, place=next_place(pilot, switches.place))

    def frame(self, sticks: Sticks) -> list[int] | None:
        """The frame for now; None while the vehicle is gone."""
        pilot = self._look()
        if pilot is None:
            return None
        sticks = steered(sticks) if on_surface(pilot) else sticks
        with self._lock:
            switches = self._known(pilot)
            if self._wish is not None:
                sticks, switches = self._asking(pilot, self._wish, switches)
            elif not tells_nothing(pilot):
                switches = replace(switches, armed=pilot.armed)
            self._switches = switches
        return frame_of(pilot.radio, sticks, switches)

    def _known(self, pilot: Pilot) -> Switches:
        """The switches; at first in a place from which one step leads to the usual mode."""
        if self._switches is None:
            self._switches = Switches(armed=pilot.armed, place=first_place(pilot))
        return self._switches

    def _asking(self, pilot: Pilot, wish: bool, switches: Switches) -> tuple[Sticks, Switches]:
        """Sticks at rest, and the switch or the gesture that arms or disarms."""
        passed_s = self._time_s() - self._wished_s
        if pilot.armed == wish or passed_s > ARMING_S:
            self._wish = None
        side = 1.0 if wish else -1.0
        gesture = pilot.radio.arm is None and self._wish is not None
        sticks = Sticks(yaw=side if gesture else 0.0, throttle=0.5 if on_surface(pilot) else 0.0)
        return sticks, replace(switches, armed=wish == (passed_s >= EDGE_S))


def steered(sticks: Sticks) -> Sticks:
    """On the surface both sticks steer, and forward is more throttle."""
    return Sticks(
        roll=min(max(sticks.roll + sticks.yaw, -1.0), 1.0),
        throttle=min(max(sticks.throttle - 0.5 * sticks.pitch, 0.0), 1.0),
    )


def on_surface(pilot: Pilot) -> bool:
    """Does it drive or swim? Its throttle rests in the middle."""
    return pilot.airframe in ("rover", "boat")


def tells_nothing(pilot: Pilot) -> bool:
    """Is it an autopilot outside, of which only the radio is known?"""
    return pilot.airframe == "other"


def is_in_the_air(pilot: Pilot) -> bool:
    """Would it fall if it were disarmed?"""
    high = (pilot.height_m or 0.0) > OFF_THE_GROUND_M
    return pilot.flying and high and not on_surface(pilot)


def rests_in_the_middle(pilot: Pilot) -> bool:
    """Does the throttle in the middle keep height, or stand still?"""
    return on_surface(pilot) or pilot.mode in HOLDS_HEIGHT


def next_place(pilot: Pilot, place: int) -> int:
    """The next position of the mode switch; where modes are known, the next that sticks fly."""
    places = range(1, len(PLACES_US) + 1)
    if not pilot.radio.modes:
        return (place + 1) % len(PLACES_US)
    after = ((place + step) % len(pilot.radio.modes) for step in places)
    return next((at for at in after if pilot.radio.modes[at] in FLOWN_BY_STICKS), place)


def first_place(pilot: Pilot) -> int:
    """The position before the one of the mode that is easiest to fly."""
    liked = ("altitude", "stabilise") if pilot.airframe == "wing" else ("position", "altitude")
    modes = pilot.radio.modes
    target = next((modes.index(mode) for mode in liked if mode in modes), 0)
    before = [at for at in range(len(modes)) if next_place(pilot, at) == target]
    return next((at for at in reversed(before) if at != target), 0)

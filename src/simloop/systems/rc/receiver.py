"""The receivers of all vehicles: frames become intent, and radio contact may be lost."""

from collections.abc import Callable, Sequence
from typing import Any

from simloop.messages.rosflight_msgs import RCRaw
from simloop.messages.std_srvs import TriggerRequest, TriggerResponse
from simloop.systems.rc.signal import Signal
from simloop.systems.rc.spoilers import Spoiler
from simloop.systems.rc.stick import ARM, OVERRIDE, SimulatedStick
from simloop.timing.rates import highest_rate_hz
from simloop.transport.service import Service
from simloop.transport.topic import Subscription
from simloop.world.plugin import App
from simloop.world.runner import TickInfo
from simloop.world.system import PythonSystem, Stage
from simloop.world.topic_prefix import prefix_of

COLUMNS = ("rc_channel", "rc_lost", "rc_sequence")
TOPIC = "sim/RC"


class RcReceiver:
    """Subscribes to `sim/RC` for every vehicle with a receiver, and keeps their simulated sticks.

    A frame of the topic counts; while a program, a keyboard or a gamepad sends, leave the services
    `toggle_arm` and `toggle_override` alone. `toggle_rc_signal` cuts the radio contact and joins
    it again: the receiver then says that it hears nothing. The user command `radio` does the same
    in a timeline, switches the transmitter on, or lets the receiver fall silent.
    """

    def __init__(self, app: App, *, always_prefix: bool, frame_rate_hz: float) -> None:
        self._app = app
        self._always_prefix = always_prefix
        self._rate_hz = highest_rate_hz(frame_rate_hz, app.tick_rate_hz)
        self._subscriptions: dict[str, Subscription[RCRaw]] = {}
        self._services: dict[str, list[Service]] = {}
        self._sticks: dict[str, SimulatedStick] = {}
        self._waiting: dict[str, tuple[int | None, ...]] = {}
        self._cut: dict[str, Signal] = {}
        self._spoilers: dict[str, list[Spoiler]] = {}
        self._population = -1

    def join(self) -> None:
        """Subscribe and enter the schedule."""
        self._refresh()
        self._app.add_system(
            PythonSystem(
                name="rc",
                stage=Stage.COMMANDS,
                run=self._receive,
                writes=COLUMNS,
                active=self._has_frames,
                reset=self._reset,
                save=self._save,
                load=self._load,
            )
        )
        self._app.add_system(
            PythonSystem(
                name="rc stick",
                stage=Stage.COMMANDS,
                run=self._send_sticks,
                writes=COLUMNS,
                rate_hz=self._rate_hz,
                active=lambda: any(stick.sending for stick in self._sticks.values()),
                after=("rc",),
            )
        )

    def signal_of(self, vehicle: str) -> Signal:
        """How a vehicle's receiver hears its transmitter."""
        self._follow_population()
        return self._cut.get(vehicle, "on" if self._has_transmitter(vehicle) else "off")

    def set_signal(self, vehicle: str, signal: Signal) -> None:
        """Cut the radio contact of a vehicle, or restore it; `on` needs somebody who sends."""
        self._follow_population()
        stick = self._sticks[vehicle]
        if signal == "off":
            stick.sending = False
        elif signal == "on" and not self._has_transmitter(vehicle):
            stick.sending = True
        self._cut.pop(vehicle, None)
        if signal in ("lost", "silent"):
            self._cut[vehicle] = signal
        self.tell_lost(vehicle)

    def spoil(self, vehicle: str, spoiler: Spoiler) -> None:
        """Let something go wrong with every frame that a vehicle's receiver would hear."""
        self._spoilers.setdefault(vehicle, []).append(spoiler)

    def unspoil(self, vehicle: str, spoiler: Spoiler) -> None:
        """Let that be over."""
        rest = [each for each in self._spoilers.pop(vehicle, []) if each is not spoiler]
        if rest:
            self._spoilers[vehicle] = rest

    def tell_lost(self, vehicle: str) -> None:
        """Let the receiver say whether it hears nothing."""
        lost = self._cut.get(vehicle) == "lost"
        lost = lost or any(each.says_lost for each in self._spoilers.get(vehicle, ()))
        self._app.world.vector(self._app.world.by_name(vehicle), "rc_lost")[0] = float(lost)

    def _has_transmitter(self, vehicle: str) -> bool:
        world = self._app.world
        heard = world.vector(world.by_name(vehicle), "rc_sequence")[0] > 0.0
        return bool(heard) or self._sticks[vehicle].sending

    def hear(self, vehicle: str, channels_us: tuple[int, ...]) -> None:
        """A frame of the topic's kind, from somebody who knows the vehicle by name."""
        self._waiting[vehicle] = channels_us

    def override(self, vehicle: str, channels_us: Sequence[int | None]) -> None:
        """A frame from a ground station, None where the radio rules; it counts in the next tick."""
        self._waiting[vehicle] = tuple(channels_us)

    def _has_frames(self) -> bool:
        self._follow_population()
        return bool(self._waiting) or (bool(self._spoilers) and self._late_frames_wait())

    def _late_frames_wait(self) -> bool:
        return any(each.waits for spoilers in self._spoilers.values() for each in spoilers)

    def _receive(self, info: TickInfo) -> None:
        for name, values in self._waiting.items():
            self._deliver(name, values, info.tick)
        self._waiting.clear()
        for name, spoilers in self._spoilers.items():
            for place, spoiler in enumerate(spoilers):
                for values in spoiler.late(info.tick) if spoiler.waits else ():
                    self._deliver(name, values, info.tick, spoilers[place + 1 :])

    def _send_sticks(self, info: TickInfo) -> None:
        for name, stick in self._sticks.items():
            if stick.sending:
                self._deliver(name, stick.values_us, info.tick)

    def _deliver(
        self,
        name: str,
        values_us: Sequence[int | None],
        tick: int,
        spoilers: Sequence[Spoiler] | None = None,
    ) -> None:
        world = self._app.world
        entity = world.entities.by_name(name)
        if entity is None or name in self._cut:
            return
        for spoiler in self._spoilers.get(name, ()) if spoilers is None else spoilers:
            heard = spoiler.heard(tuple(values_us), tick)
            if heard is None:
                return
            values_us = heard
        channels = world.vector(entity, "rc_channel")
        for number, pulse in enumerate(values_us[: len(channels)]):
            if pulse is not None:
                channels[number] = (pulse - 1000) / 1000.0
        world.vector(entity, "rc_sequence")[0] += 1.0

    def _follow_population(self) -> None:
        if self._population != self._app.world.population_version:
            self._refresh()

    def _refresh(self) -> None:
        """Subscribe for who is new, and leave who is gone."""
        world = self._app.world
        self._population = world.population_version
        there = [r.name for r, table in world.each() if "rc_channel" in table.layout.places]
        for name in [name for name in self._subscriptions if name not in there]:
            self._subscriptions.pop(name).close()
            for service in self._services.pop(name):
                service.close()
            self._sticks.pop(name)
        for name in there:
            if name not in self._subscriptions:
                self._open(name, prefix_of(world, name, always=self._always_prefix))

    def _open(self, name: str, prefix: str) -> None:
        def take(frame: RCRaw) -> None:
            self._waiting[name] = frame.values

        self._sticks[name] = SimulatedStick()
        self._subscriptions[name] = self._app.bus.subscribe(
            prefix + TOPIC,
            RCRaw,
            take,
            by="rc",
            doc="channels of the pilot's radio, 1000 to 2000 us",
        )
        switches: dict[str, tuple[Callable[[], str], str]] = {
            "toggle_arm": (lambda: self._toggle(name, ARM, "arm"), "flip the arm switch"),
            "toggle_override": (
                lambda: self._toggle(name, OVERRIDE, "override"),
                "flip the override switch",
            ),
            "toggle_rc_signal": (lambda: self._toggle_signal(name), "cut or restore the radio"),
        }
        self._services[name] = [
            self._app.bus.serve(
                prefix + service, TriggerRequest, TriggerResponse, _answering(do), doc=doc, by="rc"
            )
            for service, (do, doc) in switches.items()
        ]

    def _toggle(self, name: str, channel: int, word: str) -> str:
        on = self._sticks[name].toggle(channel)
        return f"{word} switch is {'on' if on else 'off'}"

    def _toggle_signal(self, name: str) -> str:
        cut = name in self._cut
        world = self._app.world
        heard = world.vector(world.by_name(name), "rc_sequence")[0] > 0.0
        self.set_signal(name, ("on" if heard else "off") if cut else "lost")
        return f"radio contact {'restored' if cut else 'cut'}"

    def _reset(self) -> None:
        self._waiting.clear()
        self._cut.clear()
        for name in self._sticks:
            self._sticks[name] = SimulatedStick()

    def _save(self) -> Any:
        sticks = {name: stick.copy() for name, stick in self._sticks.items()}
        return sticks, dict(self._waiting), dict(self._cut)

    def _load(self, saved: Any) -> None:
        sticks, waiting, cut = saved
        # Others may have been there when it was saved.
        self._refresh()
        for name in self._sticks:
            self._sticks[name] = sticks[name].copy() if name in sticks else SimulatedStick()
        self._waiting, self._cut = dict(waiting), dict(cut)


def _answering(do: Callable[[], str]) -> Callable[[TriggerRequest], TriggerResponse]:
    return lambda request: TriggerResponse(success=True, message=do())

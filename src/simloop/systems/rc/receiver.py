"""The receivers of all vehicles: frames become intent, and radio contact may be lost."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from simloop.messages.rosflight_msgs import RCRaw
from simloop.messages.std_srvs import TriggerRequest, TriggerResponse
from simloop.systems.rc.listening import Listening, listening_of
from simloop.systems.rc.signal import RadioState, Signal
from simloop.systems.rc.spoilers import Spoiler
from simloop.timing.rates import highest_rate_hz
from simloop.transport.service import Service
from simloop.transport.topic import Publisher, Subscription
from simloop.world.activity import Activity
from simloop.world.commands import CommandRefused
from simloop.world.dynamics_interface import header_at
from simloop.world.entities import Entity, Record
from simloop.world.plugin import App
from simloop.world.runner import TickInfo
from simloop.world.system import PythonSystem, Stage
from simloop.world.topic_prefix import prefix_of

COLUMNS = ("rc_channel", "rc_lost", "rc_sequence")
TOPIC = "sim/RC"
# With the vehicle, so that renaming it, removing it and bringing it back change nothing.
RADIO_FACT = "rc_radio"


@dataclass(slots=True)
class _Ports:
    """What is open for one vehicle."""

    subscription: Subscription[RCRaw]
    publisher: Publisher[RCRaw]
    services: list[Service]
    told: RCRaw | None = None
    """The last frame of its stick that was published."""

    def close(self) -> None:
        self.subscription.close()
        self.publisher.close()
        for service in self.services:
            service.close()


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
        self._ports: dict[str, _Ports] = {}
        self._receivers: dict[str, Entity] = {}
        self._sending: list[Entity] = []
        self._waiting: dict[Entity, tuple[int | None, ...]] = {}
        self._spoilers: dict[Entity, list[Spoiler]] = {}
        self._heard_ticks: dict[Entity, int] = {}
        self._population = -1
        self._frames = Activity(self._has_frames)
        self._sticks = Activity(self._has_sticks)

    def join(self) -> None:
        """Subscribe and enter the schedule."""
        self._refresh()
        self._app.add_system(
            PythonSystem(
                name="rc",
                stage=Stage.COMMANDS,
                run=self._receive,
                writes=COLUMNS,
                active=self._frames,
                reset=self._waiting.clear,
                save=lambda: dict(self._waiting),
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
                active=self._sticks,
                after=("rc",),
            )
        )

    def radio_of(self, vehicle: str) -> RadioState:
        """How a vehicle's radio is now."""
        return _radio(self._record(vehicle))

    def set_radio(self, vehicle: str, radio: RadioState) -> None:
        """Let it be so, and the receiver say whether it hears nothing."""
        record = self._record(vehicle)
        record.facts[RADIO_FACT] = radio
        if radio == RadioState():
            del record.facts[RADIO_FACT]
        self._refresh()
        self._say_if_lost(record)

    def set_signal(self, vehicle: str, signal: Signal) -> None:
        """Cut the radio contact of a vehicle, or restore it; `on` needs somebody who sends."""
        record = self._record(vehicle)
        stick = _radio(record).stick
        if signal == "off":
            stick = replace(stick, sending=False)
        elif signal == "on" and not self._was_heard(record):
            stick = replace(stick, sending=True)
        cut = signal if signal in ("lost", "silent") else None
        self.set_radio(vehicle, RadioState(stick, cut))

    def spoil(self, vehicle: str, spoiler: Spoiler) -> None:
        """Let something go wrong with every frame that a vehicle's receiver would hear."""
        entity = self._entity(vehicle)
        if entity is not None:
            self._spoilers.setdefault(entity, []).append(spoiler)
            self._frames.stir()

    def unspoil(self, vehicle: str, spoiler: Spoiler) -> None:
        """Let that be over, by whatever name the vehicle goes now."""
        for entity, spoilers in list(self._spoilers.items()):
            rest = [each for each in spoilers if each is not spoiler]
            self._spoilers[entity] = rest
            if not rest:
                del self._spoilers[entity]

    def tell_lost(self, vehicle: str) -> None:
        """Let the receiver say whether it hears nothing; all do, since names may have changed."""
        self._follow_population()
        for entity in self._receivers.values():
            self._say_if_lost(self._app.world.entities.get(entity))

    def hear(self, vehicle: str, channels_us: Sequence[int | None]) -> None:
        """A frame, None where it does not speak of a channel; it counts in the next tick."""
        entity = self._entity(vehicle)
        if entity is not None:
            self._waiting[entity] = tuple(channels_us)
            self._frames.stir()

    def _entity(self, vehicle: str) -> Entity | None:
        """Who is called so, if it has a receiver."""
        self._follow_population()
        return self._receivers.get(vehicle)

    def _record(self, vehicle: str) -> Record:
        world = self._app.world
        return world.entities.get(world.by_name(vehicle))

    def _was_heard(self, record: Record) -> bool:
        return bool(self._app.world.vector(record.entity, "rc_sequence")[0] > 0.0)

    def _say_if_lost(self, record: Record) -> None:
        lost = _radio(record).cut == "lost"
        lost = lost or any(each.says_lost for each in self._spoilers.get(record.entity, ()))
        self._app.world.vector(record.entity, "rc_lost")[0] = float(lost)

    def _has_frames(self) -> bool:
        self._follow_population()
        return bool(self._waiting) or (bool(self._spoilers) and self._late_frames_wait())

    def _has_sticks(self) -> bool:
        self._follow_population()
        return bool(self._sending) or any(
            ports.publisher.has_subscribers for ports in self._ports.values()
        )

    def _late_frames_wait(self) -> bool:
        return any(each.waits for spoilers in self._spoilers.values() for each in spoilers)

    def _receive(self, info: TickInfo) -> None:
        # Frames are counted: how long a pause is must not count.
        if info.paused:
            return
        for entity, values in self._waiting.items():
            self._deliver(entity, values, info.tick)
        self._waiting.clear()
        for entity, spoilers in self._spoilers.items():
            for place, spoiler in enumerate(spoilers):
                for values in spoiler.late(info.tick) if spoiler.waits else ():
                    self._deliver(entity, values, info.tick, spoilers[place + 1 :])

    def _send_sticks(self, info: TickInfo) -> None:
        if info.paused:
            return
        for entity in self._sending:
            self._deliver(entity, self._frame_us(entity, info.tick), info.tick)
        self._tell(info.tick)

    def _frame_us(self, entity: Entity, tick: int) -> tuple[int, ...]:
        """What a vehicle's stick sends now; a wish that came true is forgotten."""
        record = self._app.world.entities.get(entity)
        ear, radio = self._ear(record), _radio(record)
        stick = radio.stick.at(ear, tick, self._app.tick_rate_hz)
        if stick != radio.stick:
            record.facts[RADIO_FACT] = replace(radio, stick=stick)
        return stick.frame_us(ear, tick, self._app.tick_rate_hz)

    def _tell(self, tick: int) -> None:
        """Publish what each transmitter sends, unless somebody else does that."""
        for name, entity in self._receivers.items():
            ports, second = self._ports[name], self._app.tick_rate_hz
            heard_tick = self._heard_ticks.get(entity, -second)
            if ports.publisher.has_subscribers and not 0 <= tick - heard_tick < second:
                head = header_at(tick, second, name)
                ports.told = RCRaw(head, self._frame_us(entity, tick))
                ports.publisher.publish(ports.told)

    def _take(self, name: str, frame: RCRaw) -> None:
        """A frame of the topic, which others send too."""
        if name in self._ports and frame is self._ports[name].told:
            return
        self.hear(name, frame.values)
        if name in self._receivers:
            self._heard_ticks[self._receivers[name]] = self._app.world.tick

    def _ear(self, record: Record) -> Listening:
        return listening_of(record, self._app.world.tables[record.table])

    def _deliver(
        self,
        entity: Entity,
        values_us: Sequence[int | None],
        tick: int,
        spoilers: Sequence[Spoiler] | None = None,
    ) -> None:
        world = self._app.world
        if entity not in world.entities or _radio(world.entities.get(entity)).cut:
            return
        for spoiler in self._spoilers.get(entity, ()) if spoilers is None else spoilers:
            # It may hold the frame back.
            self._frames.stir()
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
        there = [r for r, table in world.each() if "rc_channel" in table.layout.places]
        self._receivers = {record.name: record.entity for record in there}
        self._sending = [record.entity for record in there if _radio(record).stick.sending]
        self._sticks.stir()
        for name in [name for name in self._ports if name not in self._receivers]:
            self._ports.pop(name).close()
        for name in self._receivers:
            if name not in self._ports:
                prefix = prefix_of(world, name, always=self._always_prefix)
                self._ports[name] = self._open(name, prefix)

    def _open(self, name: str, prefix: str) -> "_Ports":
        subscription = self._app.bus.subscribe(
            prefix + TOPIC,
            RCRaw,
            lambda frame: self._take(name, frame),
            by="rc",
            doc="channels of the pilot's radio, 1000 to 2000 us",
            # It is not for its sake that the stick's own frames are told.
            passive=True,
        )
        publisher = self._app.bus.advertise(prefix + TOPIC, RCRaw, by="rc")
        services = [
            self._serve(name, prefix + service, do, doc)
            for service, do, doc in (
                ("toggle_arm", self._toggle_arm, "arm, or disarm, as a pilot does"),
                ("toggle_override", self._toggle_override, "flip the override switch"),
                ("toggle_rc_signal", self._toggle_signal, "cut or restore the radio"),
            )
        ]
        return _Ports(subscription, publisher, services)

    def _serve(self, name: str, service: str, do: Callable[[Record], str], doc: str) -> Service:
        def answer(request: TriggerRequest) -> TriggerResponse:
            entity = self._entity(name)
            if entity is None:
                return TriggerResponse(success=False, message=f"'{name}' is gone")
            try:
                told = do(self._app.world.entities.get(entity))
            except CommandRefused as refusal:
                return TriggerResponse(success=False, message=str(refusal))
            return TriggerResponse(success=True, message=told)

        serve = self._app.bus.serve
        return serve(service, TriggerRequest, TriggerResponse, answer, doc=doc, by="rc")

    def _toggle_arm(self, record: Record) -> str:
        """Move the switch, or the sticks where there is none, until the vehicle has obeyed."""
        radio, ear = _radio(record), self._ear(record)
        if ear.arm is None and ear.flying:
            raise CommandRefused(
                f"'{record.name}' flies: land first, sticks arm on the ground only"
            )
        stick = radio.stick.asking(ear, self._app.world.tick)
        self.set_radio(record.name, replace(radio, stick=stick))
        if ear.arm is not None:
            return f"arm switch is {'on' if stick.armed else 'off'}"
        return f"{'arming' if stick.armed else 'disarming'} by throttle and yaw"

    def _toggle_override(self, record: Record) -> str:
        radio, ear = _radio(record), self._ear(record)
        if not ear.override:
            raise CommandRefused(f"'{record.name}' has no override switch: set RC_ATT_OVRD_CHN")
        stick = radio.stick.overriding(ear)
        self.set_radio(record.name, replace(radio, stick=stick))
        return f"override switch is {'on' if stick.overrides else 'off'}"

    def _toggle_signal(self, record: Record) -> str:
        cut = _radio(record).cut is not None
        back: Signal = "on" if self._was_heard(record) else "off"
        self.set_signal(record.name, back if cut else "lost")
        return f"radio contact {'restored' if cut else 'cut'}"

    def _load(self, saved: dict[Entity, tuple[int | None, ...]]) -> None:
        self._refresh()
        self._waiting.clear()
        self._waiting.update(saved)


def _radio(record: Record) -> RadioState:
    radio = record.facts.get(RADIO_FACT)
    return radio if isinstance(radio, RadioState) else RadioState()

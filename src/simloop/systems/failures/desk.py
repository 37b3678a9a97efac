"""The desk where failures are injected: it knows what can fail, and when what fails recovers."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from typing import Any

from simloop.systems.failures.catalogue import Catalogue
from simloop.systems.failures.chance import Chance
from simloop.systems.failures.effect import Cell, Effect, MakeEffect, UnsupportedError
from simloop.systems.failures.failure import NEVER, Failure
from simloop.systems.failures.request import (
    OK,
    FailureAnswer,
    FailureRequest,
    FailureResult,
    check_numbers,
)
from simloop.world.activity import Activity
from simloop.world.entities import EntityKind
from simloop.world.plugin import App
from simloop.world.runner import TickInfo
from simloop.world.system import PythonSystem, Stage

# More at once on one vehicle is a mistake, or malice.
MOST_AT_ONCE = 64
ACCEPTED = FailureAnswer(FailureResult.ACCEPTED)


@dataclass(frozen=True, slots=True)
class FailureEvent:
    """A failure that set in (`failure`), ended (`recovered`) or did not come (`spared`)."""

    tick: int
    vehicle: str
    name: str
    request: FailureRequest


class FailureDesk:
    """Injects failures and ends them; `provided["failures"]`."""

    def __init__(self, app: App) -> None:
        self._app = app
        self._world = app.world
        self._failures: list[Failure] = []
        self._activity = Activity(lambda: bool(self._failures))
        self._listeners: list[Callable[[FailureEvent], None]] = []
        self.catalogue = Catalogue()

    def join(self) -> None:
        """Enter the schedule; with nothing injected that costs nothing."""
        self._app.add_system(
            PythonSystem(
                name="failures",
                stage=Stage.COMMANDS,
                run=self._run,
                active=self._activity,
                next_tick=self._next_tick,
                save=self._save,
                load=self._load,
            )
        )

    def offer(
        self,
        component: str,
        kind: str,
        make: MakeEffect,
        *,
        meaning: str = "",
        strength: Mapping[str, float] | None = None,
    ) -> None:
        """Add a kind of failure; `make` gives the effect or raises UnsupportedError.

        Another ValueError says that a number of the request is wrong: it is denied.
        """
        self.catalogue.add(Cell(component, kind, make, meaning, dict(strength or {})))

    @property
    def offered(self) -> frozenset[tuple[str, str]]:
        """Component and kind of all that can fail."""
        return frozenset((cell.component, cell.kind) for cell in self.catalogue.cells)

    def drop_offers(self, offers: Collection[tuple[str, str]]) -> None:
        """Take kinds of failures back, of a plugin that leaves."""
        self.catalogue.drop(offers)

    def listen(self, listener: Callable[[FailureEvent], None]) -> None:
        """Call `listener` with every event from now on."""
        self._listeners.append(listener)

    def inject(self, request: FailureRequest) -> FailureAnswer:
        """Let something fail from the next tick on, or clear what fails (kind `ok`)."""
        answer, _ = self.replace(request)
        return answer

    def check(self, request: FailureRequest) -> FailureAnswer:
        """What `inject` would answer; nothing fails by it."""
        try:
            request = self._examined(request)
            if request.kind != OK:
                self._effect(request)
        except ValueError as why:
            return _refusal(why)
        return ACCEPTED

    def active(self, vehicle: str) -> tuple[FailureRequest, ...]:
        """The failures of a vehicle, under way or yet to come, in the order of injection."""
        return tuple(failure.request for failure in self.of(vehicle))

    def of(self, vehicle: str) -> tuple[Failure, ...]:
        """The same with their place in time; not to be changed."""
        entity = self._world.entities.by_name(vehicle)
        return tuple(failure for failure in self._failures if failure.entity == entity)

    def possible(self, vehicle: str) -> tuple[Cell, ...]:
        """Every failure that this vehicle can have."""
        return tuple(cell for cell in self.catalogue.cells if self._can(vehicle, cell))

    def next_onset(self) -> int:
        """The tick in which the next failure sets in; far away if none waits."""
        if not self._failures:
            return NEVER
        soon = self._world.tick + 1
        waiting = (max(f.onset_tick, soon) for f in self._failures if not f.running)
        return min(waiting, default=NEVER)

    def replace(self, request: FailureRequest) -> tuple[FailureAnswer, list[Failure]]:
        """As `inject`; the failures that it ended come back too, for `bring_back`."""
        ended: list[Failure] = []
        try:
            request = self._examined(request)
            if request.kind == OK:
                return ACCEPTED, self._clear(request)
            failure = self._accept(request)
            ended = self._clear(request, kind=request.kind)
            if len(self.active(request.vehicle)) >= MOST_AT_ONCE:
                raise ValueError(
                    f"'{request.vehicle}' has {MOST_AT_ONCE} failures already; clear some"
                )
        except ValueError as why:
            return _refusal(why), ended
        self._add(failure)
        return ACCEPTED, ended

    def withdraw(self, request: FailureRequest) -> None:
        """End the failure that this very request brought."""
        request = self.catalogue.standard(request)
        if self._world.entities.by_name(request.vehicle) is not None:
            self._clear(request, kind=request.kind)

    def bring_back(self, failures: list[Failure]) -> None:
        """Let failures that were ended go on from the next tick, with the time they had left."""
        for failure in failures:
            if failure.entity not in self._world.entities:
                continue
            failure.onset_tick = max(failure.onset_tick, self._world.tick + 1)
            failure.request = self._by_name_of_now(failure)
            failure.effect = self._effect(failure.request)
            self._add(failure)

    def _add(self, failure: Failure) -> None:
        self._failures.append(failure)
        self._activity.stir()

    def _examined(self, request: FailureRequest) -> FailureRequest:
        """The request in the usual words; ValueError says what is wrong with it."""
        request = self.catalogue.standard(request)
        try:
            entity = self._world.by_name(request.vehicle)
        except KeyError as missing:
            raise ValueError(missing.args[0]) from None
        if self._world.entities.get(entity).kind is not EntityKind.MODEL:
            raise ValueError(f"'{request.vehicle}' is no vehicle")
        self.catalogue.check_names(request)
        check_numbers(request)
        self.catalogue.check_strength(request)
        return request

    def _accept(self, request: FailureRequest) -> Failure:
        rate = self._app.tick_rate_hz
        lasts = request.duration_s
        return Failure(
            request,
            self._world.by_name(request.vehicle),
            self._effect(request),
            onset_tick=self._world.tick + 1 + round(request.onset_s * rate),
            ramp_ticks=round(request.ramp_s * rate),
            duration_ticks=None if lasts is None else max(round(lasts * rate), 1),
        )

    def _by_name_of_now(self, failure: Failure) -> FailureRequest:
        """The request, though its vehicle may have been renamed since."""
        return replace(failure.request, vehicle=self._world.entities.get(failure.entity).name)

    def _effect(self, request: FailureRequest) -> Effect:
        return self.catalogue.cell(request).make(self.catalogue.complete(request))

    def _can(self, vehicle: str, cell: Cell) -> bool:
        request = FailureRequest(vehicle=vehicle, component=cell.component, kind=cell.kind)
        try:
            self._effect(request)
        except UnsupportedError:
            return False
        return True

    def _clear(self, request: FailureRequest, kind: str | None = None) -> list[Failure]:
        """End the failures of a component and instance; `kind` leaves all others alone."""
        entity = self._world.by_name(request.vehicle)
        ended = []
        for failure in list(self._failures):
            fits = failure.entity == entity and failure.concerns(
                request.component, request.instance
            )
            if kind is not None:
                same = failure.request.instance == request.instance
                fits = fits and same and failure.request.kind == kind
            if fits:
                self._finish(failure, self._world.tick)
                ended.append(failure)
        return ended

    def _run(self, info: TickInfo) -> None:
        if info.paused:
            return
        for failure in list(self._failures):
            if failure.entity not in self._world.entities:
                failure.effect.drop()
                self._failures.remove(failure)
            elif failure.running and info.tick >= failure.end_tick:
                self._finish(failure, info.tick)
            elif failure.running or (
                info.tick >= failure.onset_tick and self._sets_in(failure, info.tick)
            ):
                self._strengthen(failure, info.tick)

    def _sets_in(self, failure: Failure, tick: int) -> bool:
        """Let a failure begin, if its chance has it so."""
        request = failure.request
        if request.probability < 1.0:
            key = self._world.vector(failure.entity, "noise_key")[0]
            chance = Chance(key, request.component, request.kind, request.instance, "comes")
            if chance.uniform(tick) >= request.probability:
                self._failures.remove(failure)
                self._tell(failure, tick, "spared")
                return False
        failure.onset_tick, failure.running = tick, True
        failure.effect.begin()
        self._tell(failure, tick, "failure")
        return True

    def _strengthen(self, failure: Failure, tick: int) -> None:
        share = failure.share_at(tick)
        if share != failure.share or not failure.effect.steady:
            failure.share = share
            failure.effect.update(share)

    def _finish(self, failure: Failure, tick: int) -> None:
        self._failures.remove(failure)
        if failure.running:
            failure.effect.end()
            failure.stop(tick)
            self._tell(failure, tick, "recovered")

    def _tell(self, failure: Failure, tick: int, name: str) -> None:
        vehicle = self._world.entities.get(failure.entity).name
        event = FailureEvent(tick, vehicle, name, failure.request)
        for listener in self._listeners:
            listener(event)

    def _next_tick(self) -> int:
        tick = self._world.tick
        return min((failure.next_tick(tick) for failure in self._failures), default=NEVER)

    def _save(self) -> list[tuple[Failure, Any]]:
        return [(replace(failure), failure.effect.save()) for failure in self._failures]

    def _load(self, saved: list[tuple[Failure, Any]]) -> None:
        for failure in self._failures:
            failure.effect.drop()
        self._failures = []
        for kept, memory in saved:
            request = self._by_name_of_now(kept)
            effect = self._effect(request)
            if kept.running:
                effect.load(memory)
            # No share yet: the effect is told its strength anew in the next tick.
            fresh = replace(kept, request=request, effect=effect, share=0.0)
            self._failures.append(fresh)


def _refusal(why: ValueError) -> FailureAnswer:
    unsupported = isinstance(why, UnsupportedError)
    return FailureAnswer(
        FailureResult.UNSUPPORTED if unsupported else FailureResult.DENIED, str(why)
    )

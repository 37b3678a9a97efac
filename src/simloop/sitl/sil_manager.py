"""Runs a firmware on its simulated board: by the schedule's timer, or one pass per call."""

from collections.abc import Callable
from typing import Protocol

from simloop.messages.std_srvs import TriggerRequest, TriggerResponse
from simloop.sitl.sil_board import SilBoard, board_system
from simloop.transport.bus import Bus
from simloop.transport.service import Service
from simloop.world.system import PythonSystem

RUN_SERVICE = "sil_board/run"
# The same under the name that ROSflight's manager has for it.
STEP_SERVICE = "rosflight_sil/take_sim_step"


class Host(Protocol):
    """A runner or an app: has a schedule and a bus."""

    @property
    def bus(self) -> Bus:
        """Topics and services."""

    def add_system(self, system: PythonSystem) -> None:
        """Put a system into the schedule."""

    def remove_system(self, name: str) -> None:
        """Take a system out of the schedule."""


class Runnable(Protocol):
    """A firmware, as far as it is run from here."""

    def run(self) -> bool:
        """One pass; returns whether there was a new IMU sample."""


class SilManager:
    """Drives one firmware by timer while `use_timer` is set, and by calls while it is not.

    A call runs one pass, never two, on the samples that are there; while the timer drives, calls
    are refused, since a pass of theirs would see no new sample. Resets that the firmware asks of
    its board are handed to `restart`, lane by lane.
    """

    def __init__(
        self,
        host: Host,
        firmware: Runnable,
        board: SilBoard,
        *,
        simulation_loop_frequency: float | None = None,
        use_timer: bool = True,
        restart: Callable[[int], None] | None = None,
        namespace: str = "",
    ) -> None:
        """Prepare; `join` puts it to work, `serve` leaves the schedule to others.

        Args:
            host: Whose schedule and services are used.
            firmware: What is run.
            board: The firmware's board.
            simulation_loop_frequency: Passes per second by timer; without it one per tick.
            use_timer: Whether the schedule drives, or callers of the service.
            restart: Starts the firmware of a lane again after a reset of its board.
            namespace: What the names of services and system begin with, for a second board.
        """
        self._use_timer = use_timer
        # Called when the timer is switched on or off.
        self.timer_changed: Callable[[], None] = lambda: None
        self.passes = 0
        self._host = host
        self._firmware = firmware
        self._board = board
        self._frequency_hz = simulation_loop_frequency
        self._restart = restart
        self.namespace = namespace
        self._prefix = f"{namespace}/" if namespace else ""
        self._services: list[Service] = []

    @property
    def use_timer(self) -> bool:
        """Does the schedule drive, or do callers of the service?"""
        return self._use_timer

    @use_timer.setter
    def use_timer(self, use_timer: bool) -> None:
        self._use_timer = use_timer
        self.timer_changed()

    @property
    def _system_name(self) -> str:
        return f"{self._prefix}firmware"

    def join(self) -> None:
        """Enter the schedule and serve."""
        self._host.add_system(
            board_system(
                self.step,
                self._board,
                name=self._system_name,
                rate_hz=self._frequency_hz,
                active=lambda: self.use_timer,
            )
        )
        self.serve()

    def serve(self) -> None:
        """Answer to the two names of a step."""
        for name in (RUN_SERVICE, STEP_SERVICE):
            self._services.append(
                self._host.bus.serve(
                    self._prefix + name,
                    TriggerRequest,
                    TriggerResponse,
                    self._answer,
                    doc="one pass of the firmware, while no timer drives it",
                    by="sil_manager",
                )
            )

    def leave(self) -> None:
        """Take system and services away."""
        self._host.remove_system(self._system_name)
        self.fall_silent()

    def fall_silent(self) -> None:
        """Take the services away."""
        for service in self._services:
            service.close()
        self._services.clear()

    def step(self) -> bool:
        """One pass of the firmware; returns whether there was a new IMU sample."""
        self.passes += 1
        fresh = self._firmware.run()
        for lane in self._board.take_resets():
            if self._restart is not None:
                self._restart(lane)
        return fresh

    def _answer(self, request: TriggerRequest) -> TriggerResponse:
        if self.use_timer:
            return TriggerResponse(
                success=False, message="the timer drives the firmware: set use_timer to false"
            )
        fresh = "a new" if self.step() else "no new"
        return TriggerResponse(success=True, message=f"one pass, with {fresh} IMU sample")

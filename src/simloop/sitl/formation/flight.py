"""Followers keep their slots behind a leader: guided by velocities, then they land where it lands.

Leader and followers take off by missions of their own. A follower that has climbed is taken over;
when the leader comes down, or is gone, all land where they are.
"""

from dataclasses import dataclass, field
from math import hypot, nan
from typing import Any

from simloop.firmware.codes import Mode, Offboard, Phase, RequestKind
from simloop.sitl.firmware_links import MAILBOX
from simloop.sitl.formation.config import Config
from simloop.sitl.formation.leading import Leading, leading, yaw_rad
from simloop.sitl.formation.shapes import Offset, slot
from simloop.world.entities import Entity
from simloop.world.runner import TickInfo
from simloop.world.world import World

_DOWN = (Phase.DESCEND, Phase.TOUCH_DOWN, Phase.LANDED)
# A follower is taken over at this share of its take-off height, before its mission goes on.
_CLIMBED = 0.85
_ASK_AGAIN_S = 0.5


@dataclass(slots=True)
class Follower:
    """One vehicle of the formation."""

    entity: Entity
    slot: int
    joined_tick: int = -1
    landing: bool = False
    asked_tick: int = -(10**9)


@dataclass(slots=True)
class State:
    """What the formation remembers from call to call."""

    followers: dict[str, Follower] = field(default_factory=dict)
    heading_rad: float = nan
    turn_radps: float = 0.0
    over: bool = False


class FormationFlight:
    """Steers all followers; reads nothing but what vehicles know themselves."""

    def __init__(self, world: World, config: Config, period_s: float) -> None:
        self._world = world
        self._config = config
        self._period_s = period_s
        self.state = State()

    def offset(self, follower: Follower) -> Offset:
        """Ahead of and right of the leader, m."""
        return slot(self._config.shape, follower.slot, self._config.spacing_m)

    def run(self, info: TickInfo) -> None:
        """Tell every follower how to move."""
        self._meet()
        leader = self._leader()
        if leader is None or float(self._world.vector(leader, "fw_phase")[0]) in _DOWN:
            # Before it has led anybody, a leader on the ground is no reason to land.
            self.state.over = any(f.joined_tick >= 0 for f in self.state.followers.values())
        if self.state.over or leader is None:
            for follower in self.state.followers.values():
                self._land(follower, info)
            return
        lead = self._lead(leader)
        for follower in self.state.followers.values():
            if follower.joined_tick < 0:
                self._join(follower, info)
            if follower.joined_tick >= 0:
                self._steer(follower, lead)

    def save(self) -> Any:
        """A copy of what is remembered."""
        state = self.state
        copies = {
            name: Follower(f.entity, f.slot, f.joined_tick, f.landing, f.asked_tick)
            for name, f in state.followers.items()
        }
        return State(copies, state.heading_rad, state.turn_radps, state.over)

    def load(self, saved: State) -> None:
        """Back to what was saved."""
        self.state = saved
        self.state = self.save()

    def reset(self) -> None:
        """Begin anew."""
        self.state = State()

    def _meet(self) -> None:
        """Give newcomers the lowest free slots, and forget who is gone."""
        followers, entities = self.state.followers, self._world.entities
        for name, follower in list(followers.items()):
            if entities.by_name(name) != follower.entity:
                del followers[name]
        for name in self._wanted():
            entity = entities.by_name(name)
            if name not in followers and entity is not None:
                taken = {follower.slot for follower in followers.values()}
                free = next(n for n in range(len(taken) + 1) if n not in taken)
                followers[name] = Follower(entity, free)

    def _wanted(self) -> tuple[str, ...]:
        if self._config.followers:
            return self._config.followers
        able = (r.name for r, table in self._world.each() if MAILBOX in table.layout.places)
        return tuple(name for name in able if name != self._config.leader)

    def _leader(self) -> Entity | None:
        return self._world.entities.by_name(self._config.leader)

    def _lead(self, leader: Entity) -> Leading:
        state = self.state
        if state.heading_rad != state.heading_rad:
            state.heading_rad = yaw_rad(self._world, leader)
        most = self._config.turn_rate_dps if self._config.turns else 0.0
        lead = leading(
            self._world,
            leader,
            state.heading_rad,
            state.turn_radps,
            period_s=self._period_s,
            most_dps=most,
        )
        state.heading_rad, state.turn_radps = lead.heading_rad, lead.turn_radps
        return lead

    def _join(self, follower: Follower, info: TickInfo) -> None:
        vector, own = self._world.vector, follower.entity
        height = float(vector(own, "fw_home_ned_m")[2] - vector(own, "fw_position_ned_m")[2])
        climbed = height > _CLIMBED * float(self._world.numbers(own, "fw_takeoff_altitude_m")[0])
        if not (vector(own, "fw_flying")[0] > 0.0 and climbed):
            return
        if float(vector(own, "fw_mode")[0]) == Mode.GUIDED:
            follower.joined_tick = info.tick
        else:
            self._ask(follower, Mode.GUIDED, info)

    def _steer(self, follower: Follower, lead: Leading) -> None:
        offset, own, config = self.offset(follower), follower.entity, self._config
        place = lead.slot_ned_m(self._world, own, offset)
        moving = lead.slot_velocity_ned_mps(offset)
        here = self._world.vector(own, "fw_position_ned_m").tolist()
        wanted = [
            v + config.gain_per_s * (p - h) for v, p, h in zip(moving, place, here, strict=True)
        ]
        speed = hypot(*wanted)
        scale = min(1.0, config.max_speed_mps / speed) if speed > 0.0 else 0.0
        self._world.vector(own, "fw_offboard_velocity_ned_mps")[:] = [scale * v for v in wanted]
        self._world.vector(own, "fw_offboard_yaw")[:] = (lead.heading_rad, nan)
        self._world.vector(own, "fw_offboard_kind")[0] = Offboard.VELOCITY
        self._world.vector(own, "fw_offboard_seen")[0] += 1.0

    def _land(self, follower: Follower, info: TickInfo) -> None:
        phase = float(self._world.vector(follower.entity, "fw_phase")[0])
        if follower.joined_tick < 0 or phase in _DOWN:
            return
        if float(self._world.vector(follower.entity, "fw_mode")[0]) != Mode.LAND:
            follower.landing = True
            self._ask(follower, Mode.LAND, info)

    def _ask(self, follower: Follower, mode: float, info: TickInfo) -> None:
        """Request a mode, and again if it was not taken."""
        if info.tick - follower.asked_tick < _ASK_AGAIN_S * info.tick_rate_hz:
            return
        follower.asked_tick = info.tick
        vector, own = self._world.vector, follower.entity
        vector(own, "fw_request")[:] = (RequestKind.MODE, mode, *(0.0,) * 6)
        vector(own, "fw_request_id")[0] += 1.0

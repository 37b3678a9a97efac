"""Ten vehicles and their ground stations: one port that sees all, a port for each, TCP for each."""

import asyncio
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from typing import Any

import pytest
from ground_vehicle import free_port, waiting_vehicle

mavutil = pytest.importorskip("pymavlink.mavutil")
mavsdk = pytest.importorskip("mavsdk")

VEHICLES = 10
SPEED = 4.0
WITHIN_S = 60.0
ARM, TAKEOFF, SET_MODE, REQUEST_LIST = 400, 22, 176, 43
GUIDED = 4
ARMED = 128
NOT_YET = 1


class Fleet:
    """A run with ten quads, and where it can be reached."""

    def __init__(self) -> None:
        self.ground_port = free_port()
        self.first_offboard = free_block(VEHICLES, beyond=21000)
        self.first_tcp = free_block(10 * VEHICLES, beyond=self.first_offboard + VEHICLES)
        self.first_grpc = free_block(VEHICLES, beyond=self.first_tcp + 10 * VEHICLES)

    @property
    def endpoints(self) -> tuple[str, ...]:
        last = self.first_offboard + VEHICLES - 1
        return (
            f"udpout:127.0.0.1:{self.ground_port}",
            f"udpout:127.0.0.1:{self.first_offboard}-{last}",
            f"tcpin:127.0.0.1:{self.first_tcp}+10",
        )


def free_block(size: int, *, beyond: int) -> int:
    """The first of so many free ports; who asks for several blocks binds them later."""
    for first in range(beyond, 60000, size):
        if all(is_free(first + n, kind) for n in range(size) for kind in (1, 2)):
            return first
    raise AssertionError("no ports are free")


def is_free(port: int, kind: int) -> bool:
    with closing(socket.socket(socket.AF_INET, kind)) as probe:
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            return False
    return True


@pytest.fixture(scope="module")
def fleet() -> Iterator[Fleet]:
    fleet = Fleet()
    sets = (f"vehicles[0].count={VEHICLES}",)
    with waiting_vehicle(*fleet.endpoints, speed=SPEED, sets=sets):
        yield fleet


class Station:
    """A ground station on one link, as MAVProxy is built on pymavlink."""

    def __init__(self, link: str) -> None:
        self.link = mavutil.mavlink_connection(link, source_system=255, dialect="ardupilotmega")
        self.armed: dict[int, bool] = {}

    def close(self) -> None:
        self.link.close()

    def hear(self, wanted: Callable[[Any], Any], what: str) -> Any:
        """Take messages until one is wanted; keep who is armed."""
        deadline = time.monotonic() + WITHIN_S
        while time.monotonic() < deadline:
            message = self.link.recv_match(blocking=True, timeout=1.0)
            if message is None:
                continue
            if message.get_type() == "HEARTBEAT":
                self.armed[message.get_srcSystem()] = bool(message.base_mode & ARMED)
            if wanted(message):
                return message
        raise AssertionError(f"not within {WITHIN_S} s: {what}")

    def command(self, target: int, number: int, *params: float) -> int:
        values = (*params, *(0.0,) * 7)[:7]

        def is_answer(message: Any) -> bool:
            answers = message.get_type() == "COMMAND_ACK" and message.command == number
            return answers and message.get_srcSystem() == target

        for _ in range(60):
            self.link.mav.command_long_send(target, 1, number, 0, *values)
            result: int = self.hear(is_answer, f"answer of {target} to {number}").result
            if result != NOT_YET:
                break
            # Its estimators may need a while.
            self.hear(lambda m: m.get_type() == "HEARTBEAT" and m.get_srcSystem() == target, "")
        return result

    def upload(self, target: int, count: int) -> None:
        """A plan item by item, as the vehicle asks for it."""
        self.link.mav.mission_count_send(target, 1, count, 0)

    def answer_request(self, message: Any) -> None:
        self.link.mav.mission_item_int_send(
            message.get_srcSystem(), 1, message.seq, 3, 16, 0, 1, 0, 0, 0, 0,
            402463724, -1116474138 + 100 * message.get_srcSystem(), 12.0, 0,
        )  # fmt: skip

    def plan_size(self, target: int) -> int:
        def is_count(message: Any) -> bool:
            return message.get_type() == "MISSION_COUNT" and message.get_srcSystem() == target

        self.link.mav.mission_request_list_send(target, 1, 0)
        return int(self.hear(is_count, f"size of the plan of {target}").count)


@pytest.fixture
def station(fleet: Fleet) -> Iterator[Station]:
    station = Station(f"udpin:127.0.0.1:{fleet.ground_port}")
    yield station
    station.close()


@pytest.mark.timeout(900)
def test_one_ground_station_sees_all_and_commands_one(station: Station) -> None:
    everybody = set(range(1, VEHICLES + 1))
    station.hear(lambda m: station.armed.keys() >= everybody, "ten heartbeats")
    assert station.armed.keys() == everybody
    assert station.command(4, SET_MODE, 1.0, GUIDED) == 0
    assert station.command(4, ARM, 1.0) == 0
    station.hear(lambda m: station.armed[4], "vehicle 4 armed")
    assert station.command(4, TAKEOFF, 0.0, 0.0, 0.0, float("nan"), 0.0, 0.0, 6.0) == 0

    def is_high(message: Any) -> bool:
        return message.get_type() == "GLOBAL_POSITION_INT" and message.relative_alt > 5000

    assert station.hear(is_high, "somebody at 5 m").get_srcSystem() == 4
    assert [number for number, armed in station.armed.items() if armed] == [4]


@pytest.mark.timeout(900)
def test_plans_go_to_several_vehicles_at_once(station: Station) -> None:
    sizes = {2: 5, 3: 7, 9: 4}
    station.hear(lambda m: station.armed.keys() >= sizes.keys(), "their heartbeats")
    for target, count in sizes.items():
        station.upload(target, count)
    done: dict[int, int] = {}

    def all_are_there(message: Any) -> bool:
        sender = message.get_srcSystem()
        if message.get_type() in ("MISSION_REQUEST", "MISSION_REQUEST_INT"):
            station.answer_request(message)
        elif message.get_type() == "MISSION_ACK":
            done[sender] = message.type
        return done.keys() == sizes.keys()

    station.hear(all_are_there, "three plans taken")
    assert set(done.values()) == {0}
    assert {target: station.plan_size(target) for target in sizes} == sizes
    assert station.plan_size(1) <= 1


@pytest.mark.timeout(900)
def test_every_vehicle_waits_for_a_client_at_its_own_port(fleet: Fleet) -> None:
    for number in (0, 6, 9):
        station = Station(f"tcp:127.0.0.1:{fleet.first_tcp + 10 * number}")
        for _ in range(3):
            beat = station.hear(lambda m: m.get_type() == "HEARTBEAT", "a heartbeat")
            assert beat.get_srcSystem() == number + 1
        # Who names another vehicle on this line reaches nobody.
        station.link.mav.param_request_read_send(number + 2, 1, b"SYSID_THISMAV", -1)
        station.link.mav.param_request_read_send(number + 1, 1, b"SYSID_THISMAV", -1)
        value = station.hear(lambda m: m.get_type() == "PARAM_VALUE", "a parameter")
        assert (value.get_srcSystem(), value.param_value) == (number + 1, number + 1)
        station.close()


async def fly(number: int, fleet: Fleet, grpc_port: int) -> float:
    """Up, and down again; the height that was reached."""
    drone = mavsdk.System(port=grpc_port)
    await drone.connect(f"udpin://127.0.0.1:{fleet.first_offboard + number}")
    async for state in drone.core.connection_state():
        if state.is_connected:
            break
    async for health in drone.telemetry.health():
        if health.is_armable and health.is_home_position_ok:
            break
    await drone.action.set_takeoff_altitude(5.0 + number)
    await drone.action.arm()
    await drone.action.takeoff()
    highest = 0.0
    async for position in drone.telemetry.position():
        highest = max(highest, position.relative_altitude_m)
        if highest > 4.5 + number:
            break
    await drone.action.land()
    async for in_air in drone.telemetry.in_air():
        if not in_air:
            break
    return highest


@pytest.mark.timeout(900)
@pytest.mark.parametrize("clients", [3, pytest.param(10, marks=pytest.mark.soak)])
def test_programs_have_a_vehicle_each(fleet: Fleet, clients: int) -> None:
    async def all_at_once() -> list[float]:
        jobs = [fly(number, fleet, fleet.first_grpc + number) for number in range(clients)]
        return await asyncio.wait_for(asyncio.gather(*jobs), 4 * WITHIN_S)

    heights = asyncio.run(all_at_once())
    assert all(5.0 + n - 0.6 < height < 5.0 + n + 1.0 for n, height in enumerate(heights))

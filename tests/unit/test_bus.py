"""The bus: order, types, laziness, faults, services, inbox and replay."""

from collections.abc import Callable
from typing import NoReturn

import pytest

from simloop.messages.geometry_msgs import Vector3Stamped, WrenchStamped
from simloop.messages.rosflight_msgs import RCRaw, SetSimStateRequest, SetSimStateResponse
from simloop.messages.std_msgs import Bool, String
from simloop.messages.std_srvs import TriggerRequest, TriggerResponse
from simloop.transport import (
    Bus,
    BusError,
    Inbox,
    OnFault,
    ServiceInput,
    Stamped,
    TopicInput,
    canonical_name,
    name_in,
)
from simloop.transport.document import render_services, render_topics


def fail(message: object) -> NoReturn:
    raise RuntimeError(f"cannot take {message}")


def done(request: TriggerRequest) -> TriggerResponse:
    return TriggerResponse(success=True, message="done")


@pytest.mark.parametrize(
    ("name", "canonical"),
    [("clock", "clock"), ("/clock", "clock"), ("sim/sensors/imu/data", "sim/sensors/imu/data")],
)
def test_names_have_one_spelling(name: str, canonical: str) -> None:
    assert canonical_name(name) == canonical


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("", "empty"),
        ("/", "empty"),
        ("sim//imu", "slash"),
        ("sim/", "slash"),
        ("sim/2nd", "digit"),
        ("sim/my-topic", "letters"),
        ("sim/a b", "letters"),
        ("sim/a__b", "double underscore"),
        ("~/imu", "no nodes"),
        ("sim/{node}", "no nodes"),
    ],
)
def test_bad_names_are_refused_with_the_rule(name: str, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        canonical_name(name)
    with pytest.raises(ValueError, match=reason):
        Bus().advertise(name, Bool)


def test_a_vehicle_prefixes_names() -> None:
    assert name_in("quad_1", "/sim/RC") == "quad_1/sim/RC"
    assert name_in("", "sim/RC") == "sim/RC"


def test_messages_wait_for_the_flush_and_arrive_in_the_order_published() -> None:
    bus, seen = Bus(), list[str]()
    first, second = bus.advertise("a", String), bus.advertise("b", String)
    bus.subscribe("b", String, lambda message: seen.append(f"b1 {message.data}"))
    bus.subscribe("a", String, lambda message: seen.append(f"a {message.data}"))
    bus.subscribe("/b", String, lambda message: seen.append(f"b2 {message.data}"))
    second.publish(String("x"))
    first.publish(String("y"))
    second.publish(String("z"))
    assert seen == []
    assert bus.flush(1) == 3
    assert seen == ["b1 x", "b2 x", "a y", "b1 z", "b2 z"]
    assert bus.flush(2) == 0


def test_what_a_subscriber_publishes_comes_with_the_next_flush() -> None:
    bus = Bus()
    ping, pong = bus.advertise("ping", String), bus.advertise("pong", String)
    bus.subscribe("ping", String, pong.publish)
    bus.subscribe("pong", String, ping.publish)
    ping.publish(String("ball"))
    assert [bus.flush(tick) for tick in range(1, 5)] == [1, 1, 1, 1]


def test_nothing_is_built_without_a_subscriber() -> None:
    bus, built = Bus(), list[int]()

    def build() -> Bool:
        built.append(1)
        return Bool(True)

    publisher = bus.advertise("flag", Bool)
    assert not publisher.has_subscribers
    publisher.publish_lazy(build)
    publisher.publish(Bool())
    assert (bus.flush(1), built) == (0, [])
    subscription = bus.subscribe("flag", Bool)
    assert publisher.has_subscribers
    publisher.publish_lazy(build)
    assert (bus.flush(2), built) == (1, [1])
    subscription.close()
    assert not publisher.has_subscribers


def test_a_queue_remembers_ticks_and_drops_its_oldest() -> None:
    bus = Bus()
    publisher = bus.advertise("text", String)
    slow = bus.subscribe("text", String, depth=2)
    fast = bus.subscribe("text", String, depth=9)
    for tick in range(1, 6):
        publisher.publish(String(str(tick)))
        bus.flush(tick)
    assert [(each.tick, each.message.data) for each in slow.take()] == [(4, "4"), (5, "5")]
    assert (slow.dropped, fast.dropped, len(fast.take())) == (3, 0, 5)
    assert slow.take() == ()
    assert bus.graph().topics[0].dropped == 3
    with pytest.raises(ValueError, match="at least 1"):
        bus.subscribe("text", String, depth=0)


@pytest.mark.parametrize("advertise_first", [True, False])
def test_a_type_mismatch_names_both_sides(advertise_first: bool) -> None:
    bus = Bus()
    steps: list[Callable[[], object]] = [
        lambda: bus.advertise("sim/truth_wind", Vector3Stamped, by="wind"),
        lambda: bus.subscribe("sim/truth_wind", WrenchStamped, by="logger"),
    ]
    first, second = steps if advertise_first else steps[::-1]
    first()
    with pytest.raises(BusError) as caught:
        second()
    for part in ("sim/truth_wind", "wind", "Vector3Stamped", "logger", "WrenchStamped"):
        assert part in str(caught.value)


def test_publishing_another_type_or_after_closing_is_an_error() -> None:
    bus = Bus()
    publisher = bus.advertise("flag", Bool, by="switch")
    bus.subscribe("flag", Bool)
    with pytest.raises(BusError, match=r"flag carries std_msgs/msg/Bool; switch .* String"):
        publisher.publish(String())  # type: ignore[arg-type]
    publisher.close()
    with pytest.raises(BusError, match="switch published after closing"):
        publisher.publish(Bool())


def test_a_topic_nobody_uses_any_more_is_free_for_another_type() -> None:
    bus = Bus()
    publisher = bus.advertise("thing", Bool)
    publisher.close()
    assert bus.graph().topics == ()
    bus.advertise("thing", String)


def test_a_raising_subscriber_is_named_and_stops_the_run() -> None:
    bus = Bus()
    publisher = bus.advertise("flag", Bool)
    bus.subscribe("flag", Bool, fail, by="recorder")
    publisher.publish(Bool())
    with pytest.raises(BusError, match="tick 7: recorder on flag raised RuntimeError"):
        bus.flush(7)


def test_by_policy_a_raising_subscriber_is_detached_and_the_others_go_on() -> None:
    bus = Bus(on_fault=OnFault.DETACH)
    publisher = bus.advertise("flag", Bool)
    bus.subscribe("flag", Bool, fail, by="recorder")
    healthy = bus.subscribe("flag", Bool, by="viewer")
    for tick in (1, 2):
        publisher.publish(Bool())
        bus.flush(tick)
    assert len(healthy.take()) == 2
    assert [(fault.tick, fault.who, fault.name) for fault in bus.faults] == [
        (1, "recorder", "flag")
    ]
    assert bus.graph().topics[0].subscribers == ("viewer",)


def test_a_service_answers_at_once_between_ticks_and_the_call_is_logged() -> None:
    bus = Bus()
    bus.serve("time_manager/toggle_pause", TriggerRequest, TriggerResponse, done)
    bus.ingest(3)
    bus.flush(3)
    assert bus.call("/time_manager/toggle_pause", TriggerRequest(), by="gui").success
    assert bus.inbox.log == (
        Stamped(4, "gui", ServiceInput("time_manager/toggle_pause", TriggerRequest())),
    )


def test_inside_a_tick_a_call_is_refused_and_a_request_waits_for_the_next() -> None:
    bus = Bus()
    bus.serve("toggle", TriggerRequest, TriggerResponse, done)
    bus.ingest(3)
    with pytest.raises(BusError, match=r"inside tick 3; use Bus\.request"):
        bus.call("toggle", TriggerRequest())
    reply = bus.request("toggle", TriggerRequest())
    bus.flush(3)
    assert not reply.done
    bus.ingest(4)
    assert (reply.done, reply.tick, reply.error) == (True, 4, None)
    assert reply.response == TriggerResponse(success=True, message="done")


def test_service_mistakes_are_named() -> None:
    bus = Bus()
    served = bus.serve(
        "dynamics/set_sim_state", SetSimStateRequest, SetSimStateResponse, fail, by="d"
    )
    with pytest.raises(BusError, match=r"did you mean dynamics/set_sim_state\?"):
        bus.call("dynamics/set_state", SetSimStateRequest())
    with pytest.raises(BusError, match=r"of d takes .*SetSimState_Request, not a TriggerRequest"):
        bus.call("dynamics/set_sim_state", TriggerRequest())
    with pytest.raises(BusError, match="me offers what d serves"):
        bus.serve("dynamics/set_sim_state", TriggerRequest, TriggerResponse, done, by="me")
    with pytest.raises(BusError, match="d on dynamics/set_sim_state raised RuntimeError"):
        bus.call("dynamics/set_sim_state", SetSimStateRequest())
    served.close()
    with pytest.raises(BusError, match="no service"):
        bus.call("dynamics/set_sim_state", SetSimStateRequest())
    with pytest.raises(TypeError, match="one service"):
        bus.serve("x", TriggerRequest, SetSimStateResponse, fail)


def test_a_wrong_response_and_a_service_that_left_are_answered_with_an_error() -> None:
    bus = Bus(on_fault=OnFault.DETACH)
    bus.serve("wrong", TriggerRequest, TriggerResponse, lambda _: Bool())  # type: ignore[arg-type,return-value]
    leaving = bus.serve("leaving", TriggerRequest, TriggerResponse, done)
    wrong = bus.request("wrong", TriggerRequest())
    gone = bus.request("leaving", TriggerRequest())
    leaving.close()
    bus.ingest(1)
    assert wrong.done and "returned a Bool" in str(wrong.error)
    assert gone.done and gone.error == "service leaving has gone"
    assert [fault.name for fault in bus.faults] == ["wrong"]


def test_a_raising_service_stops_the_run_by_default() -> None:
    bus = Bus()
    bus.serve("bad", TriggerRequest, TriggerResponse, fail, by="plugin")
    reply = bus.request("bad", TriggerRequest())
    with pytest.raises(BusError, match="tick 1: plugin on bad raised"):
        bus.ingest(1)
    assert reply.done


def test_external_messages_enter_with_the_tick_and_are_logged() -> None:
    bus = Bus()
    sticks = bus.subscribe("sim/RC", RCRaw)
    receiver = bus.advertise("sim/RC", RCRaw, external=True, by="joystick")
    receiver.publish(RCRaw())
    assert bus.flush(1) == 0
    assert sticks.take() == ()
    bus.inbox.push("operator", "something else")
    rest = bus.ingest(2)
    assert [each.tick for each in sticks.take()] == [2]
    assert [(item.source, item.payload) for item in rest] == [("operator", "something else")]
    assert bus.inbox.log == (
        Stamped(2, "joystick", TopicInput("sim/RC", RCRaw())),
        Stamped(2, "operator", "something else"),
    )


def test_external_input_of_another_type_is_a_fault_of_its_source() -> None:
    bus = Bus(on_fault=OnFault.DETACH)
    sticks = bus.subscribe("sim/RC", RCRaw, by="board")
    bus.inbox.push("joystick", TopicInput("sim/RC", Bool()))
    bus.inbox.push("joystick", TopicInput("nobody/listens", Bool()))
    bus.ingest(1)
    assert sticks.take() == ()
    assert [(fault.who, fault.name) for fault in bus.faults] == [("joystick", "sim/RC")]


def test_a_log_replays_at_the_same_ticks_whatever_arrives_live() -> None:
    def run(inbox: Inbox, live: dict[int, str]) -> list[tuple[int, str]]:
        bus, seen = Bus(inbox=inbox), list[tuple[int, str]]()
        texts = bus.advertise("text", String, external=True)
        bus.serve("mark", TriggerRequest, TriggerResponse, done)
        queue = bus.subscribe("text", String, depth=99)
        for tick in range(1, 9):
            if tick in live:
                texts.publish(String(live[tick]))
                bus.request("mark", TriggerRequest())
            bus.ingest(tick)
            seen += [(each.tick, each.message.data) for each in queue.take()]
            bus.flush(tick)
        return seen

    original = Inbox()
    expected = run(original, {2: "two", 5: "five"})
    replay = Inbox(replay=original.log)
    assert replay.next_tick == 2
    assert run(replay, {1: "noise", 5: "noise"}) == expected == [(2, "two"), (5, "five")]
    assert replay.log == original.log
    assert replay.ignored == 4
    assert replay.next_tick is None


def test_a_replay_that_skips_an_input_says_so() -> None:
    inbox = Inbox(replay=[Stamped(3, "joystick", "x")])
    with pytest.raises(BusError, match="joystick belongs to tick 3, but the world is at 4"):
        inbox.drain(4)


def test_what_was_not_delivered_does_not_survive_a_way_back() -> None:
    bus, heard = Bus(), list[Bool]()
    publisher = bus.advertise("sim/flag", Bool)
    bus.subscribe("sim/flag", Bool, heard.append)
    bus.ingest(500)
    bus.flush(500)
    publisher.publish(Bool())
    bus.go_back(0)
    bus.serve("ping", TriggerRequest, TriggerResponse, lambda request: TriggerResponse())
    bus.call("ping", TriggerRequest())
    assert [item.tick for item in bus.inbox.log] == [1]
    bus.ingest(1)
    bus.flush(1)
    assert not heard


def test_a_full_inbox_refuses_and_names_the_sender() -> None:
    inbox = Inbox(capacity=2, keep_log=False)
    for _ in range(2):
        inbox.push("flood", 1)
    with pytest.raises(BusError, match=r"inbox full.*flood"):
        inbox.push("flood", 1)
    assert (len(inbox.drain(1)), len(inbox), inbox.log) == (2, 0, ())


def test_input_that_arrives_while_draining_waits_for_the_next_tick() -> None:
    bus = Bus()
    echo = bus.advertise("text", String, external=True)
    bus.subscribe("text", String, echo.publish)
    echo.publish(String("again"))
    for tick in range(1, 4):
        bus.ingest(tick)
        bus.flush(tick)
    assert [item.tick for item in bus.inbox.log] == [1, 2, 3]


def test_graph_and_tables() -> None:
    bus = Bus()
    bus.advertise("sim/truth_wind", Vector3Stamped, "wind, m/s NED | truth", by="wind")
    bus.advertise("clock", Bool, by="time")
    bus.subscribe("clock", Bool, by="a")
    bus.subscribe("clock", Bool, by="b")
    bus.serve("toggle", TriggerRequest, TriggerResponse, done, doc="pause or play", by="time")
    graph = bus.graph()
    clock, wind = graph.topics
    assert (clock.publisher_count, clock.subscriber_count, clock.subscribers) == (1, 2, ("a", "b"))
    assert (wind.type, wind.subscriber_count) == ("geometry_msgs/msg/Vector3Stamped", 0)
    assert (graph.services[0].type, graph.services[0].server) == ("std_srvs/srv/Trigger", "time")
    assert render_topics(reversed(graph.topics)).splitlines() == [
        "| topic | type | content |",
        "| --- | --- | --- |",
        "| `clock` | std_msgs/Bool |  |",
        r"| `sim/truth_wind` | geometry_msgs/Vector3Stamped | wind, m/s NED \| truth |",
    ]
    assert "| `toggle` | std_srvs/Trigger | pause or play |" in render_services(graph.services)

"""`simloop view`, and what a run says about its page."""

import re
import socket
from collections.abc import Callable
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from simloop.cli import view
from simloop.cli.main import main
from simloop.cli.scene_token import scene_of
from simloop.cli.staying import stay
from simloop.cli.watching import Watching
from simloop.math.geodesy import ned_to_llh
from simloop.server.port_table import port_rows
from simloop.server.session import Result, Session
from simloop.server.simulation import Simulation
from simloop.studio.access import Keys
from simloop.studio.addresses import SceneAddress
from simloop.studio.packets import TURNED_AWAY, pack_text
from simloop.studio.page_rules import PageRules
from simloop.systems.scene.messages import QuestionMessage, ToViewer, VerdictMessage


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port: int = probe.getsockname()[1]
        return port


@pytest.fixture(autouse=True)
def token(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SIMLOOP_TOKEN", "x")


def test_an_address_that_is_none_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["view", "http://localhost:8080"]) == 2
    assert "use what 'simloop run --headless' printed" in capsys.readouterr().err


def test_a_run_that_is_not_there_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["view", f"scene://127.0.0.1:{free_port()}", "--page-port", "0"]) == 3
    assert "start one with 'simloop run --headless'" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("said", "words"),
    [
        (b"220 smtp.example ready\r\n", "something else than a run answers there"),
        (pack_text({"type": TURNED_AWAY, "reason": "another page shows it"}), "another page"),
    ],
)
def test_whoever_shows_no_run_is_told(
    said: bytes, words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:

        def answer() -> None:
            server.settimeout(20.0)
            line, _ = server.accept()
            with line:
                line.sendall(said)
                # Until it has read that and hung up.
                line.settimeout(20.0)
                while line.recv(1000):
                    pass

        thread = Thread(target=answer)
        thread.start()
        port = server.getsockname()[1]
        assert main(["view", f"scene://127.0.0.1:{port}", "--page-port", "0"]) == 3
        thread.join(20.0)
    told = capsys.readouterr().err
    assert words in told
    assert told.count("\n") == 1


def test_the_page_is_served_until_the_run_ends(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    served: list[Any] = []

    async def serve(
        page: socket.socket,
        keys: Keys,
        scene: SceneAddress,
        rules: PageRules,
        connected: Callable[[], None],
    ) -> None:
        served.append((page.getsockname()[1], keys, scene.port))
        connected()

    monkeypatch.setattr(view, "serve", serve)
    share = ["--share", "view"]
    assert main(["view", "scene://127.0.0.1:4000", "--page-port", "0", *share]) == 0
    ((port, keys, scene_port),) = served
    assert scene_port == 4000
    said = capsys.readouterr().out
    assert f"open http://127.0.0.1:{port}/#token={keys.admin}\n" in said
    assert f"others may look: http://127.0.0.1:{port}/#token={keys.view}\n" in said


@pytest.mark.parametrize(
    ("arguments", "variable", "words"),
    [
        (["scene://127.0.0.1:9#secret"], "", "a token on the command line can be read by every"),
        (["scene://127.0.0.1:9"], "", "the run's token is missing: set SIMLOOP_TOKEN"),
        (["scene://127.0.0.1:9", "--token-file", "none"], "x", "none: there is no such file"),
        (["scene://127.0.0.1:9", "--token-file", "empty"], "x", "empty: holds no token"),
    ],
)
def test_a_token_comes_from_the_environment_or_a_file(
    arguments: list[str],
    variable: str,
    words: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SIMLOOP_TOKEN", variable)
    (tmp_path / "empty").write_text("")
    assert main(["view", *arguments]) == 2
    said = capsys.readouterr().err
    assert words in said
    assert "secret" not in said
    assert said.count("\n") == 1


def test_a_token_file_is_read(tmp_path: Path) -> None:
    file = tmp_path / "token"
    file.write_text("from the file\n")
    assert scene_of("scene://127.0.0.1:9", str(file)).token == "from the file"


def test_a_headless_run_can_be_watched_later() -> None:
    simulation = Simulation.load("square", compiled=False)
    watching = Watching(simulation)
    (line,) = watching.open(page_port=None)
    found = re.fullmatch(r"watch it with: SIMLOOP_TOKEN=(\S+) simloop view (\S+)", line)
    assert found is not None
    address = SceneAddress.parse(f"{found[2]}#{found[1]}")
    (row,) = port_rows(watching.ports)
    assert row.short == f"scene tcp {address.port}"
    with socket.create_connection((address.host, address.port), 20.0):
        watching.close()


def test_a_world_without_a_scene_has_no_page_and_no_cost() -> None:
    simulation = Simulation.load("square", compiled=False, sets=["world.remove=[scene]"])
    watching = Watching(simulation)
    (line,) = watching.open(page_port=0)
    assert line == "no page: this world leaves the system 'scene' out"
    assert watching.port is None and watching.ports == []
    assert not {"scene", "questions"} & set(simulation.provided)
    simulation.advance(1)
    assert "scene" not in {system.name for system in simulation.runner._systems}


def test_a_run_that_can_be_watched_tells_its_past() -> None:
    simulation = Simulation.load("square", compiled=False)
    watching = Watching(simulation)
    watching.open(page_port=None)
    simulation.command("remove", name="nobody")
    simulation.advance(40)
    ask = simulation.provided["questions"].answer
    told = ask(QuestionMessage("1", "timeline")).data
    assert (told.first_tick, told.last_tick, told.can_branch) == (0, 40, True)
    assert [(marker.tick, marker.level) for marker in told.markers] == [(1, "warn")]
    assert told.markers[0].words.startswith("refused remove: no entity named 'nobody'")
    assert ask(QuestionMessage("2", "past", {"tick": 30})).data.tick <= 30
    far = ask(QuestionMessage("3", "past", {"tick": -5}))
    assert far.refused == "the history does not reach back so far"
    assert "branch" in simulation.provided["user_commands"].verbs
    watching.close()


FRAME = ("origin_llh", "fw_origin_llh", "fw_aligned")


def test_the_mission_of_a_vehicle_that_came_later_is_shown() -> None:
    simulation = Simulation.load("square", compiled=False)
    watching = Watching(simulation)
    watching.open(page_port=None)
    simulation.command("spawn", model="quad", name="late", position_ned_m=[30.0, 40.0, 0.0])
    simulation.advance(2)
    record = simulation.world.entities.get(simulation.world.by_name("late"))
    assert watching._item(record).home_ned_m is None
    waypoint = {"command": "waypoint", "north_m": 5.0, "east_m": 0.0, "altitude_m": 10.0}
    simulation.command("mission", name="late", items=[waypoint])
    simulation.advance(2)
    # As if it had found out where it is.
    columns = {name: simulation.world.vector(record.entity, name) for name in FRAME}
    columns["fw_origin_llh"][:] = ned_to_llh(*columns["origin_llh"], 30.0, 40.0, 0.0)
    columns["fw_aligned"][:] = 1.0
    shown = watching._item(record)
    assert shown.home_ned_m == pytest.approx((30.0, 40.0, 0.0), abs=0.01)
    assert shown.plan_ned_m == (pytest.approx((35.0, 40.0, -10.0), abs=0.01),)
    watching.close()


def test_a_run_without_memory_for_it_keeps_no_history() -> None:
    simulation = Simulation.load("square", compiled=False)
    watching = Watching(simulation)
    watching.open(page_port=None, history_mb=0.0)
    assert "timeline" not in simulation.provided["questions"].names
    assert "branch" not in simulation.provided["user_commands"].verbs
    watching.close()


class Onlooker:
    """Stands in for a port with somebody who looks."""

    viewers = 1
    wanted = False

    def __init__(self) -> None:
        self.verdicts: list[VerdictMessage] = []

    def tell(self, message: ToViewer) -> None:
        if isinstance(message, VerdictMessage):
            self.verdicts.append(message)


def test_a_run_that_met_its_verdict_flies_on_from_a_branch() -> None:
    sets = ["duration_s=0.5", "speed=max"]
    simulation = Simulation.load("square", compiled=False, sets=sets)
    watching, onlooker = Watching(simulation), Onlooker()
    watching.open(page_port=None)
    port, watching.port = watching.port, onlooker  # type: ignore[assignment]
    session = Session(simulation)
    concluded: list[Result] = []

    def watch() -> None:
        if len(concluded) == 1:
            session.stop()

    result = session.run(watch)
    assert simulation.world.tick == 200
    assert session.verdict_holds
    simulation.command("branch", tick=100)
    simulation.command("play")
    stay(session, result, watching, watch, concluded.append)
    assert [event.name for event in simulation.log.events] == ["branched"]
    assert [each.ticks for each in concluded] == [200]
    assert [each.tick for each in onlooker.verdicts] == [200, 200]
    # It stands still at the verdict, until somebody plays on.
    assert simulation.time.paused
    watching.port = port
    watching.close()

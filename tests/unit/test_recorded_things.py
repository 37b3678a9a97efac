"""Lights, actors, obstacles and seas of recordings: where they were, and where two runs differ."""

from pathlib import Path

from simloop.cli.watching import event_message
from simloop.server.history import History
from simloop.server.player.past_answers import PastDesk
from simloop.server.player.player import Player
from simloop.server.player.programme import SECOND_FROM, Programme
from simloop.server.player.recorded_run import RecordedRun
from simloop.server.recording.reader import RunFile
from simloop.server.recording.recording import Recording
from simloop.server.simulation import Simulation
from simloop.systems.scene.messages import Item
from simloop.systems.user_commands.desk import UserCommand
from simloop.transport.inbox import Reply

HERE, THERE = (1.0, 2.0, -3.0), (5.0, 2.0, -3.0)


def recorded(directory: Path, scenario: str, *, moved_to: tuple[float, ...] = THERE) -> Path:
    """A lamp is put up at tick 100, moved at 200, and gone at 300; the world has its own things."""
    directory.mkdir()
    simulation = Simulation.load(scenario, compiled=False)
    recording = Recording(simulation, directory / "run.mcap")
    steps = {
        100: lambda: simulation.command("insert", kind="light", name="lamp", position_ned_m=HERE),
        200: lambda: simulation.command("move", name="lamp", position_ned_m=moved_to),
        300: lambda: simulation.command("remove", name="lamp"),
    }
    while simulation.world.tick < 400:
        steps.get(simulation.world.tick, lambda: None)()
        simulation.advance(50)
    recording.finish()
    simulation.close()
    return directory


def until(simulation: Simulation, tick: int) -> None:
    while simulation.world.tick < tick:
        simulation.advance(tick - simulation.world.tick)


def lamps(items: list[Item]) -> list[tuple[str, object, bool]]:
    return [(i.name, i.position_ned_m, i.ghost) for i in items if i.kind == "light"]


def test_things_are_where_they_were(tmp_path: Path) -> None:
    run = RecordedRun(recorded(tmp_path / "run", "wall_hit"))
    programme = Programme(run)
    walls = [item for item in programme.items(0) if item.kind == "obstacle"]
    assert walls
    for tick, place in ((50, None), (150, HERE), (250, THERE), (350, None)):
        shown = programme.items(tick)
        assert lamps(shown) == ([] if place is None else [("lamp", place, False)])
        assert [item for item in shown if item.kind == "obstacle"] == walls
        names = {row.name for row in run.entities(tick)}
        assert ("lamp" in names) == (place is not None)
        assert {wall.name for wall in walls} <= names
    # The tree and the scene mean the same thing by the same number.
    indices = {row.name: row.index for row in run.entities(250)}
    assert all(indices[item.name] == item.index for item in programme.items(250))
    run.close()


def test_a_moved_light_is_a_change_and_another_past(tmp_path: Path) -> None:
    programme = Programme(RecordedRun(recorded(tmp_path / "run", "square")))
    told = []

    class Sink:
        wanted, watched, overdue, join = True, True, False, True

        def joining(self) -> bool:
            join, self.join = self.join, False
            return join

        def tell(self, message: object) -> None:
            told.append(message)

        def show(self, poses: bytes) -> None: ...

        def asked(self) -> list[object]:
            return []

    simulation = Simulation.load("square", compiled=False)
    player = Player(programme, Sink(), simulation.bus.inbox, event_message)  # type: ignore[arg-type]
    player.playhead.pause()
    player.turn()
    seen = []
    for tick in (150, 160, 250, 350):
        player.playhead.step(tick - player.playhead.tick)
        told.clear()
        player.turn()
        seen.append([lamps(list(m.items)) + list(m.removed) for m in told if hasattr(m, "removed")])
    lamp = programme.items(150)[0]
    assert seen == [[[("lamp", HERE, False)]], [], [[("lamp", THERE, False)]], [[lamp.index]]]
    desk = PastDesk(programme, player.playhead, (), branch_refusal="")
    for tick, place in ((150, HERE), (250, THERE)):
        past = desk.past({"tick": tick})
        assert past.items is not None
        assert lamps(list(past.items)) == [("lamp", place, False)]
    player.close()
    simulation.close()


def test_what_differs_in_the_second_run_is_a_ghost(tmp_path: Path) -> None:
    one = RecordedRun(recorded(tmp_path / "one", "wall_hit"))
    other = RecordedRun(recorded(tmp_path / "other", "wall_hit", moved_to=(9.0, 9.0, -1.0)))
    programme = Programme(one, other)
    # While both have it at the same place it is drawn once, as the walls always are.
    assert lamps(programme.items(150)) == [("lamp", HERE, False)]
    apart = programme.items(250)
    assert lamps(apart) == [("lamp", THERE, False), ("lamp (B)", (9.0, 9.0, -1.0), True)]
    assert all(item.index > SECOND_FROM for item in apart if item.ghost)
    assert not any(item.ghost for item in apart if item.kind == "obstacle")
    programme.close()


def test_walls_and_the_sea_of_another_world_are_ghosts(tmp_path: Path) -> None:
    land = RecordedRun(recorded(tmp_path / "land", "square"))
    walled = RecordedRun(recorded(tmp_path / "walled", "wall_hit"))
    walls = [item for item in walled.things(0) if item.kind == "obstacle"]
    ghosts = [item for item in Programme(land, walled).items(0) if item.kind == "obstacle"]
    assert [g.position_ned_m for g in ghosts] == [w.position_ned_m for w in walls]
    assert all(ghost.ghost for ghost in ghosts)
    sea = RecordedRun(recorded(tmp_path / "sea", "harbour_circle"))
    assert Programme(land, sea).ghost_water == sea.water is not None
    assert Programme(sea, sea).ghost_water is None
    assert Programme(sea).ghost_water is None
    for run in (land, walled, sea):
        run.close()


def test_a_recording_without_a_lock_still_shows_its_walls(tmp_path: Path) -> None:
    directory = recorded(tmp_path / "run", "wall_hit")
    before = RecordedRun(directory)
    looks = [(item.name, item.look) for item in before.things(0)]
    before.close()
    (directory / "config.lock").unlink()
    run = RecordedRun(directory)
    assert [(item.name, item.look) for item in run.things(0)] == looks != []
    run.close()


def test_a_reset_and_a_branch_take_things_back(tmp_path: Path) -> None:
    simulation = Simulation.load("square", compiled=False)
    recording = Recording(simulation, tmp_path / "run.mcap")
    history = History(simulation, shares=(1.0, 1.0))
    history.join()
    simulation.command("insert", kind="light", name="lamp", position_ned_m=HERE)
    simulation.advance(60)
    simulation.command("reset")
    simulation.advance(1)
    until(simulation, 40)
    assert simulation.world.entities.by_name("lamp") is None
    simulation.command("insert", kind="light", name="torch", position_ned_m=HERE)
    until(simulation, 120)
    simulation.command("move", name="torch", position_ned_m=THERE)
    until(simulation, 160)
    reply = Reply()
    simulation.bus.inbox.push("studio", UserCommand("branch", {"tick": 100}), reply)
    simulation.advance(1)
    assert (reply.error, simulation.world.tick) == (None, 100)
    until(simulation, 120)
    recording.finish()
    simulation.close()
    first, second = (RecordedRun(path) for path in RunFile(tmp_path).siblings)
    for run in (first, second):
        assert lamps(Programme(run).items(30)) == []
        assert lamps(Programme(run).items(90)) == [("torch", HERE, False)]
    assert lamps(Programme(first).items(first.last_tick)) == [("torch", THERE, False)]
    assert lamps(Programme(second).items(second.last_tick)) == [("torch", HERE, False)]
    for run in (first, second):
        run.close()


def test_the_past_of_a_live_run_shows_a_light_where_it_was() -> None:
    simulation = Simulation.load("square", compiled=False)
    history = History(simulation, shares=(1.0, 1.0))
    history.join()
    simulation.command("insert", kind="light", name="lamp", position_ned_m=HERE)
    simulation.advance(41)
    history.frames.take()
    then = simulation.world.tick
    simulation.command("move", name="lamp", position_ned_m=THERE)
    simulation.advance(40)
    past = history.past(then)
    assert past is not None
    assert past.items is not None
    assert lamps(list(past.items)) == [("lamp", HERE, False)]
    simulation.close()


def test_a_new_name_is_told_at_once(tmp_path: Path) -> None:
    simulation = Simulation.load("square", compiled=False)
    recording = Recording(simulation, tmp_path / "run.mcap")
    post = {"shape": "sphere", "radius_m": 0.5, "position_ned_m": HERE}
    simulation.command("insert", kind="actor", name="post", **post)
    simulation.advance(10)
    simulation.command("rename", name="post", new_name="pole")
    simulation.advance(90)
    recording.finish()
    simulation.close()
    run = RecordedRun(tmp_path)
    assert [item.name for item in (*run.things(9), *run.things(20))] == ["post", "pole"]
    run.close()

"""The scene: whole on joining, then what came, went, changed and moved."""

from simloop.server.simulation import Simulation
from simloop.systems.scene.state import Scene


def scene_of(sim: Simulation) -> Scene:
    scene = sim.provided["scene"]
    assert isinstance(scene, Scene)
    return scene


def test_the_whole_scene_lists_parents_before_children() -> None:
    sim = Simulation.load("square", count=2, compiled=False)
    entities = scene_of(sim).full()
    seen = {0}
    for entity in entities:
        assert entity.parent in seen
        seen.add(entity.id)
    models = [entity for entity in entities if entity.kind == "model"]
    assert [model.name for model in models] == ["quad_0", "quad_1"]
    assert models[0].position_ned_m is not None
    assert models[0].facts["model"] == "quad"
    assert {entity.kind for entity in entities} == {"world", "model", "link", "sensor"}


def test_a_delta_tells_what_happened_since() -> None:
    sim = Simulation.load("square", compiled=False)
    sim.advance(3)
    sim.command("spawn", model="quad", name="extra", position_ned_m=[3.0, 0.0, -0.2])
    sim.command("set", name="quad_0", values={"mass_kg": 4.0})
    sim.advance(1)
    delta = scene_of(sim).since(3)
    assert delta.tick == 4
    assert [entity.name for entity in delta.added if entity.kind == "model"] == ["extra"]
    assert [name for _, name in delta.changed] == ["body_model"]
    assert len(delta.poses) == 2
    sim.command("remove", name="extra")
    sim.advance(1)
    later = scene_of(sim).since(4)
    assert len(later.removed) == 1 + 1 + 7
    assert scene_of(sim).since(5).poses == ()

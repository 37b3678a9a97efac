"""The mesh of a vehicle, for the studio to serve."""

from base64 import b64encode
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from simloop.systems.scene.questions import Arguments, Question, QuestionRefused
from simloop.world.mesh import FACT, Mesh
from simloop.world.plugin import App
from simloop.world.world import World

NO_MESH = "no vehicle has this mesh"


@dataclass(frozen=True, slots=True)
class MeshAnswer:
    """Answer to `mesh` (argument `digest`, as a look names it)."""

    data: str
    """A glTF file in base64."""


def mesh_answer(world: World, given: Arguments) -> MeshAnswer | None:
    """The mesh of a vehicle by its digest, if any vehicle has it."""
    for record in world.models():
        mesh = record.facts.get(FACT)
        if isinstance(mesh, Mesh) and mesh.digest == given.get("digest"):
            return MeshAnswer(_packed(mesh))
    return None


def _mesh(app: App) -> Callable[[Arguments], MeshAnswer]:
    def answer(given: Arguments) -> MeshAnswer:
        found = mesh_answer(app.world, given)
        if found is None:
            raise QuestionRefused(NO_MESH)
        return found

    return answer


@lru_cache(maxsize=8)
def _packed(mesh: Mesh) -> str:
    return b64encode(mesh.data).decode()


QUESTIONS = (Question("mesh", "the glTF file that a look names", MeshAnswer, _mesh),)

"""The mesh of a vehicle, for the studio to serve."""

from base64 import b64encode
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from simloop.systems.scene.questions import Arguments, Question, QuestionRefused
from simloop.world.mesh import FACT, Mesh
from simloop.world.plugin import App


@dataclass(frozen=True, slots=True)
class MeshAnswer:
    """Answer to `mesh` (argument `digest`, as a look names it)."""

    data: str
    """A glTF file in base64."""


def _mesh(app: App) -> Callable[[Arguments], MeshAnswer]:
    def answer(given: Arguments) -> MeshAnswer:
        for record in app.world.models():
            mesh = record.facts.get(FACT)
            if isinstance(mesh, Mesh) and mesh.digest == given.get("digest"):
                return MeshAnswer(_packed(mesh))
        raise QuestionRefused("no vehicle has this mesh")

    return answer


@lru_cache(maxsize=8)
def _packed(mesh: Mesh) -> str:
    return b64encode(mesh.data).decode()


QUESTIONS = (Question("mesh", "the glTF file that a look names", MeshAnswer, _mesh),)

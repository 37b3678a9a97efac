"""Loads aircraft into JSBSim: finds the files, keeps JSBSim quiet, adds what simloop needs.

JSBSim reads an aircraft from a folder. It gets a copy of that folder, gone once it is loaded, in
which the aircraft's file has two changes: a force and a moment that pushes from outside go to, and
no output, so that no run leaves files behind.
"""

from difflib import get_close_matches
from pathlib import Path
from shutil import copytree
from tempfile import TemporaryDirectory
from threading import local
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree

if TYPE_CHECKING:
    from jsbsim import FGFDMExec

PUSH = "simloop-push"
TWIST = "simloop-twist"

_LOG: list[str] = []
_LOGGERS: list[Any] = []
# JSBSim has one logger per thread.
_THREAD = local()


def library() -> Any:
    """The jsbsim package, silenced; a missing one is told with the way to get it."""
    try:
        import jsbsim
    except ImportError:
        raise ValueError("jsbsim: not installed: run 'pip install simloop[jsbsim]'") from None
    hush(jsbsim)
    return jsbsim


def hush(jsbsim: Any) -> None:
    """Send what JSBSim says in this thread to a list in place of the console."""
    jsbsim.FGJSBBase().debug_lvl = 0
    if not hasattr(jsbsim, "set_logger"):
        return
    # Every tick comes by here, and to set a logger takes as long as half a step.
    if _LOGGERS and hasattr(_THREAD, "hushed") and jsbsim.get_logger() is _LOGGERS[0]:
        return
    if not _LOGGERS:

        class Listener(jsbsim.FGLogger):  # type: ignore[misc]
            """Keeps the last things that were said."""

            def message(self, message: str) -> None:
                _LOG.append(message)
                del _LOG[:-50]

        _LOGGERS.append(Listener())
    jsbsim.set_logger(_LOGGERS[0])
    _THREAD.hushed = True


def load(aircraft: str, root: str, planet: str | None) -> "FGFDMExec":
    """A new flight model of an aircraft, on a planet other than the real one if given."""
    jsbsim = library()
    base = Path(root) if root else Path(jsbsim.get_default_root_dir())
    folder = _folder(base, aircraft)
    fdm = jsbsim.FGFDMExec(str(base))
    _LOG.clear()
    with TemporaryDirectory(prefix="simloop-jsbsim-") as place:
        copy = Path(place, "aircraft")
        _copy_changed(folder, copy / aircraft, aircraft)
        if planet is not None:
            Path(place, "planet.xml").write_text(planet)
            fdm.load_planet(str(Path(place, "planet.xml")), False)
        engines, systems = str(base / "engine"), str(base / "systems")
        try:
            loaded = fdm.load_model_with_paths(aircraft, str(copy), engines, systems, True)
        except RuntimeError as error:
            raise broken(aircraft, str(error)) from None
    if not loaded:
        raise broken(aircraft, "".join(_LOG))
    return fdm  # type: ignore[no-any-return]


def known_aircraft(base: Path) -> list[str]:
    """The aircraft of a root folder, sorted."""
    files = (base / "aircraft").glob("*/*.xml")
    return sorted(path.stem for path in files if path.stem == path.parent.name)


def _folder(base: Path, aircraft: str) -> Path:
    folder = base / "aircraft" / aircraft
    if (folder / f"{aircraft}.xml").is_file():
        return folder
    known = known_aircraft(base)
    if not known:
        raise ValueError(f"jsbsim: root '{base}' has no aircraft: it needs aircraft/NAME/NAME.xml")
    near = get_close_matches(aircraft, known, 3, 0.5)
    fix = f"did you mean {' or '.join(near)}?" if near else f"use one of {', '.join(known)}"
    raise ValueError(f"jsbsim: aircraft '{aircraft}' is not there: {fix}")


def _copy_changed(folder: Path, copy: Path, aircraft: str) -> None:
    own = f"{aircraft}.xml"
    try:
        tree = ElementTree.parse(folder / own).getroot()
    except ElementTree.ParseError as error:
        raise broken(aircraft, str(error)) from None
    copy.mkdir(parents=True)
    for entry in folder.iterdir():
        if entry.name == own:
            continue
        try:
            (copy / entry.name).symlink_to(entry.absolute())
        except OSError:  # a system without links
            if entry.is_dir():
                copytree(entry, copy / entry.name)
            else:
                (copy / entry.name).write_bytes(entry.read_bytes())
    for output in tree.findall("output"):
        tree.remove(output)
    _add_push(tree)
    ElementTree.ElementTree(tree).write(copy / own)


def _add_push(tree: ElementTree.Element) -> None:
    reactions = tree.find("external_reactions")
    if reactions is None:
        reactions = ElementTree.Element("external_reactions")
        # JSBSim reads sections by name; before propulsion is where the schema has it.
        names = [child.tag for child in tree]
        place = names.index("propulsion") if "propulsion" in names else len(names)
        tree.insert(place, reactions)
    for kind, name in (("force", PUSH), ("moment", TWIST)):
        element = ElementTree.SubElement(reactions, kind, {"name": name, "frame": "BODY"})
        for part, value in (("location", "0"), ("direction", "1")):
            if kind == "moment" and part == "location":
                continue
            vector = ElementTree.SubElement(element, part, {"unit": "IN"})
            for axis in "xyz":
                ElementTree.SubElement(vector, axis).text = value


def broken(aircraft: str, words: str) -> ValueError:
    """What JSBSim had to say about an aircraft, in one line."""
    said = " ".join(words.split())
    return ValueError(f"jsbsim: aircraft '{aircraft}' cannot be loaded: {said}")

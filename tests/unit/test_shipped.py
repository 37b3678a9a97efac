"""What comes along is used, and nothing else is: counted by what a run leaves in an empty cache."""

import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest

sys.path.insert(0, str(Path(__file__).parents[1]))

from shipped_runs import Flown, Installation
from simloop.cli import ship
from simloop.compiler import target
from simloop.compiler.archive import Archive, write_archive
from simloop.compiler.target import baseline, host_baseline, make_object
from simloop.world.shipped import archive_path

pytestmark = pytest.mark.skipif(host_baseline() is None, reason="nothing fits this processor")

BALL, PILE, OTHER = "nasa_01_dragless_sphere", "pile", "nasa_08_sphere_shear"


@pytest.fixture(scope="module")
def archives(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The objects of two scenarios, as a build makes them."""
    folder = tmp_path_factory.mktemp("objects")
    assert ship.main(["--only", BALL, PILE, "--into", str(folder)]) == 0
    return folder


@pytest.fixture
def installed(tmp_path: Path, archives: Path) -> Installation:
    """simloop elsewhere, with them."""
    return Installation.at(tmp_path / "site", archives)


@pytest.mark.parametrize("scenario", [BALL, PILE])
def test_a_first_run_compiles_and_translates_nothing(
    installed: Installation, tmp_path: Path, scenario: str
) -> None:
    before = installed.files()
    flown = installed.fly(tmp_path / "cache", scenario)
    assert (flown.compiled, flown.translated, flown.said) == (0, 0, "")
    assert not (tmp_path / "cache").exists()
    assert installed.files() == before


@pytest.mark.parametrize("variable", ["SIMLOOP_NO_SHIPPED_OBJECTS=1", "SIMLOOP_PROCESSOR=native"])
def test_a_variable_leaves_it_out(installed: Installation, tmp_path: Path, variable: str) -> None:
    flown = installed.fly(tmp_path / "cache", BALL)
    own = installed.fly(tmp_path / "cache", BALL, **dict([variable.split("=")]))
    assert own.compiled > 0 and own.translated > 0
    assert own.state_hash == flown.state_hash


def test_what_did_not_come_along_is_compiled_by_two_at_once(
    installed: Installation, tmp_path: Path
) -> None:
    cache = tmp_path / "cache"
    flights = [installed.start(cache, OTHER) for _ in range(2)]
    first, second = (Flown.of(flight, cache) for flight in flights)
    assert first.state_hash == second.state_hash
    assert second.compiled > 0
    assert installed.fly(cache, OTHER).compiled == second.compiled


def test_an_edited_kernel_is_never_served_an_old_object(
    installed: Installation, tmp_path: Path
) -> None:
    kernel = installed.root / "simloop" / "systems" / "physics" / "kernel.py"
    flown = installed.fly(tmp_path / "cache", BALL)
    text = kernel.read_text()
    # Written again, it says what it said.
    kernel.write_text(text)
    assert installed.fly(tmp_path / "cache", BALL).compiled == 0
    kernel.write_text(text.replace("(dt_s / 6.0) * blend", "(dt_s / 7.0) * blend"))
    edited = installed.fly(tmp_path / "cache", BALL)
    assert edited.compiled > 0
    assert edited.state_hash != flown.state_hash
    kernel.write_text(text)
    assert installed.fly(tmp_path / "cache", BALL).state_hash == flown.state_hash


def _cut(archive: Path) -> None:
    content = archive.read_bytes()
    archive.write_bytes(content[: len(content) // 2])


def _bent(archive: Path) -> None:
    content = bytearray(archive.read_bytes())
    content[60] ^= 1
    archive.write_bytes(content)


def _emptied(archive: Path) -> None:
    archive.write_bytes(b"")


@pytest.mark.parametrize("harm", [_cut, _bent, _emptied])
def test_a_damaged_archive_is_told_in_a_line_and_done_without(
    installed: Installation, tmp_path: Path, harm: Callable[[Path], None]
) -> None:
    whole = installed.fly(tmp_path / "cache", BALL)
    content = Archive(installed.archive.read_bytes())
    harm(installed.archive)
    flown = installed.fly(tmp_path / "cache", BALL)
    assert len(flown.said.splitlines()) == 1
    assert f"{installed.archive} is damaged" in flown.said
    assert 0 < flown.compiled <= len(content)
    assert flown.state_hash == whole.state_hash


def test_an_archive_of_another_llvm_is_left_alone(installed: Installation, tmp_path: Path) -> None:
    write_archive(installed.archive, "made by another", {}, {})
    flown = installed.fly(tmp_path / "cache", BALL)
    assert flown.compiled > 0
    assert flown.said == ""


def test_a_cache_that_cannot_be_made_is_no_matter_if_nothing_has_to_be_kept(
    installed: Installation, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("in the way")
    assert installed.fly(tmp_path / "file" / "cache", BALL).said == ""


V3 = "avx avx2 bmi bmi2 cx16 f16c fma lzcnt movbe popcnt sahf sse4.2"
V4 = f"{V3} avx512f avx512bw avx512cd avx512dq avx512vl"


@pytest.mark.parametrize(
    ("triple", "has", "expected"),
    [
        ("x86_64-unknown-linux-gnu", V4, "x86-64-v4"),
        ("x86_64-unknown-linux-gnu", V4.replace("avx512vl", ""), "x86-64-v3"),
        ("x86_64-pc-windows-msvc", V3, "x86-64-v3"),
        ("x86_64-unknown-linux-gnu", V3.replace("avx2", ""), None),
        ("aarch64-unknown-linux-gnu", "", "aarch64"),
        ("arm64-apple-darwin23.4.0", "neon", "aarch64"),
        ("riscv64-unknown-linux-gnu", "", None),
    ],
)
def test_a_machine_takes_the_best_baseline_it_covers(
    monkeypatch: pytest.MonkeyPatch, triple: str, has: str, expected: str | None
) -> None:
    llvm = SimpleNamespace(
        get_default_triple=lambda: triple,
        get_host_cpu_features=lambda: {**dict.fromkeys(has.split(), True), "amx": False},
    )
    monkeypatch.setattr(target, "_llvm", lambda: llvm)
    assert host_baseline.__wrapped__() == expected


def test_code_for_another_kind_of_processor_is_made_here() -> None:
    arm = baseline("aarch64")
    text = "define double @twice(double %x) {\n%y = fadd double %x, %x\nret double %y\n}"
    code = make_object(text, arm)
    # The machine's number in the head of an ELF file.
    assert (code[:4], code[18]) == (b"\x7fELF", 183)
    assert archive_path(arm).name == "aarch64-generic.objects"

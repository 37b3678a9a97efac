"""What a release is built with: pinned by hash, and looked up in the list of vulnerabilities."""

import importlib.util
import json
import re
import sys
import tomllib
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[2]
CONSTRAINTS = ROOT / "release" / "constraints.txt"


@pytest.fixture(scope="module")
def audit() -> ModuleType:
    return _module("release/audit")


def _module(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location("module", ROOT / f"{name}.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_every_dependency_is_pinned_with_hashes_and_no_address() -> None:
    text = CONSTRAINTS.read_text()
    pinned = re.findall(r"^([a-z0-9-]+)==\S+ \\\n    --hash=sha256:", text, re.MULTILINE)
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    wanted = {re.split(r"[^\w-]", each)[0].lower() for each in project["dependencies"]}
    assert wanted <= set(pinned)
    assert text.count("==") == len(pinned)
    assert "://" not in text


def test_the_pins_meet_what_the_project_asks_for() -> None:
    from packaging.requirements import Requirement

    pins = dict(re.findall(r"^([a-z0-9-]+)==(\S+)", CONSTRAINTS.read_text(), re.MULTILINE))
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    for each in map(Requirement, project["dependencies"]):
        assert each.specifier.contains(pins[each.name.lower()]), each


def test_out_of_reach_it_says_one_line_and_passes(audit: ModuleType) -> None:
    assert audit.judged("") == ([audit.OFFLINE], 0)
    unknown = {"name": "numpy", "skip_reason": "Dependency not found"}
    assert audit.judged(json.dumps({"dependencies": [unknown]})) == ([audit.OFFLINE], 0)


def test_a_known_vulnerability_is_named_with_its_mend(audit: ModuleType) -> None:
    fault = {"id": "CVE-1", "fix_versions": ["3.13.4"]}
    package = {"name": "aiohttp", "version": "3.10", "vulns": [fault]}
    lines, code = audit.judged(json.dumps({"dependencies": [package]}))
    assert (lines, code) == (["audit: aiohttp 3.10: CVE-1, mended in 3.13.4"], 1)
    clean = {**package, "vulns": []}
    lines, code = audit.judged(json.dumps({"dependencies": [clean]}))
    assert (lines, code) == (["audit: 1 packages, nothing is known"], 0)


@pytest.mark.skipif(sys.platform != "linux", reason="objects are for Linux")
def test_a_wheel_with_objects_is_for_their_platforms(tmp_path: Path) -> None:
    hook = _module("hatch_build")
    assert hook.platform_tag(tmp_path) is None
    for name in ("x86_64-x86-64-v3", "x86_64-x86-64-v4", "aarch64-generic"):
        (tmp_path / f"{name}.objects").touch()
    platforms = "manylinux_2_17_aarch64.manylinux_2_17_x86_64"
    assert hook.platform_tag(tmp_path) == f"py3-none-{platforms}"

"""Objects and notes in one file: what was put in comes out, and damage is found."""

from pathlib import Path

import pytest

from simloop.compiler.archive import Archive, Damaged, write_archive

NOTES = {"unit_a": b'{"digest": "d1"}', "copy_b": b'{"name": "kernels"}'}
OBJECTS = {"d1": bytes(range(256)) * 20, "d2": b"code"}


@pytest.fixture
def content(tmp_path: Path) -> bytes:
    """The bytes of an archive."""
    write_archive(tmp_path / "x.objects", "a mark", NOTES, OBJECTS)
    return (tmp_path / "x.objects").read_bytes()


def test_what_was_put_in_comes_out(content: bytes) -> None:
    archive = Archive(content)
    assert archive.mark == "a mark"
    assert len(archive) == 2
    assert archive.note("unit_a") == {"digest": "d1"}
    assert archive.note("copy_b") == {"name": "kernels"}
    assert archive.note("copy_c") is None
    assert {name: archive.object(name) for name in OBJECTS} == OBJECTS
    assert archive.has("d2") and not archive.has("d3")
    assert archive.object("d3") is None


def test_the_same_content_makes_the_same_bytes(tmp_path: Path, content: bytes) -> None:
    turned = dict(reversed(NOTES.items())), dict(reversed(OBJECTS.items()))
    write_archive(tmp_path / "y.objects", "a mark", *turned)
    assert (tmp_path / "y.objects").read_bytes() == content


def test_an_empty_archive_is_one_too(tmp_path: Path) -> None:
    write_archive(tmp_path / "x.objects", "nothing", {}, {})
    assert len(Archive((tmp_path / "x.objects").read_bytes())) == 0


def test_whatever_byte_is_wrong_nothing_wrong_comes_out(content: bytes) -> None:
    found = 0
    for at in range(len(content)):
        wrong = content[:at] + bytes([content[at] ^ 0x55]) + content[at + 1 :]
        try:
            archive = Archive(wrong)
            same = {name: archive.object(name) for name in OBJECTS} == OBJECTS
            assert same and archive.note("unit_a") == {"digest": "d1"}
        except Damaged:
            found += 1
    assert found == len(content)


@pytest.mark.parametrize("left", [0, 5, 20, 30, -1])
def test_a_file_that_was_cut_off_is_damaged(content: bytes, left: int) -> None:
    with pytest.raises(Damaged):
        archive = Archive(content[:left])
        for name in OBJECTS:
            archive.object(name)

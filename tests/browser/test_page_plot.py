"""Plots, dials, event log and list of vehicles, used as people use them."""

import csv
from collections.abc import Iterator
from functools import partial

import pytest
from playwright.sync_api import Browser
from studio_page import Studio, opened

DOWN = "sim/truth_state.pose.position.z"


@pytest.fixture
def desk(browser: Browser, address: str) -> Iterator[Studio]:
    """The page without its 3-D scene, which costs most and is not needed here."""
    context = browser.new_context(
        viewport={"width": 1280, "height": 900}, color_scheme="dark", accept_downloads=True
    )
    for studio in opened(Studio(context.new_page()), address):
        studio.toggle("scene")
        yield studio
    context.close()


def settled(studio: Studio, words: str) -> bool:
    """Does everything in the list of fields fit the words?"""
    rows = studio.page.locator(".picker-row").evaluate_all(
        "rows => rows.map((row) => (row.title + row.innerText).toLowerCase())"
    )
    return bool(rows) and all(word in row for row in rows for word in words.split())


def chosen(studio: Studio, *searches: str) -> None:
    """Choose fields in the first plot by typing, in place of what it has."""
    page = studio.page
    for drop in page.locator(".plot-card").first.get_by_role("button", name="Take").all():
        drop.click()
    page.get_by_role("button", name="Fields").first.click()
    for words in searches:
        page.get_by_role("combobox", name="Search fields").fill(words)
        studio.wait(partial(settled, studio, words))
        page.keyboard.press("Enter")
    page.keyboard.press("Escape")


def legend(studio: Studio) -> list[str]:
    """Name, value and unit of every line of the first plot."""
    texts: list[str] = (
        studio.page.locator(".plot-card").first.locator(".plot-series").all_inner_texts()
    )
    return [" ".join(text.split()) for text in texts]


def csv_of(studio: Studio) -> list[list[str]]:
    """The table that the page saves."""
    page = studio.page
    if not page.get_by_role("button", name="Table (CSV)").is_visible():
        page.get_by_role("button", name="Save").click()
    with page.expect_download() as waiting:
        page.get_by_role("button", name="Table (CSV)").click()
    assert waiting.value.suggested_filename.startswith("square_")
    with waiting.value.path().open() as file:
        return list(csv.reader(file))


def test_a_field_of_a_topic_agrees_with_the_poses(desk: Studio) -> None:
    chosen(desk, "truth_state position.z", "pose/height")
    desk.wait(lambda: all("–" not in line for line in legend(desk)))
    header, *_ = csv_of(desk)
    assert header == ["time_s", f"{DOWN} [m]", "pose/height [m]"]
    # Frames come when they come: some of them tell of the same ticks as the topic.
    both = desk.wait(
        lambda: len(found := [row for row in csv_of(desk)[1:] if all(row)]) > 3 and found
    )
    for _, down, height in both:
        assert float(height) == pytest.approx(-float(down), abs=1e-4)
    # What is plotted is there again after a reload.
    desk.page.reload()
    desk.wait(lambda: desk.ask("window.simloop?.store.framesSeen > 2"))
    assert [line.split(" ")[0] for line in legend(desk)] == ["position", "Height"]


def test_plots_share_cursor_and_stretch_and_a_click_seeks(desk: Studio) -> None:
    page = desk.page
    # Two units have two axes, and the plot below leaves room for the second.
    chosen(desk, "pose/height", "pose/speed")
    page.get_by_role("button", name="New plot").click()
    desk.ask("window.simloop.store.bus.emit('plot', { field: 'sim/sensors/baro.pressure' })")
    page.get_by_role("button", name="Enlarge").click()
    desk.wait(lambda: page.locator(".plot-card .u-over").count() == 2)
    desk.ask(
        """(() => {
          const { bus } = window.simloop.store;
          window.heard = { cursor: null, seek: null };
          bus.on("cursor", (timeS) => { window.heard.cursor = timeS ?? window.heard.cursor; });
          bus.on("seek", ({ timeS }) => { window.heard.seek = timeS; });
        })()"""
    )
    page.get_by_role("button", name="Hold still").click()
    first = page.locator(".plot-card .u-over").first
    box = first.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] * 0.4, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    desk.wait(lambda: desk.ask("window.heard.cursor"))
    rulers = page.locator(".plot-ruler").all()
    desk.wait(lambda: all(ruler.is_visible() for ruler in rulers))
    places = [ruler.bounding_box()["x"] for ruler in rulers]  # type: ignore[index]
    assert places[0] == pytest.approx(places[1], abs=2.0)
    assert places[0] == pytest.approx(x, abs=2.0)
    page.mouse.click(x, y)
    seek = desk.wait(lambda: desk.ask("window.heard.seek"))
    assert seek == pytest.approx(desk.ask("window.heard.cursor"), abs=0.2)
    # A drag zooms both; a double click shows all again.
    page.mouse.move(box["x"] + box["width"] * 0.3, y)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] * 0.5, y, steps=4)
    page.mouse.up()
    desk.wait(lambda: page.locator(".plots.zoomed").count() == 1)
    first.dblclick(position={"x": 30, "y": 20})
    desk.wait(lambda: page.locator(".plots.zoomed").count() == 0)


def test_one_field_against_another_as_a_picture(desk: Studio) -> None:
    page = desk.page
    chosen(desk, "pose/east", "pose/north")
    page.get_by_label("Kind of plot").first.select_option("xy")
    desk.wait(lambda: [line.split()[0] for line in legend(desk)] == ["x:", "y:"])
    desk.wait(lambda: "–" not in " ".join(legend(desk)))
    page.get_by_role("button", name="Save").click()
    with page.expect_download() as waiting:
        page.get_by_role("button", name="Picture (PNG)").click()
    data = waiting.value.path().read_bytes()
    assert data.startswith(b"\x89PNG")
    # Large enough to be looked at, however small the panel is.
    assert int.from_bytes(data[16:20]) > 900


def test_a_spectrum_finds_a_swing_and_long_traces_stay_whole(desk: Studio) -> None:
    """Frames of a made-up vehicle that heaves by 2 m at 1.5 Hz for a hundred thousand points."""
    page = desk.page
    chosen(desk, "pose/height")
    page.get_by_label("Kind of plot").first.select_option("spectrum")
    page.get_by_role("button", name="All").click()
    desk.ask(
        """(() => {
          const { store } = window.simloop;
          const frame = new DataView(new ArrayBuffer(72));
          frame.setUint8(0, 1);
          frame.setUint32(4, 1, true);
          frame.setFloat32(28, 1, true);
          frame.setUint32(32, store.selected.index, true);
          frame.setFloat32(48, 1, true);
          const start = store.now.timeS;
          for (let n = 1; n <= 100000; n++) {
            frame.setFloat64(16, start + n / 1000, true);
            frame.setFloat32(44, -10 + 2 * Math.sin((2 * Math.PI * 1.5 * n) / 1000), true);
            store.takePoses(frame.buffer, performance.now());
          }
          document.querySelector("[aria-label='Hold still']").click();
        })()"""
    )
    said = page.locator(".plot-words").first

    def peak() -> tuple[float, float] | None:
        amplitude, _, frequency = said.inner_text().partition(": ")[2].partition(" at ")
        hertz = float(frequency.removesuffix(" Hz") or 0.0)
        return (float(amplitude), hertz) if abs(hertz - 1.5) < 0.02 else None

    assert desk.wait(peak)[0] == pytest.approx(2.0, rel=0.2)
    assert len(csv_of(desk)) > 100_000


def test_dials_tell_air_and_power_and_events_lead_to_their_moment(desk: Studio) -> None:
    page = desk.page
    readings = page.locator(".readings")
    desk.wait(lambda: "from" in readings.inner_text())
    text = readings.inner_text()
    for word in ("Airspeed", "Above ground", "Wind", " V ", "sats", "armed", "3-D"):
        assert word in text
    desk.wait(lambda: "takes off" in page.locator(".log-list").inner_text())
    page.get_by_label("Search events").fill("takes off")
    lines = page.locator(".log-line")
    assert lines.count() == 1
    desk.ask("void window.simloop.store.bus.on('seek', ({ timeS }) => { window.sought = timeS; })")
    lines.get_by_role("button").click()
    event = desk.store("store.events.find((event) => event.words === 'takes off').time_s")
    assert desk.ask("window.sought") == event
    page.get_by_role("button", name="Filter events").click()
    page.get_by_label("Levels").select_option("bad")
    assert lines.count() == 0
    assert "No event fits" in page.locator("[data-panel=event_log]").inner_text()


def test_several_vehicles_are_chosen_hidden_and_removed(desk: Studio) -> None:
    page = desk.page
    for count in (2, 3):
        page.get_by_role("button", name="Add").click()
        desk.wait(partial(desk.store, f"store.vehicles.size === {count}"))
    rows = page.locator(".vehicle")
    rows.nth(1).click()
    rows.nth(2).click(modifiers=["Shift"])
    pressed = rows.evaluate_all("rows => rows.map((row) => row.ariaPressed)")
    assert pressed == ["false", "true", "true"]
    assert desk.store("store.selected.item.name") == "quad_1"
    desk.ask(
        """(() => {
          window.seen = {};
          window.simloop.store.bus.on("visibility", ({ index, visible }) => {
            window.seen[index] = visible;
          });
        })()"""
    )
    page.get_by_role("button", name="Hide quad_2 in scene and map").click()
    assert list(desk.ask("window.seen").values()) == [False, False]
    page.get_by_role("button", name="Remove 2 vehicles").click()
    desk.wait(lambda: desk.store("store.vehicles.size") == 1)

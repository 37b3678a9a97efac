"""Looking into a run on the page: tree, inspector, topics and parameters, used by hand."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import expect
from studio_page import PATIENCE_S, Studio

expect.set_options(timeout=PATIENCE_S * 1000)


@pytest.fixture
def bench(studio: Studio) -> Iterator[Studio]:
    """The page without its picture, which these panels do not need."""
    studio.page.set_default_timeout(PATIENCE_S * 1000)
    studio.toggle("scene")
    yield studio
    studio.ask("localStorage.clear()")


def asked(bench: Studio, question: str, **arguments: Any) -> Any:
    return bench.page.evaluate(
        "([name, given]) => window.simloop.ask(name, given)", [question, arguments]
    )


def parameter(bench: Studio, name: str) -> Any:
    rows = asked(bench, "parameters", name="quad_0")["rows"]
    return next(row for row in rows if row["name"] == name)


def test_a_column_is_found_and_changes(bench: Studio) -> None:
    panel = bench.show("inspector")
    panel.get_by_label("Find a column").fill("position_ned_m centre of mass")
    column = panel.locator(".column", has_text="position_ned_m").first
    expect(column).to_contain_text("NED")
    numbers = column.locator("output")
    expect(numbers).to_have_count(3)
    first = bench.wait(lambda: "–" not in (text := column.inner_text()) and text)
    bench.wait(lambda: column.inner_text() != first)


def test_only_columns_in_sight_are_asked_for(bench: Studio) -> None:
    panel = bench.show("inspector")
    expect(panel.locator(".group").first).to_be_visible()
    bench.ask(
        """(() => {
          const say = WebSocket.prototype.send;
          window.said = [];
          WebSocket.prototype.send = function (text) {
            window.said.push(JSON.parse(text));
            return say.call(this, text);
          };
        })()"""
    )
    panel.get_by_label("Find a column").fill("fw_")
    columns = bench.wait(
        lambda: bench.ask(
            "window.said.filter(s => s.name === 'columns').at(-1)?.arguments.columns"
            ".filter(c => c.startsWith('fw_'))"
        )
    )
    found = panel.locator(".column").count()
    assert 0 < len(columns) < 60 < found


def test_a_state_is_set_by_its_form_and_a_wrong_number_is_told(bench: Studio) -> None:
    panel = bench.show("inspector")
    panel.get_by_label("Find a column").fill("mass_kg")
    column = panel.locator(".column", has_text="mass_kg").first
    bench.wait(lambda: "3.5" in column.inner_text())
    column.get_by_role("button", name="Edit mass_kg").click()
    field = column.get_by_role("textbox", name="mass_kg")
    field.fill("heavy")
    field.press("Enter")
    expect(column.get_by_role("alert")).to_have_text("Write a number.")
    field.fill("3.625")
    field.press("Enter")
    bench.wait(lambda: "3.6250" in column.inner_text())
    told = asked(bench, "columns", name="quad_0", columns=["mass_kg"])
    assert told["rows"][0]["values"] == [3.625]
    bench.ask("window.simloop.send('undo')")
    bench.wait(lambda: "3.5000" in column.inner_text())


def test_the_tree_is_walked_by_keys(bench: Studio) -> None:
    tree = bench.show("tree").get_by_role("tree")
    inspector = bench.show("inspector")
    current = tree.locator("[aria-selected=true]")
    expect(current).to_contain_text("quad_0")
    tree.focus()
    page = bench.page
    page.keyboard.press("ArrowRight")
    expect(current).to_have_attribute("aria-expanded", "true")
    for _ in range(2):
        page.keyboard.press("ArrowDown")
    expect(current).to_contain_text("imu")
    page.keyboard.press("Enter")
    expect(inspector.locator(".inspected-name")).to_have_text("quad_0::imu")
    expect(inspector.locator(".group-name").first).to_have_text("imu_model")
    page.keyboard.press("ArrowLeft")
    expect(current).to_contain_text("quad_0")
    page.keyboard.press("ArrowLeft")
    expect(current).to_have_attribute("aria-expanded", "false")
    page.keyboard.press("Enter")
    expect(inspector.locator(".inspected-name")).to_have_text("quad_0")
    page.keyboard.press("F2")
    page.keyboard.type("eagle")
    page.keyboard.press("Enter")
    bench.wait(lambda: bench.store("store.selected.item.name") == "eagle")
    expect(inspector.locator(".inspected-name")).to_have_text("eagle")
    bench.ask("window.simloop.send('undo')")
    bench.wait(lambda: bench.store("store.selected.item.name") == "quad_0")


def test_a_topic_is_echoed(bench: Studio) -> None:
    panel = bench.show("topics")
    expect(panel.locator(".topic-name").first).to_contain_text("clock")
    # The clock tells simulated time, but that is not what is looked for.
    panel.get_by_label("Find a topic").fill("imu")
    expect(panel.locator(".topic-name").first).to_contain_text("imu")
    panel.get_by_label("Find a topic").fill("sensors/baro")
    panel.get_by_role("button", name="sim/sensors/baro").click()
    pressure = panel.locator(".message-line", has_text="pressure").locator("dd")
    first = bench.wait(lambda: pressure.count() and pressure.inner_text())
    bench.wait(lambda: pressure.inner_text() != first)
    expect(panel.locator(".echo-state")).to_contain_text("50 Hz")
    bench.ask("window.plots = []")
    bench.ask("void window.simloop.store.bus.on('plot', p => window.plots.push(p.field))")
    panel.get_by_role("button", name="Plot pressure").click()
    assert bench.ask("window.plots") == ["sim/sensors/baro.pressure"]


def test_a_message_is_published_and_a_service_called(bench: Studio) -> None:
    panel = bench.show("topics")
    panel.get_by_label("Find a topic").fill("sim/RC")
    panel.get_by_role("button", name="sim/RC").click()
    panel.get_by_role("button", name="Publish", exact=True).click()
    values = panel.get_by_role("textbox", name="values")
    values.fill("1500, 1500")
    panel.locator("form").get_by_role("button", name="Publish").click()
    expect(panel.get_by_role("status")).to_have_text("RCRaw has 8 values, not 2")
    panel.get_by_role("button", name="Back to the list").click()
    # Nobody flies by this topic, so the run goes on as it was.
    asked(bench, "echo", topic="sim/sensors/range")
    panel.get_by_label("Find a topic").fill("sensors/range")
    panel.get_by_role("button", name="sim/sensors/range").click()
    panel.get_by_role("button", name="Publish", exact=True).click()
    panel.get_by_role("textbox", name="range", exact=True).fill("123.5")
    panel.locator("form").get_by_role("button", name="Publish").click()
    expect(panel.get_by_role("status")).to_contain_text("Done in tick")
    heard = asked(bench, "echo", topic="sim/sensors/range")["messages"]
    assert 123.5 in [message["values"]["range"] for message in heard]
    panel.get_by_role("button", name="Back to the list").click()
    panel.get_by_label("Find a topic").fill("failures/inject")
    panel.get_by_role("button", name="failures/inject").click()
    panel.get_by_role("textbox", name="component").fill("nothing")
    panel.locator("form").get_by_role("button", name="Call").click()
    expect(panel.locator(".talk .message-view")).to_contain_text("nothing")


def test_a_parameter_is_edited_refused_and_put_back(bench: Studio) -> None:
    panel = bench.show("parameters")
    panel.get_by_label("Find a parameter").fill("EKF_BARO")
    field = panel.get_by_role("textbox", name="EKF_BARO", exact=True)
    default = parameter(bench, "EKF_BARO")["default"]
    field.fill("1000")
    field.press("Enter")
    # Others begin with the same name.
    named = bench.page.get_by_role("textbox", name="EKF_BARO", exact=True)
    row = panel.locator(".parameter").filter(has=named)
    expect(row).to_contain_text("EKF_BARO must lie from 0.01 to 100")
    field.fill("0.75")
    field.press("Enter")
    expect(row).to_contain_text("white noise of a barometer height")
    bench.wait(lambda: parameter(bench, "EKF_BARO")["value"] == 0.75)
    panel.get_by_label("Find a parameter").fill("")
    panel.get_by_role("button", name="Changed").click()
    expect(panel.locator(".parameter-name", has_text="EKF_BARO")).to_be_visible()
    panel.get_by_role("button", name="Default of EKF_BARO", exact=True).click()
    bench.wait(lambda: parameter(bench, "EKF_BARO")["value"] == default)


def test_parameters_go_to_a_file_and_come_back(bench: Studio) -> None:
    panel = bench.show("parameters")
    expect(panel.locator(".parameter").first).to_be_visible()
    with bench.page.expect_download() as waiting:
        panel.get_by_role("button", name="Save to a file").click()
    text = waiting.value.path().read_text()
    assert waiting.value.suggested_filename == "quad_0.param"
    rows = asked(bench, "parameters", name="quad_0")["rows"]
    assert [line.split()[0] for line in text.splitlines()] == [row["name"] for row in rows]
    before = parameter(bench, "EKF_MAG")["value"]
    lines = "EKF_MAG 0.125\nEKF_BARO 5000\nNOTHING 1\n"
    file = {"name": "mine.param", "mimeType": "text/plain", "buffer": lines.encode()}
    panel.locator("input[type=file]").set_input_files(file)  # type: ignore[arg-type]
    told = panel.locator(".parameter-told")
    expect(told).to_contain_text("mine.param: 1 set, 0 as before")
    expect(told).to_contain_text("Line 3: there is no parameter NOTHING")
    assert parameter(bench, "EKF_MAG")["value"] == 0.125
    bench.ask("window.simloop.send('undo')")
    bench.wait(lambda: parameter(bench, "EKF_MAG")["value"] == before)


def test_long_lists_have_rows_for_what_is_in_sight_only(bench: Studio) -> None:
    panel = bench.show("parameters")
    names = panel.locator(".parameter-name")
    expect(names.first).to_be_visible()
    assert names.count() < 60 < len(asked(bench, "parameters", name="quad_0")["rows"])
    last = asked(bench, "parameters", name="quad_0")["rows"][-1]["name"]
    panel.locator(".long-list").evaluate("list => { list.scrollTop = list.scrollHeight; }")
    expect(panel.get_by_role("textbox", name=last, exact=True)).to_be_visible()

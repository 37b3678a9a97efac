"""The 3-D scene as people use it: overlays, menus, cameras, tape, and a plan without WebGL."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser
from studio_page import NO_WEBGL, Studio, opened

SCALE = "document.querySelector('.scale-bar i').style.width"


def drawn(studio: Studio) -> None:
    """Wait for two pictures that were begun after now."""
    studio.ask(
        """new Promise(done => {
          let left = 2;
          const off = window.simloop.store.bus.on("render", () => {
            if (left-- === 0) { off(); done(); }
          });
        })"""
    )


def test_overlays_are_found_switched_on_and_remembered(studio: Studio) -> None:
    page = studio.page
    page.get_by_role("button", name="Show", exact=True).click()
    page.get_by_label("Find something to show").fill("veloc")
    assert page.locator(".show-line").count() == 1
    page.get_by_label("Velocity").check()
    page.keyboard.press("Escape")
    assert page.locator(".show-menu").is_hidden()
    studio.wait(lambda: "m/s" in page.locator(".scene-page").inner_text())
    page.reload()
    studio.wait(lambda: studio.ask("window.simloop?.store.framesSeen > 2"))
    studio.wait(lambda: "m/s" in page.locator(".scene-page").inner_text())


def test_the_menu_of_a_vehicle_by_keys(studio: Studio) -> None:
    page = studio.page
    # An expression whose value is a function would be called: it must not end the listening.
    studio.ask("void window.simloop.store.bus.on('answer', answer => { window.told = answer; })")
    page.keyboard.press("ContextMenu")
    menu = page.get_by_role("menu", name="quad_0")
    menu.wait_for()
    assert "Look from here" in menu.inner_text()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    assert menu.is_hidden()
    follow = page.get_by_role("button", name="Follow")
    assert follow.get_attribute("aria-pressed") == "true"
    page.keyboard.press("Home")
    assert follow.get_attribute("aria-pressed") == "false"
    page.keyboard.press("Shift+F10")
    menu.get_by_role("menuitem", name="Put on the ground here").click()
    told = studio.wait(lambda: studio.ask("window.told"))
    assert (told["verb"], told["state"]) == ("set_state", "executed")


def test_the_flying_camera_leaves_keys_that_are_taken_alone(studio: Studio) -> None:
    page = studio.page
    studio.ask("window.simloop.send('pause')")
    studio.wait(lambda: studio.store("store.run.paused"))
    page.keyboard.press("g")
    drawn(studio)
    before = studio.ask(SCALE)
    studio.ask("window.simloop.store.bus.emit('keysTaken', true)")
    page.keyboard.down("w")
    drawn(studio)
    assert studio.ask(SCALE) == before
    page.keyboard.up("w")
    studio.ask("window.simloop.store.bus.emit('keysTaken', false)")
    page.keyboard.down("w")
    studio.wait(lambda: studio.ask(SCALE) != before)
    page.keyboard.up("w")
    studio.ask("window.simloop.send('play')")


def test_the_tape_measures_between_two_clicks(studio: Studio) -> None:
    page = studio.page
    page.keyboard.press("m")
    page.mouse.click(520, 620)
    page.mouse.click(760, 620)
    studio.wait(lambda: " m" in page.locator(".scene-page").inner_text())
    page.keyboard.press("Escape")
    studio.wait(lambda: page.locator(".scene-tag:visible").count() == 0)


@pytest.fixture
def plain(browser: Browser, address: str) -> Iterator[Studio]:
    context = browser.new_context(viewport={"width": 900, "height": 600})
    context.add_init_script(NO_WEBGL)
    yield from opened(Studio(context.new_page()), address)
    context.close()


def test_without_webgl_the_world_is_shown_from_above(plain: Studio) -> None:
    page = plain.page
    page.get_by_text("from above", exact=False).first.wait_for()
    canvas = page.locator("canvas.flat")
    first = canvas.screenshot()
    plain.wait(lambda: canvas.screenshot() != first)
    page.get_by_role("button", name="Follow").click()
    assert page.get_by_role("button", name="Follow").get_attribute("aria-pressed") == "true"

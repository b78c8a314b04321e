"""A phone in a real browser: it joins through real TLS, and what its fake camera shows is on the host's page."""

from __future__ import annotations

import io
import time
from collections.abc import Callable, Iterator
from itertools import chain, repeat
from typing import Any

import cv2
import pytest
from PIL import Image
from playwright.sync_api import expect

import companion.web.camera.pages
from companion.web import Config
from companion.web.camera.frames import frame_photo
from companion.web.lan import addresses as lan_addresses
from tests.companion.browser.test_accessibility import faults
from tests.companion.conftest import PATIENCE
from tests.support.pages.page_fit import fits
from tests.support.readers.nearest_picture import read_nearest
from tests.support.readers.truth_reader import GAME
from tests.support.servers.home_network import LOCAL_NETWORK, NAME, serve_home_network

pytestmark = pytest.mark.browser

DESK, PHONE = (1360, 900), (390, 844)
SIZE = (1280, 960)
RATE = 10
"""Pictures a second of the fake camera: each is drawn, sent and shown, which is most of what these tests cost."""


@pytest.fixture(scope="module")
def home(tmp_path_factory):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(lan_addresses, "look_up_network", lambda: LOCAL_NETWORK)
        with serve_home_network(
            Config(camera="phone", viewers=8), read_nearest, tmp_path_factory.mktemp("data")
        ) as home:
            yield home


@pytest.fixture(scope="module")
def phones(launch, tmp_path_factory) -> Iterator[Any]:
    """A browser whose camera shows a picture of the recorded game, and which finds the server by its name."""
    video = tmp_path_factory.mktemp("video") / "table.y4m"
    large = cv2.resize(cv2.imread(str(GAME / "game_02.jpg")), SIZE, interpolation=cv2.INTER_CUBIC)
    frame = b"FRAME\n" + cv2.cvtColor(large, cv2.COLOR_BGR2YUV_I420).tobytes()
    video.write_bytes(f"YUV4MPEG2 W{SIZE[0]} H{SIZE[1]} F{RATE}:1 Ip A1:1 C420\n".encode() + 2 * frame)
    chromium = launch(
        "--use-fake-device-for-media-stream",
        "--use-fake-ui-for-media-stream",
        f"--use-file-for-fake-video-capture={video}",
        f"--host-resolver-rules=MAP {NAME} 127.0.0.1",
    )
    yield chromium
    chromium.close()


@pytest.fixture
def visit(phones, home) -> Iterator[Callable[..., Any]]:
    """Open a page of the server as another device, or as the host's own computer."""
    contexts: list[Any] = []

    def open_page(path, host=False, size=PHONE, secure=True, lang="en-GB", scheme="light"):
        width, height = size
        context = phones.new_context(
            viewport={"width": width, "height": height},
            locale=lang,
            color_scheme=scheme,
            reduced_motion="reduce",
            ignore_https_errors=True,
            service_workers="block",  # browsers want a certificate for them that they trust by themselves
        )
        context.set_default_timeout(1000 * PATIENCE)
        contexts.append(context)
        page = context.new_page()
        start = f"http://127.0.0.1:{home.port}" if host else f"http{'s' if secure else ''}://{NAME}:{home.port}"
        page.goto(start + path)
        return page

    yield open_page
    for context in contexts:
        context.close()


def join(page, code):
    page.get_by_label("The code on the host's page").fill(code)
    page.get_by_role("button", name="Join", exact=True).click()


@pytest.mark.long
def test_a_phone_scans_joins_and_is_seen_on_the_hosts_page(home, visit, wait_for):
    host = visit("/", host=True, size=DESK)
    host.locator(".joining .qr").first.wait_for()
    address = host.locator(".joining-way a").first.get_attribute("href")
    phone = visit(address[address.index("/join/") :])
    assert fits(phone)
    phone.get_by_role("button", name="Join", exact=True).click()
    phone.get_by_role("heading", name="Prop up the phone").wait_for()
    assert fits(phone)
    # The board that the phone's camera sees is on the host's page, with its score.
    host.locator(".fjords-board .tile").first.wait_for()
    expect(host.locator(".fjords-board .tile")).to_have_count(16)
    wait_for(lambda: host.evaluate("document.getElementById('camera').naturalWidth") >= 960)
    phone.locator("#camera-words", has_text="The board is seen well.").wait_for()
    # The invitation has made room for the picture.
    expect(host.locator(".joining .qr").first).to_be_hidden()
    wait_for(lambda: phone.evaluate("document.getElementById('sent-picture').width") >= 960)
    expect(phone.locator("#camera-rate")).to_contain_text("pictures a second")
    # It shows what it sends: no blank picture.
    shown = "c => Math.max(...c.getContext('2d').getImageData(c.width / 2, c.height / 2, 40, 40).data.slice(0, 3))"
    wait_for(lambda: phone.locator("#sent-picture").evaluate(shown) > 20)
    phone.get_by_role("button", name="Stop").click()
    host.locator(".pill.stalled, .pill.failed").first.wait_for()
    phone.get_by_role("button", name="Start the camera").click()
    host.locator(".pill.live").first.wait_for()


@pytest.mark.long
def test_a_viewer_leaves_by_a_button_and_the_way_back_shows_nothing(home, visit):
    viewer = visit(f"/join/{home.codes.viewer}")
    viewer.get_by_role("button", name="Join", exact=True).click()
    viewer.locator("#camera-status").wait_for()
    viewer.goto(f"https://{NAME}:{home.port}/join/")
    # Who looks on may become something else by another code, too.
    viewer.get_by_label("The code on the host's page").wait_for()
    viewer.get_by_role("button", name="Leave the table").click()
    viewer.get_by_role("button", name="Leave the table").wait_for(state="detached")
    for _ in range(2):
        viewer.go_back()
    viewer.get_by_label("The code on the host's page").wait_for()
    assert viewer.locator("#camera-status").count() == 0


@pytest.mark.long
def test_the_phone_goes_on_when_its_camera_was_taken_away_by_a_call(home, visit, wait_for):
    phone = visit(f"/join/{home.codes.camera}")
    visit("/", host=True, size=DESK)
    phone.get_by_role("button", name="Join", exact=True).click()
    phone.locator("#camera-words", has_text="The board").wait_for()
    phone.evaluate("window.taken = document.getElementById('camera-video').srcObject")
    phone.evaluate("window.taken.getTracks().forEach((track) => track.stop())")
    again = "(document.getElementById('camera-video').srcObject ?? window.taken) !== window.taken"
    wait_for(lambda: phone.evaluate(again))
    phone.locator("#camera-words", has_text="The board").wait_for()


def test_the_phone_stays_awake(home, visit, wait_for):
    phone = visit(f"/join/{home.codes.camera}")
    phone.add_init_script(
        "window.asked = [];"
        "navigator.wakeLock.request = async (kind) => { window.asked.push(kind);"
        " return { released: false, release: async () => {} }; };"
    )
    phone.get_by_role("button", name="Join", exact=True).click()
    wait_for(lambda: phone.evaluate("window.asked.includes('screen')"))


@pytest.mark.long
def test_over_a_slow_line_the_phone_sends_smaller_pictures_and_never_two_at_once(home, visit, wait_for, monkeypatch):
    at_once, most, widths = [], [], []
    slower_and_slower = chain((0.7, 1.3), repeat(2.1))

    def slowly(data):
        at_once.append(1)
        most.append(len(at_once))
        time.sleep(next(slower_and_slower))
        at_once.pop()
        widths.append(Image.open(io.BytesIO(data)).width)
        return frame_photo(data)

    monkeypatch.setattr(companion.web.camera.pages, "frame_photo", slowly)
    phone = visit(f"/join/{home.codes.camera}")
    visit("/", host=True, size=DESK)
    phone.get_by_role("button", name="Join", exact=True).click()
    wait_for(lambda: 960 in widths, 120)
    assert widths == sorted(widths, reverse=True)
    assert set(most) == {1}


@pytest.mark.long
def test_two_phones_take_turns(home, visit):
    first = visit(f"/join/{home.codes.camera}")
    first.get_by_role("button", name="Join", exact=True).click()
    first.get_by_role("button", name="Stop").wait_for()
    second = visit(f"/join/{home.codes.camera}")
    second.get_by_role("button", name="Join", exact=True).click()
    first.locator("#camera-words", has_text="Another phone is the camera now").wait_for()
    expect(second.get_by_role("button", name="Stop")).to_be_visible()


def test_a_camera_that_is_refused_gets_a_sentence(home, visit):
    phone = visit(f"/join/{home.codes.camera}", lang="ru-RU")
    phone.add_init_script(
        "navigator.mediaDevices.getUserMedia = async () => { throw new DOMException('no', 'NotAllowedError'); };"
    )
    phone.get_by_role("button", name="Присоединиться", exact=True).click()
    said = phone.locator("#camera-words", has_text="Разрешите")
    said.wait_for()
    expect(phone.locator("#camera-switch")).to_be_enabled()


@pytest.mark.long
def test_a_phone_whose_browser_may_keep_nothing_is_the_camera_all_the_same(home, visit):
    phone = visit(f"/join/{home.codes.camera}")
    visit("/", host=True, size=DESK)
    phone.add_init_script(
        "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('no', 'SecurityError'); } });"
    )
    phone.get_by_role("button", name="Join", exact=True).click()
    phone.locator("#camera-words", has_text="The board").wait_for()


def test_without_tls_the_phone_sends_single_photos(home, visit):
    phone = visit("/join/", secure=False)
    join(phone, home.codes.camera)
    phone.locator("#camera-insecure a[href^='https://']").wait_for()
    expect(phone.locator("#phone-camera")).to_be_hidden()
    phone.set_input_files("#taken-photo", GAME / "game_00.jpg")
    phone.get_by_text("The photo was sent").wait_for()
    assert fits(phone)


def test_a_viewer_sees_the_board_and_nothing_to_change_it_by(home, visit):
    wrong = visit("/join/")
    join(wrong, "WRONGONE")
    wrong.get_by_role("alert").wait_for()
    join(wrong, home.codes.viewer.lower())
    wrong.locator("#table").wait_for()
    assert wrong.locator("form[method=post]:visible").count() == wrong.locator(".languages form, .themes form").count()
    expect(wrong.locator(".joining")).to_have_count(0)
    assert fits(wrong)


@pytest.mark.long
def test_new_codes_put_the_phone_out_and_say_so(home, visit):
    phone = visit(f"/join/{home.codes.camera}")
    phone.get_by_role("button", name="Join", exact=True).click()
    phone.get_by_role("button", name="Stop").wait_for()
    host = visit("/", host=True, size=DESK)
    old = home.codes.camera
    # Otherwise it would close by itself when the phone's picture comes, which may be now.
    host.locator(".joining").evaluate("block => { block.classList.remove('first'); block.open = true; }")
    host.locator(".joining summary", has_text="New codes").click()
    host.get_by_role("button", name="Make new codes").click()
    phone.locator("#camera-words", has_text="The codes were changed").wait_for()
    assert home.codes.camera != old


@pytest.mark.long
@pytest.mark.parametrize(("size", "lang", "scheme"), [(DESK, "en-GB", "light"), (PHONE, "ru-RU", "dark")])
def test_the_pages_fit_every_screen_and_are_for_everyone(home, visit, size, lang, scheme):
    host = visit("/", host=True, size=size, lang=lang, scheme=scheme)
    host.locator(".joining").evaluate("block => { block.open = true; }")
    for inner in host.locator(".joining details").all():
        inner.evaluate("block => { block.open = true; }")
    pages = [host, visit("/camera/", host=True, size=size, lang=lang, scheme=scheme)]
    pages.append(visit(f"/join/{home.codes.viewer}", secure=False, size=size, lang=lang, scheme=scheme))
    for page in pages:
        assert fits(page)
        assert not faults(page)

"""Export and import through each web server: streamed exports, imports of up to 10 MB, identical to the byte."""

import uuid

import pytest
from test_bad_input import is_a_clear_page
from visitor import Visitor

HEAD = "counter,title,time,kind,delta,count,note,entry,voids,color,style,step,collapsed\r\n"


def upload(visitor, content, name="counters.csv"):
    boundary = uuid.uuid4().hex
    body = (
        f'--{boundary}\r\nContent-Disposition: form-data; name="file"; filename="{name}"\r\n'
        "Content-Type: application/octet-stream\r\n\r\n"
    ).encode() + content + f"\r\n--{boundary}--\r\n".encode()
    headers = {"Content-Type": f"multipart/form-data; boundary={boundary}", "Sec-Fetch-Site": "same-origin"}
    return visitor.ask("POST", visitor.site.base + "/imports", body, headers)


def history(entries, note="", counter=None):
    """One counter with so many entries. The same counter with more of them is a later state of it."""
    counter = counter or uuid.uuid4()
    lines = [HEAD, f"{counter},Birds,2026-01-01T00:00Z,create,,0,,,,0,fractal,1,no\r\n"]
    lines += (
        f"{counter},Birds,2026-01-01T00:00Z,increment,1,{number},{note},{uuid.UUID(int=number + 2**80)},,,,,\r\n"
        for number in range(1, entries + 1))
    return "".join(lines).encode()


def confirm(visitor, preview):
    """Applies an upload, as the button on its preview does."""
    return visitor.ask("POST", preview, headers={"Sec-Fetch-Site": "same-origin"})


@pytest.mark.parametrize("ending", ["json", "csv"])
def test_what_was_saved_comes_back_to_the_byte(visitor, ending):
    counter = visitor.create("鳥, \"two\"")
    for _ in range(3):
        visitor.tap(counter)
    saved = visitor.get(f"/export.{ending}")
    assert saved.status == 200 and saved.header("Content-Disposition").startswith("attachment;"), saved
    other = Visitor(visitor.site)
    answer = upload(other, saved.body, f"all.{ending}")
    assert "鳥" in other.follow(answer).text
    preview = answer.location
    done = confirm(other, preview)
    assert done.status == 303, done
    assert other.get(f"/export.{ending}").body == saved.body
    assert [(card.title, card.count) for card in other.cards()] == [("鳥, \"two\"", 3)]


def test_a_long_history_goes_in_and_out_whole(visitor):
    content = history(20_000, note="by the door")
    answer = upload(visitor, content)
    assert "20,000 new entries" in visitor.follow(answer).text
    confirm(visitor, answer.location)
    assert visitor.cards()[-1].count == 20_000
    saved = visitor.get("/export.csv")
    assert saved.body.count(b"by the door") == 20_000 and saved.body.endswith(b"\r\n")


def test_ten_megabytes_are_read_and_more_are_refused(visitor):
    largest = 10 * 1024 * 1024
    content = HEAD.encode()
    answer = upload(visitor, content + b"x" * (largest - len(content)))
    assert is_a_clear_page(answer, 422)
    assert is_a_clear_page(upload(visitor, b"x" * (largest + 200_000)), 413, 422)
    assert visitor.get("/").status == 200


def test_a_million_lines_that_say_nothing_are_answered(visitor):
    for line in (b"\n", b",,,\n", b"1,2\n"):
        assert is_a_clear_page(upload(visitor, HEAD.encode() + line * 1_000_000), 422)

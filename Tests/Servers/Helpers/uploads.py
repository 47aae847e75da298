"""Files of counters, sent as a browser sends them."""

import uuid

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

"""What other programs on the machine may send to the page of `play --web`: none of it plays."""

from __future__ import annotations

import http.client
from pathlib import Path
from urllib.parse import urlsplit

from test_play_web import TOKEN, page_of, served

SENT = {
    "GET /{t}/act?turn=0&nth=0": 405,
    "HEAD /{t}/act?turn=0&nth=0": 405,
    "PUT /{t}/act?turn=0&nth=0": 405,
    "DELETE /{t}/act?turn=0&nth=0": 405,
    "OPTIONS /{t}/act?turn=0&nth=0": 405,
    "GET /{t}/leave": 405,
    "POST /{t}/table": 405,
    "POST /{t}/act": 400,
    "POST /{t}/act?turn=0": 400,
    "POST /{t}/act?turn=&nth=0": 400,
    "POST /{t}/act?turn=0&nth=": 400,
    "POST /{t}/act?turn=0&nth=+0": 400,
    "POST /{t}/act?turn=0&nth=%2B0": 400,
    "POST /{t}/act?turn=0&nth=-0": 400,
    "POST /{t}/act?turn=0&nth=0.0": 400,
    "POST /{t}/act?turn=0&nth=0x0": 400,
    "POST /{t}/act?turn=0&nth=1e0": 400,
    "POST /{t}/act?turn=0&nth=%D9%A0": 400,
    "POST /{t}/act?turn=0&nth=%EF%BC%90": 400,
    "POST /{t}/act?turn=0&nth=0%00": 400,
    "POST /{t}/act?turn=0&nth=0%0A": 400,
    "POST /{t}/act?turn=0&nth=1_0": 400,
    "POST /{t}/act?turn=9999999999&nth=0": 400,
    "POST /{t}/act?TURN=0&NTH=0": 400,
    "POST /{u}/act?turn=0&nth=0": 404,
    "POST /{t}0/act?turn=0&nth=0": 404,
    "POST /{t}%00/act?turn=0&nth=0": 404,
    "POST /act?turn=0&nth=0": 404,
    "POST //act?turn=0&nth=0": 404,
    "POST /x/../{u}/act?turn=0&nth=0": 404,
    "GET /{t}/../../server.py": 404,
    "GET /{t}/..%2Fserver.py": 404,
    "GET /{t}/server.py": 404,
    "GET /{t}/play/scat-1.json": 404,
    "GET /": 404,
}
"""Requests, with what they are answered; {t} is the token, and {u} that in other letters."""
HOSTS = (
    *("elsewhere.example", "127.0.0.1.elsewhere.example", "localhost.elsewhere.example"),
    *("elsewhere.example:80", "127.0.0.2", "[::1]", "0.0.0.0", "localhost@elsewhere.example", ""),
)


def test_no_odd_request_plays(tmp_path: Path) -> None:
    page = page_of("scat", tmp_path)
    with served(page) as address:
        to = urlsplit(address)

        def answered(method: str, path: str, host: str | None = None) -> int:
            connection = http.client.HTTPConnection(to.hostname or "", to.port, timeout=10)
            connection.putrequest(method, path, skip_host=host is not None)
            if host is not None:
                connection.putheader("Host", host)
            connection.endheaders()
            status = connection.getresponse().status
            connection.close()
            return status

        given = {
            line: answered(*line.format(t=TOKEN, u=TOKEN.swapcase()).split(" ", 1)) for line in SENT
        }
        elsewhere = {host: answered("POST", f"{to.path}act?turn=0&nth=0", host) for host in HOSTS}

    assert given == SENT
    assert {*elsewhere.values()} == {400}
    assert not page.evening.sitting.turns

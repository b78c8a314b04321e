"""Answers in the form that was asked for: a page for people, JSON for programs."""

from __future__ import annotations

from flask import Response, jsonify, make_response, render_template, request

from companion.language import translator
from companion.web.base.languages import language


def wants_fragment() -> bool:
    """Say whether the page's own script asks, which puts the answer into the page."""
    return "HX-Request" in request.headers


def wants_page() -> bool:
    """Say whether a browser asks by itself."""
    return request.accept_mimetypes.best_match(["application/json", "text/html"]) == "text/html"


def refuse(status: int, code: str, message: str, **details: object) -> Response:
    """Answer with an error: an English message, marked for the catalogues, in the visitor's language."""
    return refuse_sentence(status, code, translator(language())(message).format(**details))


def refuse_sentence(status: int, code: str, sentence: str) -> Response:
    """Answer with an error that is a sentence already."""
    if wants_fragment():
        answer = make_response(render_template("_refusal.html", sentence=sentence))
    elif wants_page():
        answer = make_response(render_template("refusal.html", sentence=sentence))
    else:
        answer = jsonify(error={"code": code, "message": sentence})
    answer.status_code = status
    return answer

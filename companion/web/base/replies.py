"""Responses in the requested form: a page for people, JSON for programs."""

from __future__ import annotations

from typing import cast

from flask import Response, flash, jsonify, make_response, redirect, render_template, request, url_for

from companion.language import translator
from companion.web.base.gone import Gone
from companion.web.base.languages import language
from companion.web.base.referrer import page_before


def wants_fragment() -> bool:
    """Return whether htmx sent the request, which inserts the response into the page."""
    return "HX-Request" in request.headers


def wants_page() -> bool:
    """Return whether a browser requests a whole page."""
    return request.accept_mimetypes.best_match(["application/json", "text/html"]) == "text/html"


def refuse(status: int, code: str, message: str, **details: object) -> Response:
    """Return an error response in the visitor's language.

    Args:
        status: the HTTP status.
        code: a short name of the error, for programs.
        message: the English sentence, marked for the catalogues.
        **details: values for the placeholders in the sentence.
    """
    return refuse_sentence(status, code, translator(language())(message).format(**details))


def refuse_for_now(status: int, code: str, message: str, seconds: int) -> Response:
    """Return an error response that names in ``Retry-After`` when the same request may succeed.

    Args:
        status: 429 or 503.
        code: a short name of the error, for programs.
        message: the English sentence, marked for the catalogues.
        seconds: after how many seconds to try again.
    """
    answer = refuse(status, code, message)
    answer.headers["Retry-After"] = str(seconds)
    return answer


def refuse_gone(gone: Gone) -> Response:
    """Return the error response for something that is not kept, with a link to what is."""
    say = translator(language())
    return refuse_sentence(404, "not-found", say(gone.sentence), (url_for(gone.endpoint), say(gone.link)))


def refuse_sentence(status: int, code: str, sentence: str, way: tuple[str, str] | None = None) -> Response:
    """Return an error response with a sentence in the visitor's language.

    A browser that has sent a form is led back to the page of the form, which shows the sentence, unless another way is
    named. A fragment is inserted as a whole, though the page would have chosen a part of another answer.

    Args:
        status: the HTTP status.
        code: a short name of the error, for programs.
        sentence: what is wrong and what to do.
        way: the address and the words of a link to follow instead; without it pages lead to the table.
    """
    form = page_before() if request.method == "POST" and way is None else None
    if wants_fragment():
        answer = make_response(render_template("_refusal.html", sentence=sentence, way=way))
        answer.headers["HX-Reselect"] = "unset"
    elif wants_page() and form is not None:
        flash(sentence)
        return cast(Response, redirect(form, 303))
    elif wants_page():
        answer = make_response(render_template("refusal.html", sentence=sentence, link=way))
    else:
        answer = jsonify(error={"code": code, "message": sentence})
    answer.status_code = status
    return answer

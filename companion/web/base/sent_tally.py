"""The tally that a form is about."""

from __future__ import annotations

import re

from flask import request


def sent_id() -> str:
    """Return what tells the photos of the tally in the field ``tally`` from all others; empty where it is not known."""
    sent = request.form.get("tally", "")
    return sent if re.fullmatch("[0-9a-f]{32}", sent) else ""

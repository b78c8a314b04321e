"""The page of campaigns and ranks."""

from __future__ import annotations

from flask import Blueprint, render_template

from companion.nusfjord import catalogue_file
from companion.nusfjord.campaign import campaigns
from companion.web.base.store import kept_folder, library


def add_to(pages: Blueprint) -> None:
    """Add the page to Nusfjord's."""
    pages.add_url_rule("/campaigns", "campaigns", show)


def show() -> str:
    """List the campaigns of all players, the newest first, and the rank that each player holds."""
    found = campaigns(reversed(library().games()), catalogue_file.load(kept_folder()))
    ranks = {one.player: one.rank for one in found}
    return render_template("nusfjord/campaigns.html", campaigns=found[::-1], ranks=ranks)

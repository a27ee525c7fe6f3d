"""What leaves the box: the MQTT broker that it publishes to, and the very payloads, for the teacher."""

from __future__ import annotations

from dataclasses import replace

import msgspec
from flask import Blueprint, flash, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from ....box.name import box_name
from ....live.broker.payloads import Topics
from ....live.broker.publisher import retained_payloads
from ....store.broker import LONGEST, LONGEST_CA, NAMES, PORT, TLS_PORT, Broker, BrokerError
from ....words import N_
from ....words.doctor import SAYS
from ...context import first_site, here
from ...digits import whole
from ...health import piste_version
from ..table import answer

routes = Blueprint("outside", __name__, url_prefix="/enseignant/sortie")
WRONG = {
    "host": N_("Write the broker's name or address, such as broker.local."),
    "port": N_("The port is a number from 1 to 65535."),
    "user": N_("The user or the password is too long, or holds a character that no keyboard writes."),
    "ca": N_("That is no certificate in PEM form."),
}
"""What to do, by `BrokerError.why`."""


@routes.get("")
def show() -> str:
    """The page."""
    return _page(first_site().publisher.settings.now(), "")


@routes.post("")
def change() -> Response | tuple[str, int]:
    """Stores the form and switches publishing on or off; 422 and why if the form cannot hold."""
    w, publisher = here(), first_site().publisher
    known = publisher.settings.now()
    try:
        publisher.settings.change(_wanted(known))
    except BrokerError as error:
        return _page(known, w.t(WRONG[error.why])), 422
    except OSError as error:
        return answer(503, w.t("That could not be saved: nothing was changed."), str(error))
    publisher.start()
    flash(w.t("The settings hold from now on."))
    return redirect(url_for("outside.show"))


def _wanted(known: Broker) -> Broker:
    """The form's. An empty password is the known one, unless it would go elsewhere. Raises BrokerError."""
    form = request.form
    tls, names = "tls" in form, [name for name in NAMES if name == form.get("names")]
    port = whole(form.get("port", "")) if form.get("port", "").strip() else TLS_PORT if tls else PORT
    wanted = replace(
        known, on="on" in form, host=form.get("host", "").strip(), port=port or 0, user=form.get("user", "").strip(),
        tls=tls, ca=form.get("ca", "").strip(), names=names[0] if names else known.names,
    )  # fmt: skip
    same = (wanted.host, wanted.port, wanted.user, wanted.tls) == (known.host, known.port, known.user, known.tls)
    return replace(wanted, password=form.get("password", "") or (known.password if same else ""))


def _page(broker: Broker, wrong: str) -> str:
    w, first = here(), first_site()
    titles = {
        "colours": w.t("Colours alone: nobody's name leaves"),
        "initials": w.t("Initials: L. for Léa"),
        "first_names": w.t("First names"),
    }
    return render_template(
        "people/outside.html",
        broker=broker,
        wrong=wrong,
        choices=[(names, titles[names], _payloads(replace(broker, names=names))) for names in NAMES],
        trouble=w.t(SAYS[f"broker_{first.publisher.trouble}"]) if first.publisher.trouble else "",
        connected=first.publisher.connected,
        longest=LONGEST,
        longest_ca=LONGEST_CA,
    )  # fmt: skip


def _payloads(broker: Broker) -> list[tuple[str, str]]:
    """What stands of each table, by topic: as it would be sent, with room to read it."""
    first = first_site()
    tables, topics = first.every.snapshot().tables, Topics(broker.box or "…")
    about = piste_version(), box_name(first.door.data)
    sent = retained_payloads(replace(broker, box=broker.box or "…"), about, tables, first.publisher.class_of)
    shown = (topics.box, *(topics.state(table.number) for table in tables))
    return [(topic, msgspec.json.format(sent[topic], indent=1).decode()) for topic in shown]

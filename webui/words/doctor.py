"""Sentences of `piste doctor` about its findings."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from ..checkup.doctor import Grade, Symptom
from . import N_, Words

SAYS: Mapping[str, str] = MappingProxyType(
    {
        "machine": N_("This is %(model)s, with Python %(python)s."),
        "room": N_("There is room on the disk: %(mb)s MB are free."),
        "room_short": N_("The disk is nearly full: %(mb)s MB are free. Make room before the lesson."),
        "memory": N_("There is memory enough: %(mb)s MB are free."),
        "memory_short": N_("Memory is short: %(mb)s MB are free. Close other programs, or play by touch."),
        "warm": N_("The processor is at %(degrees)s °C."),
        "hot": N_("The processor is at %(degrees)s °C and slows down: give the machine air."),
        "folder": N_("The data folder can be written: %(folder)s."),
        "folder_closed": N_("The data folder cannot be written: %(folder)s. Give it to the account that runs Piste."),
        "folder_open": N_("Other accounts of this machine can read the names in %(folder)s; the next start ends that."),
        "journal_new": N_("Nothing was played here yet."),
        "journal": N_("The journal is sound. Games in it: %(games)s."),
        "journal_damaged": N_("The journal is damaged. The next start saves what can be read and keeps the rest."),
        "journal_unread": N_("The journal cannot be read now: %(error)s."),
        "copies": N_("Copies of the journal: %(n)s."),
        "medium": N_("Copies go to %(folder)s, too; the newest there: %(day)s."),
        "medium_away": N_("The medium for copies is not there: %(folder)s. The newest copy on it: %(day)s."),
        "medium_closed": N_("Nothing can be copied to %(folder)s: %(error)s. The newest copy on it: %(day)s."),
        "aside": N_("Damaged journals that were put aside: %(n)s. What could be read of them was saved."),
        "certificate": N_("The certificate for https holds, for the names and addresses of this machine."),
        "certificate_expired": N_("The certificate for https has expired or soon will: the next start makes another."),
        "certificate_elsewhere": N_("The certificate for https names another address: the next start makes another."),
        "certificate_damaged": N_("The certificate for https cannot be read: the next start makes another."),
        "broker": N_("The MQTT broker answers."),
        "broker_away": N_("Nobody answers at the address of the MQTT broker."),
        "broker_silent": N_("The MQTT broker takes the call and says nothing."),
        "broker_refused": N_("The MQTT broker refuses the user or the password."),
        "broker_tls": N_("The encryption of the MQTT broker does not hold: check the port and the certificate."),
        "broker_lost": N_("The connection to the MQTT broker broke."),
        "broker_nonsense": N_("What answers at the address of the MQTT broker is no MQTT broker."),
        "networks_absent": N_("The networks that read dice and tiles are missing: install Piste again."),
        "look_quick": N_("One look takes %(seconds)s s: this machine suffices."),
        "look_slow": N_("One look takes %(seconds)s s: this machine suffices, with a little wait after each throw."),
        "told_late": N_(
            "A throw is told %(seconds)s s after it lies still: this machine is too slow to follow a table. "
            "Close other programs on it, or play by touch."
        ),
        "look_too_slow": N_("One look takes %(seconds)s s: this machine is too slow for a camera. Play by touch."),
    }
)
MARKS: Mapping[Grade, str] = MappingProxyType({Grade.WELL: "✓", Grade.WORTH_KNOWING: "!", Grade.BROKEN: "✗"})
"""The mark before each sentence."""


def symptom_sentence(w: Words, symptom: Symptom) -> str:
    """A finding in one or two sentences."""
    says = w.t(SAYS[symptom.word], **symptom.values)
    if symptom.table > 1:
        says = w.t("Table %(number)s", number=symptom.table) + f" – {says}"
    return f"{MARKS[symptom.grade]} {says}"

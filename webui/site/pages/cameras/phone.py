"""/camera/telephone: a phone above the table whose browser sends the pictures to follow."""

from __future__ import annotations

from flask import Blueprint, Response, make_response, render_template, request
from werkzeug.wrappers import Response as AnyResponse

from hardware.phone_camera import PhoneCamera
from vision.errors import UnreadablePicture

from ...context import here, site
from ...problems import problem

routes = Blueprint("phone", __name__, url_prefix="/camera/telephone")
LENDS = "camera=(self), microphone=(), geolocation=()"
"""Only this page may use its device's camera."""


def _phone() -> PhoneCamera | None:
    lookout = site().lookout
    return None if lookout is None else lookout.phone


@routes.get("")
def show() -> Response:
    """The page of a phone that is the camera."""
    answer = make_response(render_template("cameras/phone.html", phone=_phone() is not None))
    answer.headers["Permissions-Policy"] = LENDS
    return answer


@routes.post("")
def bring() -> AnyResponse:
    """One picture, as the body of the request; not stored. 404 if no phone is followed."""
    phone = _phone()
    if phone is None:
        return problem(404, here().t("Piste does not follow a phone now."))
    try:
        phone.bring(request.get_data())
    except UnreadablePicture as error:
        return problem(400, str(error))
    return Response(status=204)

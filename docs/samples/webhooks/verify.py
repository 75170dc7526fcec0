import base64
import hashlib
import hmac
import json
import time

TOLERANCE_SECONDS = 5 * 60


def verify_webhook(secret: str, headers: dict[str, str], body: bytes) -> dict:
    """Return the event if the request was signed with the secret; raise otherwise.

    Header names are in lower case. `body` is exactly what was received.
    """
    message_id = headers["webhook-id"]
    timestamp = headers["webhook-timestamp"]
    if abs(time.time() - int(timestamp)) > TOLERANCE_SECONDS:
        raise ValueError("The timestamp is too old or too new.")

    if secret.startswith("whsec_"):
        key = base64.b64decode(secret.removeprefix("whsec_"))
    else:
        key = secret.encode()
    signed = f"{message_id}.{timestamp}.".encode() + body
    expected = base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    # While a secret is being rotated, there is one signature for each of the two secrets.
    for signature in headers["webhook-signature"].split(" "):
        version, _, value = signature.partition(",")
        if version == "v1" and hmac.compare_digest(value, expected):
            return json.loads(body)
    raise ValueError("The signature is wrong.")

<?php

const TOLERANCE_SECONDS = 5 * 60;

/**
 * Returns the event if the request was signed with the secret; throws otherwise.
 * Header names are in lower case. $body is exactly what was received: file_get_contents('php://input').
 */
function verify_webhook(string $secret, array $headers, string $body): array
{
    $id = $headers['webhook-id'] ?? '';
    $timestamp = $headers['webhook-timestamp'] ?? '';
    if (!ctype_digit($timestamp) || abs(time() - (int) $timestamp) > TOLERANCE_SECONDS) {
        throw new RuntimeException('The timestamp is missing, too old or too new.');
    }

    $key = str_starts_with($secret, 'whsec_') ? base64_decode(substr($secret, 6)) : $secret;
    $expected = base64_encode(hash_hmac('sha256', "$id.$timestamp.$body", $key, true));
    // While a secret is being rotated, there is one signature for each of the two secrets.
    foreach (explode(' ', $headers['webhook-signature'] ?? '') as $signature) {
        if (str_starts_with($signature, 'v1,') && hash_equals($expected, substr($signature, 3))) {
            return json_decode($body, true, flags: JSON_THROW_ON_ERROR);
        }
    }
    throw new RuntimeException('The signature is wrong.');
}

/** Shorter ones occur by chance everywhere: hiding them would hide the message. */
const shortest = 4

/**
 * Takes secrets out of a text that came from outside (a server's answer, a library's error): plain, URL-encoded and in
 * base64.
 */
export function redactSecrets(text: string, secrets: readonly string[]): string {
  let redacted = text
  for (const secret of secrets) {
    if (secret.length < shortest) continue
    for (const spelling of spellingsOf(secret)) redacted = redacted.replaceAll(spelling, '***')
  }
  return redacted
}

function spellingsOf(secret: string): readonly string[] {
  const bytes = Buffer.from(secret)
  const spellings = [
    secret,
    encodeURIComponent(secret),
    bytes.toString('base64'),
    bytes.toString('base64url'),
  ]
  // The longest first: a shorter one must not leave the rest of a longer one behind.
  return [...new Set(spellings)].sort((a, b) => b.length - a.length)
}

import type { Issue } from '@millrace/contract/errors.ts'
import type { FormSettings } from '@millrace/contract/form-settings.ts'

/** What no schema can say about the settings of a form; looks only at members the schema has no complaint about. */
export function checkSettings(settings: FormSettings, isSound: (path: string) => boolean): Issue[] {
  const issues: Issue[] = []
  const check = (path: string, value: string | undefined, complain: Complain) => {
    const message = value === undefined || !isSound(path) ? undefined : complain(value)
    if (message !== undefined) issues.push({ path, message })
  }
  check('settings.redirect_url', settings.redirect_url, complainOfRedirect)
  check('settings.closes_at', settings.closes_at, complainOfInstant)
  check('settings.color', settings.color, complainOfColour)
  const { embed_origins: origins } = settings
  for (const [index, origin] of (Array.isArray(origins) ? origins : []).entries()) {
    check(`settings.embed_origins[${index}]`, origin, complainOfOrigin)
  }
  return issues
}

type Complain = (value: string) => string | undefined

function complainOfRedirect(text: string): string | undefined {
  if (!URL.canParse(text)) return 'must be a full address such as https://example.com/thanks'
  const { protocol, username, password } = new URL(text)
  if (protocol !== 'https:' && protocol !== 'http:') return 'must start with https:// or http://'
  if (username !== '' || password !== '') return 'must not contain a user name or password'
  return undefined
}

/** The schema has looked at the form of it; this is what the calendar of programs cannot hold. */
function complainOfInstant(text: string): string | undefined {
  const at = Date.parse(text)
  const fits = !Number.isNaN(at) && /^\d{4}-/.test(new Date(at).toISOString())
  return fits ? undefined : 'must be a date and time such as 2026-01-31T18:00:00Z'
}

function complainOfColour(text: string): string | undefined {
  return /^#[\da-f]{6}$/i.test(text) ? undefined : 'must be a colour such as #1a2b3c'
}

/**
 * Origins go into a header of policies, in which `;`, `,` and `'` have a meaning; a URL may hold them in its host, so
 * the letters of the host are checked, too.
 */
function complainOfOrigin(text: string): string | undefined {
  const isOrigin =
    URL.canParse(text) &&
    new URL(text).origin === text &&
    /^https?:\/\/([a-z\d.-]+|\[[\da-f:.]+\])(:\d+)?$/.test(text)
  return isOrigin
    ? undefined
    : 'must be an origin such as https://example.com: scheme, host in lower case and port, nothing else'
}

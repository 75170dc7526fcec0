import type { Issue } from '@millrace/contract/errors.ts'
import type { FormSettings } from '@millrace/contract/form-settings.ts'

/** Checks the rules for form settings that a schema cannot express. Skips properties that the schema has already rejected. */
export function checkSettings(settings: FormSettings, isSound: (path: string) => boolean): Issue[] {
  const issues: Issue[] = []
  const check = (path: string, value: string | undefined, findProblem: FindProblem) => {
    const message = value === undefined || !isSound(path) ? undefined : findProblem(value)
    if (message !== undefined) issues.push({ path, message })
  }
  check('settings.redirect_url', settings.redirect_url, findRedirectProblem)
  check('settings.closes_at', settings.closes_at, findInstantProblem)
  check('settings.color', settings.color, findColourProblem)
  const { embed_origins: origins } = settings
  for (const [index, origin] of (Array.isArray(origins) ? origins : []).entries()) {
    check(`settings.embed_origins[${index}]`, origin, findOriginProblem)
  }
  return issues
}

type FindProblem = (value: string) => string | undefined

function findRedirectProblem(text: string): string | undefined {
  if (!URL.canParse(text)) return 'must be a complete URL such as https://example.com/thanks'
  const { protocol, username, password } = new URL(text)
  if (protocol !== 'https:' && protocol !== 'http:') return 'must start with https:// or http://'
  if (username !== '' || password !== '') return 'must not contain a user name or password'
  return undefined
}

/** The schema has checked the format. This rejects dates outside the range of JavaScript dates and four-digit years. */
function findInstantProblem(text: string): string | undefined {
  const at = Date.parse(text)
  const fits = !Number.isNaN(at) && /^\d{4}-/.test(new Date(at).toISOString())
  return fits ? undefined : 'must be a date and time such as 2026-01-31T18:00:00Z'
}

function findColourProblem(text: string): string | undefined {
  return /^#[\da-f]{6}$/i.test(text) ? undefined : 'must be a colour such as #1a2b3c'
}

/**
 * Origins become part of a Content-Security-Policy header, in which `;`, `,` and `'` are special. The host of a URL can
 * contain them, so its characters are checked too.
 */
function findOriginProblem(text: string): string | undefined {
  const isOrigin =
    URL.canParse(text) &&
    new URL(text).origin === text &&
    /^https?:\/\/([a-z\d.-]+|\[[\da-f:.]+\])(:\d+)?$/.test(text)
  return isOrigin
    ? undefined
    : 'must be an origin such as https://example.com: only scheme, host in lower case and optional port'
}

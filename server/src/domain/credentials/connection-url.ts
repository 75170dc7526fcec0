import { parsed, type ParsedCredential, unreadable } from './parsed-credential.ts'

/** The parts of a connection URL, percent-decoded. */
export interface ConnectionUrl {
  readonly scheme: string
  readonly host: string
  readonly port: number | null
  readonly user: string | null
  readonly password: string | null
  readonly path: string
  readonly options: ReadonlyMap<string, string>
}

/** The requirements for one kind of connection URL. */
export interface ConnectionUrlForm {
  readonly schemes: readonly string[]
  readonly example: string
  /** The allowed query parameters with their allowed values. */
  readonly options: Readonly<Record<string, readonly string[]>>
}

/**
 * Parses a connection URL here instead of in the client library: libraries support options that read local files or fill in
 * missing parts from the environment.
 */
export function parseConnectionUrl(text: string, form: ConnectionUrlForm): ParsedCredential<ConnectionUrl> {
  const url = URL.parse(text)
  const scheme = url?.protocol.slice(0, -1) ?? ''
  if (url === null || !form.schemes.includes(scheme) || url.hostname === '' || /[/,%]/.test(url.hostname)) {
    return unreadable(`must be a URL such as ${form.example}`)
  }
  if (url.port === '0' || url.hash !== '') return unreadable(`must be a URL such as ${form.example}`)
  const options = new Map(url.searchParams)
  for (const [name, value] of options) {
    const allowed = form.options[name]
    if (allowed === undefined || !Object.hasOwn(form.options, name)) {
      return unreadable(
        `must not have options other than ${Object.keys(form.options).join(', ')} after the question mark`,
      )
    }
    if (!allowed.includes(value))
      return unreadable(`must have one of ${allowed.join(', ')} for the option ${name}`)
  }
  try {
    return parsed({
      scheme,
      host: url.hostname.startsWith('[') ? url.hostname.slice(1, -1) : url.hostname,
      port: url.port === '' ? null : Number(url.port),
      user: url.username === '' ? null : decodeURIComponent(url.username),
      password: url.password === '' ? null : decodeURIComponent(url.password),
      path: decodeURIComponent(url.pathname.slice(1)),
      options,
    })
  } catch {
    return unreadable('must have each % in its user name and password encoded as %25')
  }
}

import { parsed, type ParsedCredential, unreadable } from './parsed-credential.ts'

/** The parts every connection URL has, percent-decoding done. */
export interface ConnectionUrl {
  readonly scheme: string
  readonly host: string
  readonly port: number | null
  readonly user: string | null
  readonly password: string | null
  readonly path: string
  readonly options: ReadonlyMap<string, string>
}

/** What a kind of connection URL must look like. */
export interface ConnectionUrlForm {
  readonly schemes: readonly string[]
  readonly example: string
  /** Options that may stand behind the question mark, with the values each may have. */
  readonly options: Readonly<Record<string, readonly string[]>>
}

/**
 * Reads a connection URL ourselves instead of handing it to a library: theirs know options that read files of this
 * machine or fill gaps from its environment.
 */
export function parseConnectionUrl(text: string, form: ConnectionUrlForm): ParsedCredential<ConnectionUrl> {
  const url = URL.parse(text)
  const scheme = url?.protocol.slice(0, -1) ?? ''
  if (url === null || !form.schemes.includes(scheme) || url.hostname === '' || /[/,%]/.test(url.hostname)) {
    return unreadable(`must be a URL that looks like ${form.example}`)
  }
  if (url.port === '0' || url.hash !== '') return unreadable(`must be a URL that looks like ${form.example}`)
  const options = new Map(url.searchParams)
  for (const [name, value] of options) {
    const allowed = form.options[name]
    if (allowed === undefined || !Object.hasOwn(form.options, name)) {
      return unreadable(
        `must have no options but ${Object.keys(form.options).join(', ')} behind the question mark`,
      )
    }
    if (!allowed.includes(value))
      return unreadable(`must have one of ${allowed.join(', ')} as its option ${name}`)
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
    return unreadable('must have every % of its user name and password written as %25')
  }
}

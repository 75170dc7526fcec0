import { parseConnectionUrl } from './connection-url.ts'
import { parsed, type ParsedCredential, unreadable } from './parsed-credential.ts'

/**
 * How a connection that starts in clear becomes a secure one: `required`, `offered` (when the server can, which a
 * man in the middle can deny) or `never`.
 */
export type StartTls = 'required' | 'offered' | 'never'

export interface SmtpTarget {
  readonly host: string
  readonly port: number
  /** TLS from the first byte (`smtps:`). */
  readonly secure: boolean
  /** Null when the URL does not say. */
  readonly startTls: StartTls | null
  readonly login: { readonly user: string; readonly password: string } | null
}

export const smtpExample = 'smtp://user:password@mail.example.com:587'

/** `smtp://` starts in clear on port 587, `smtps://` is TLS on port 465; `?tls=required|offered|never` decides the rest. */
export function parseSmtpUrl(text: string): ParsedCredential<SmtpTarget> {
  const url = parseConnectionUrl(text, {
    schemes: ['smtp', 'smtps'],
    example: smtpExample,
    options: { tls: ['required', 'offered', 'never'] },
  })
  if (!url.ok) return url
  const { scheme, host, port, user, password, path, options } = url.value
  const secure = scheme === 'smtps'
  if (path !== '') return unreadable(`must end behind the port, like ${smtpExample}`)
  if ((user === null) !== (password === null))
    return unreadable('must have both a user name and a password, or neither')
  if (secure && options.has('tls')) return unreadable('must not have the option tls: smtps is always TLS')
  return parsed({
    host,
    port: port ?? (secure ? 465 : 587),
    secure,
    startTls: (options.get('tls') as StartTls | undefined) ?? null,
    login: user === null || password === null ? null : { user, password },
  })
}

import { parseConnectionUrl } from './connection-url.ts'
import { parsed, type ParsedCredential, unreadable } from './parsed-credential.ts'

/**
 * Whether an unencrypted connection upgrades to TLS: `required`, `offered` (only if the server offers it, which an attacker
 * in the middle can prevent) or `never`.
 */
export type StartTls = 'required' | 'offered' | 'never'

export interface SmtpTarget {
  readonly host: string
  readonly port: number
  /** TLS from the first byte (`smtps:`). */
  readonly secure: boolean
  /** Null if the URL does not specify it. */
  readonly startTls: StartTls | null
  readonly login: { readonly user: string; readonly password: string } | null
}

export const smtpExample = 'smtp://user:password@mail.example.com:587'

/** `smtp://` starts unencrypted on port 587, `smtps://` is TLS on port 465. `?tls=required|offered|never` controls STARTTLS. */
export function parseSmtpUrl(text: string): ParsedCredential<SmtpTarget> {
  const url = parseConnectionUrl(text, {
    schemes: ['smtp', 'smtps'],
    example: smtpExample,
    options: { tls: ['required', 'offered', 'never'] },
  })
  if (!url.ok) return url
  const { scheme, host, port, user, password, path, options } = url.value
  const secure = scheme === 'smtps'
  if (path !== '') return unreadable(`must not have a path after the port; for example ${smtpExample}`)
  if ((user === null) !== (password === null))
    return unreadable('must have both a user name and a password, or neither')
  if (secure && options.has('tls'))
    return unreadable('must not have the option tls, because smtps always uses TLS')
  return parsed({
    host,
    port: port ?? (secure ? 465 : 587),
    secure,
    startTls: (options.get('tls') as StartTls | undefined) ?? null,
    login: user === null || password === null ? null : { user, password },
  })
}

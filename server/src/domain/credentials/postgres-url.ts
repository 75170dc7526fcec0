import { parseConnectionUrl } from './connection-url.ts'
import { parsed, type ParsedCredential, unreadable } from './parsed-credential.ts'

const sslModes = ['disable', 'prefer', 'require', 'verify-ca', 'verify-full'] as const

/** As in libpq: only `verify-ca` and `verify-full` verify the certificate. */
export type SslMode = (typeof sslModes)[number]

export interface PostgresTarget {
  readonly host: string
  readonly port: number
  readonly user: string
  readonly password: string
  readonly database: string
  readonly sslMode: SslMode
}

export const postgresExample = 'postgres://user:password@db.example.com:5432/database'

export function parsePostgresUrl(text: string): ParsedCredential<PostgresTarget> {
  const url = parseConnectionUrl(text, {
    schemes: ['postgres', 'postgresql'],
    example: postgresExample,
    options: { sslmode: sslModes },
  })
  if (!url.ok) return url
  const { host, port, user, password, path, options } = url.value
  if (user === null) return unreadable(`must contain a user name; for example ${postgresExample}`)
  return parsed({
    host,
    port: port ?? 5432,
    user,
    password: password ?? '',
    database: path === '' ? user : path,
    sslMode: (options.get('sslmode') as SslMode | undefined) ?? 'prefer',
  })
}

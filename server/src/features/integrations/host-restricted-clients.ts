import { isHostAllowed } from '#domain/index.ts'
import type { HttpClient, MailClient, SqlClient } from '#ports/index.ts'

export interface OutgoingClients {
  readonly http: HttpClient
  readonly mail: MailClient
  readonly sql: SqlClient
}

/**
 * The same clients restricted to the allowed hosts of a credential: they refuse other hosts before anything is sent. Redirects
 * are not followed, so the requested host is the one that receives the secret.
 */
export function restrictHosts(
  clients: OutgoingClients,
  allowedHosts: readonly string[] | null,
): OutgoingClients {
  if (allowedHosts === null) return clients
  const refuse = (url: string) => {
    const host = URL.canParse(url) ? new URL(url).hostname : ''
    if (isHostAllowed(allowedHosts, host)) return undefined
    const message = `The credential must not be sent to ${host}. Add the host to the \`allowed_hosts\` of the credential.`
    return { ok: false as const, reason: 'refused' as const, message, sent: false, temporary: false }
  }
  return {
    http: {
      send: async (request) => refuse(request.url) ?? clients.http.send({ ...request, redirects: 0 }),
    },
    mail: {
      verify: async (url, options) => refuse(url) ?? clients.mail.verify(url, options),
      send: async (url, message, options) => refuse(url) ?? clients.mail.send(url, message, options),
    },
    sql: {
      probe: async (url, options) => refuse(url) ?? clients.sql.probe(url, options),
      query: async (url, query, options) => refuse(url) ?? clients.sql.query(url, query, options),
    },
  }
}

import type { ImportedApi } from '#domain/index.ts'
import { probeConnection } from '#integrations/kit/probe-connection.ts'
import type { ConnectionTestContext, ConnectionTestResult } from '#integrations/kit/integration-entry.ts'
import { connectImported } from './connect-imported.ts'

/** Sends a request without side effects. The test fails only if the service denies access, fails or does not respond. */
export async function probeImported(
  api: ImportedApi,
  credentialType: string | undefined,
  context: ConnectionTestContext,
): Promise<ConnectionTestResult> {
  const given =
    context.secret === null || credentialType === undefined
      ? undefined
      : { type: credentialType, value: context.secret }
  const connection = connectImported(api, {}, given)
  if ('ok' in connection) return { ok: false, message: connection.message }
  const name = api.title === '' ? 'The service' : api.title
  return probeConnection(
    { type: 'openapi', name, credential: null, connect: () => connection },
    {
      request: { method: 'GET', path: api.testPath },
      accepts: ({ status }) => status < 500 && status !== 401 && status !== 403 && status !== 429,
      read: (_, { status, url }) =>
        `${name} is reachable: ${new URL(url).pathname} responded with status ${status}.`,
    },
    context,
  )
}

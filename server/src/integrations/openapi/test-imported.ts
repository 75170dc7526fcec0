import type { ImportedApi } from '#domain/index.ts'
import { testConnection } from '#integrations/entry/test-connection.ts'
import type { ConnectionTestContext, ConnectionTestResult } from '#integrations/entry/integration-entry.ts'
import { connectImported } from './connect-imported.ts'

/** Asks for something harmless. Only being turned away, or no answer at all, tells that the connection is no good. */
export async function testImported(
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
  return testConnection(
    { type: 'openapi', name, credential: null, connect: () => connection },
    {
      request: { method: 'GET', path: api.testPath },
      accepts: ({ status }) => status < 500 && status !== 401 && status !== 403 && status !== 429,
      read: (_, { status, url }) => `${name} can be reached: ${new URL(url).pathname} answered ${status}.`,
    },
    context,
  )
}

import type { Integration } from '#domain/index.ts'
import {
  buildImportedRequest,
  connectImported,
  prepareRequest,
  refuse,
  type RequestContext,
} from '#integrations/index.ts'
import type {
  ActionCall,
  ImportedApiStore,
  NodeFailed,
  PreparedAction,
  RevealedCredential,
} from '#ports/index.ts'

/** The request of an imported operation. Two small reads, however large its document was. */
export async function prepareImported(
  store: ImportedApiStore,
  { accountId, id }: Integration,
  { action, parameters }: ActionCall,
  credential: RevealedCredential | undefined,
  context: RequestContext,
): Promise<PreparedAction | NodeFailed> {
  const [api, operation] = await Promise.all([
    store.find(accountId, id),
    store.findOperation(accountId, id, action),
  ])
  if (api === undefined)
    return refuse('INTEGRATION_NOT_FOUND', 'The integration of this node does not exist any more.')
  if (operation === undefined) {
    return refuse(
      'UNKNOWN_ACTION',
      `${api.title === '' ? 'The integration' : api.title} has no action "${action}".`,
    )
  }
  const connection = connectImported(api, operation, credential)
  if ('ok' in connection) return connection
  const relative = buildImportedRequest(operation, parameters)
  if ('ok' in relative) return relative
  return prepareRequest(connection, relative, {
    context,
    secrets: [],
    readOutput: ({ body }) => ({ ok: true, output: body }),
  })
}

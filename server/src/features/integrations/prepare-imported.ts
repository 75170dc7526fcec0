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

interface ImportedCall {
  readonly store: ImportedApiStore
  readonly integration: Integration
  readonly call: ActionCall
  readonly credential: RevealedCredential | undefined
  readonly context: RequestContext
}

/** Prepares the request of an imported operation with two small reads, however large its document is. */
export async function prepareImported({
  store,
  integration: { accountId, id },
  call: { action, parameters },
  credential,
  context,
}: ImportedCall): Promise<PreparedAction | NodeFailed> {
  const [api, operation] = await Promise.all([
    store.find(accountId, id),
    store.findOperation(accountId, id, action),
  ])
  if (api === undefined)
    return refuse(
      'INTEGRATION_NOT_FOUND',
      'The account has no integration with the id of this node. Set `integration_id` to the id of an existing integration.',
    )
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

import type { Action } from '@millrace/contract/integration-action.ts'
import type { ImportedOperation, Integration } from '#domain/index.ts'
import { presentSchema } from '#integrations/index.ts'
import type { CursorRequest, ImportedApiStore } from '#ports/index.ts'
import { idOfPosition, positionOfId } from './action-position.ts'
import type { ActionFilter, ListedAction } from './list-catalogue-actions.ts'

/** The operations of a document as actions. The schema of an action is built only when the action is requested by name. */
export async function listImportedActions(
  store: ImportedApiStore,
  { accountId, id }: Pick<Integration, 'accountId' | 'id'>,
  { search, name }: ActionFilter,
  { before, limit }: CursorRequest,
): Promise<readonly ListedAction[]> {
  const found = await store.listOperations(accountId, id, {
    ...(search === undefined ? {} : { search }),
    ...(name === undefined ? {} : { name }),
    after: before === undefined ? -1 : positionOfId(before),
    limit,
  })
  const listed: ListedAction[] = []
  for (const { position, operation } of found) {
    const summary = summarise(operation)
    const parameters =
      name === undefined
        ? undefined
        : await presentSchema(operation.schema, (pointers) => store.findParts(accountId, id, pointers))
    listed.push({
      id: idOfPosition(position),
      action: parameters === undefined ? summary : { ...summary, parameters },
    })
  }
  return listed
}

function summarise({ name, title, help, method, path, idempotent }: ImportedOperation): Action {
  return { name, title, help: help === '' ? `${method} ${path}` : help, idempotent }
}

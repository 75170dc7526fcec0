import type { Action } from '@millrace/contract/integration-action.ts'
import { foldCase } from '#domain/index.ts'
import { findIntegration } from '#integrations/index.ts'
import type { CursorRequest, NodeKind } from '#ports/index.ts'
import { presentAction, summariseAction } from './catalogue-presenter.ts'
import { idOfPosition, positionOfId } from './action-position.ts'

export interface ActionFilter {
  readonly search?: string
  readonly name?: string
}

/** An action in a list; `id` encodes its position for the cursor. */
export interface ListedAction {
  readonly id: string
  readonly action: Action
}

export function listCatalogueActions(
  type: string,
  { search, name }: ActionFilter,
  { before, limit }: CursorRequest,
  kinds: readonly NodeKind[],
): readonly ListedAction[] {
  const after = before === undefined ? -1 : positionOfId(before)
  const wanted = foldCase(search ?? '')
  return (findIntegration(type)?.actions ?? [])
    .map((action, position) => ({ action, position }))
    .filter(
      ({ action, position }) =>
        position > after &&
        (name === undefined || action.name === name) &&
        foldCase(`${action.name} ${action.title} ${action.help}`).includes(wanted),
    )
    .slice(0, limit)
    .map(({ action, position }) => ({
      id: idOfPosition(position),
      action: name === undefined ? summariseAction(action) : presentAction(action, kinds),
    }))
}

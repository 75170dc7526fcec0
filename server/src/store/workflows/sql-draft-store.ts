import type { DraftStore } from '#ports/index.ts'
import { type Database, queriesOf } from '../database.ts'
import { definitionFromText, definitionToText } from './definition-text.ts'

export function draftStore(database: Database): DraftStore {
  return {
    async find(account, workflowId, tx) {
      const row = await (tx === undefined ? database.read : queriesOf(tx))
        .selectFrom('workflow_drafts')
        .selectAll()
        .where('workflow_id', '=', workflowId)
        .where('account_id', '=', account)
        .executeTakeFirst()
      return (
        row && {
          workflowId: row.workflow_id,
          accountId: row.account_id,
          baseVersionId: row.base_version_id,
          baseVersionNumber: row.base_version_number,
          revision: row.revision,
          updatedAt: row.updated_at,
          updatedBy: row.updated_by,
          ...definitionFromText(row),
        }
      )
    },
    async editTimes(account, workflowIds) {
      if (workflowIds.length === 0) return new Map()
      const rows = await database.read
        .selectFrom('workflow_drafts')
        .select(['workflow_id', 'updated_at'])
        .where('workflow_id', 'in', workflowIds)
        .where('account_id', '=', account)
        .execute()
      return new Map(rows.map((row) => [row.workflow_id, row.updated_at]))
    },
    async save(tx, draft) {
      const columns = {
        base_version_id: draft.baseVersionId,
        base_version_number: draft.baseVersionNumber,
        revision: draft.revision,
        updated_at: draft.updatedAt,
        updated_by: draft.updatedBy,
        ...definitionToText(draft),
      }
      await queriesOf(tx)
        .insertInto('workflow_drafts')
        .values({ workflow_id: draft.workflowId, account_id: draft.accountId, ...columns })
        .onConflict((conflict) => conflict.column('workflow_id').doUpdateSet(columns))
        .execute()
    },
    async delete(tx, account, workflowId) {
      const { numDeletedRows } = await queriesOf(tx)
        .deleteFrom('workflow_drafts')
        .where('workflow_id', '=', workflowId)
        .where('account_id', '=', account)
        .executeTakeFirst()
      return numDeletedRows > 0n
    },
  }
}

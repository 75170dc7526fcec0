import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { JsonObject } from '#domain/index.ts'
import type { Mention, UsageStore } from '#ports/index.ts'
import type { Database } from '../database.ts'
import { toTrigger } from '../trigger-rows.ts'

export function usageStore(database: Database): UsageStore {
  return {
    async findMentions(account, ids) {
      if (ids.length === 0) return []
      const versions = database.read
        .selectFrom('workflows')
        .innerJoin('workflow_versions', 'workflow_versions.id', 'workflows.version_id')
        .select(['workflows.id', 'workflows.name', 'workflows.status', 'workflow_versions.nodes'])
        .where('workflows.account_id', '=', account)
        .where('workflows.deleted_at', 'is', null)
        .where(mentions('workflow_versions.nodes', ids))
        .orderBy('workflows.name_folded')
        .orderBy('workflows.id')
      const drafts = database.read
        .selectFrom('workflows')
        .innerJoin('workflow_drafts', 'workflow_drafts.workflow_id', 'workflows.id')
        .select(['workflows.id', 'workflows.name', 'workflow_drafts.nodes'])
        .where('workflows.account_id', '=', account)
        .where('workflows.deleted_at', 'is', null)
        .where(mentions('workflow_drafts.nodes', ids))
        .orderBy('workflows.name_folded')
        .orderBy('workflows.id')
      const [current, edited] = await Promise.all([versions.execute(), drafts.execute()])
      return [
        ...current.map((row) => toMention(row, row.status === 'published' ? 'live' : 'draft')),
        ...edited.map((row) => toMention(row, 'draft')),
      ]
    },
    async listTriggers(account, credentialId) {
      const rows = await database.read
        .selectFrom('triggers')
        .innerJoin('workflows', 'workflows.id', 'triggers.workflow_id')
        .selectAll('triggers')
        .select('workflows.name as workflow_name')
        .where('triggers.account_id', '=', account)
        .where('workflows.deleted_at', 'is', null)
        .where('triggers.state', '!=', 'gone')
        .where(sql<SqlBool>`lower(triggers.credential_id) = ${JSON.stringify(credentialId.toLowerCase())}`)
        .orderBy('triggers.id')
        .execute()
      return rows.map((row) => ({ trigger: toTrigger(row), workflowName: row.workflow_name }))
    },
  }
}

/** Ids have no characters with a meaning in LIKE. */
function mentions(column: string, ids: readonly string[]): RawBuilder<SqlBool> {
  const conditions = ids.map((id) => sql`lower(${sql.ref(column)}) like ${`%${id.toLowerCase()}%`}`)
  return sql<SqlBool>`(${sql.join(conditions, sql` or `)})`
}

function toMention(row: { id: string; name: string; nodes: string }, where: Mention['in']): Mention {
  return {
    workflowId: row.id,
    workflowName: row.name,
    in: where,
    nodes: JSON.parse(row.nodes) as JsonObject[],
  }
}

import { type QueryResult, sql, type SqlBool } from 'kysely'
import type { Trigger } from '#domain/index.ts'
import type { Transaction, TriggerStore } from '#ports/index.ts'
import { type Database, queriesOf } from '../database.ts'
import { forgetMemories } from '../memories/forget-memories.ts'
import type { Tables } from '../tables.ts'
import { isPausedTrigger, mayFire } from '../operations/is-paused.ts'
import { nextFireAt } from '../operations/next-fire-at.ts'
import { toTrigger } from '../trigger-rows.ts'

export function triggerStore(database: Database): TriggerStore {
  return {
    async save(tx, triggers) {
      for (const chunk of chunksOf(triggers)) {
        await queriesOf(tx)
          .insertInto('triggers')
          .values(chunk.map(toRow))
          .onConflict((conflict) =>
            conflict
              .column('id')
              .doUpdateSet(({ ref }) => ({
                kind: ref('excluded.kind'),
                state: ref('excluded.state'),
                credential_id: ref('excluded.credential_id'),
                topic: ref('excluded.topic'),
                inbound_key: ref('excluded.inbound_key'),
                next_run: ref('excluded.next_run'),
                fire_at: ref('excluded.fire_at'),
                data: ref('excluded.data'),
                paused_at: ref('excluded.paused_at'),
                paused_by: ref('excluded.paused_by'),
              }))
              .whereRef('triggers.account_id', '=', 'excluded.account_id'),
          )
          .execute()
      }
    },
    async delete(tx, account, ids) {
      if (ids.length === 0) return
      const matching = queriesOf(tx)
        .selectFrom('triggers')
        .select('id')
        .where('id', 'in', ids)
        .where('account_id', '=', account)
        .orderBy('id')
      // Whoever stores the result of a poll locks its trigger first, too, so no memory is added in between.
      const rows = await (database.locksRows ? matching.forUpdate() : matching).execute()
      const found = rows.map(({ id }) => id)
      if (found.length === 0) return
      const polls = await queriesOf(tx)
        .deleteFrom('polls')
        .where('trigger_id', 'in', found)
        .returning('memory')
        .execute()
      await forgetMemories(tx, polls)
      await queriesOf(tx).deleteFrom('triggers').where('id', 'in', found).execute()
    },
    async list(account, workflowId, tx) {
      const rows = await (tx === undefined ? database.read : queriesOf(tx))
        .selectFrom('triggers')
        .selectAll()
        .where('workflow_id', '=', workflowId)
        .where('account_id', '=', account)
        .orderBy('id')
        .execute()
      return rows.map(toTrigger)
    },
    async findForChange(tx, account, workflowId, nodeId) {
      const matching = queriesOf(tx)
        .selectFrom('triggers')
        .selectAll()
        .where('workflow_id', '=', workflowId)
        .where('node_id', '=', JSON.stringify(nodeId))
        .where('account_id', '=', account)
      const row = await (database.locksRows ? matching.forUpdate() : matching).executeTakeFirst()
      return row && toTrigger(row)
    },
    async listWaiting(tx, account, topics) {
      const rows = await queriesOf(tx)
        .selectFrom('triggers')
        .selectAll()
        .where('topic', 'in', topics)
        .where('account_id', '=', account)
        .where(mayFire)
        .orderBy('id')
        .execute()
      return rows.map(toTrigger)
    },
    async takeDue(tx, now, limit) {
      const due = queriesOf(tx)
        .selectFrom('triggers')
        .selectAll()
        .where('kind', '=', 'schedule')
        .where('fire_at', '<=', now)
        .where(mayFire)
        .orderBy('fire_at')
        .orderBy('id')
        .limit(limit)
      const rows = await (database.locksRows ? due.forUpdate().skipLocked() : due).execute()
      return rows.map(toTrigger)
    },
    async listScheduled(tx, afterId, limit) {
      const scheduled = queriesOf(tx)
        .selectFrom('triggers')
        .selectAll()
        .where('fire_at', 'is not', null)
        .where('id', '>', afterId)
        .orderBy('id')
        .limit(limit)
      const rows = await (database.locksRows ? scheduled.forUpdate() : scheduled).execute()
      return rows.map(toTrigger)
    },
    nextDue: () => nextFireAt(database, 'schedule'),
    async listUpcoming(account, { after, limit }) {
      const scheduled = database.read
        .selectFrom('triggers')
        .innerJoin('workflows', 'workflows.id', 'triggers.workflow_id')
        .selectAll('triggers')
        .select('workflows.name')
        .where('triggers.account_id', '=', account)
        .where('triggers.kind', '=', 'schedule')
        .where('triggers.fire_at', 'is not', null)
        .where(mayFire)
        .where('workflows.deleted_at', 'is', null)
        .orderBy('triggers.fire_at')
        .orderBy('triggers.id')
        .limit(limit)
      const rows = await (
        after === undefined
          ? scheduled
          : scheduled.where(sql<SqlBool>`(triggers.fire_at, triggers.id) > (${after.fireAt}, ${after.id})`)
      ).execute()
      return rows.map(({ name, ...row }) => ({
        trigger: toTrigger(row),
        position: { fireAt: row.fire_at ?? 0, id: row.id },
        workflowName: name,
        run: row.next_run ?? row.fire_at ?? 0,
      }))
    },
    async recordRuns(tx, runs, at) {
      const recorded = new Set<string>()
      for (const chunk of chunksOf(runs)) {
        const rows = await queriesOf(tx)
          .insertInto('trigger_runs')
          .values(
            chunk.map(({ trigger, run }) => ({
              trigger_id: trigger.id,
              account_id: trigger.accountId,
              run_at: run,
              noted_at: at,
            })),
          )
          .onConflict((conflict) => conflict.columns(['trigger_id', 'run_at']).doNothing())
          .returning(['trigger_id', 'run_at'])
          .execute()
        for (const row of rows) recorded.add(`${row.trigger_id} ${row.run_at}`)
      }
      return runs.map(({ trigger, run }) => recorded.has(`${trigger.id} ${run}`))
    },
    findInbound: database.frequentRead(async (queries, inboundKey) => {
      const row = await queries
        .selectFrom('triggers')
        .selectAll()
        .select(isPausedTrigger.as('is_account_paused'))
        .where('inbound_key', '=', inboundKey)
        .executeTakeFirst()
      // SQLite has no booleans.
      return row && { ...toTrigger(row), isAccountPaused: Boolean(row.is_account_paused) }
    }),
    async recordDelivery(tx, { trigger, key, executionId, at }, since) {
      const written = await queriesOf(tx)
        .insertInto('inbound_deliveries')
        .values({
          trigger_id: trigger.id,
          account_id: trigger.accountId,
          delivery_key: key,
          execution_id: executionId,
          created_at: at,
        })
        .onConflict((conflict) =>
          conflict
            .columns(['trigger_id', 'delivery_key'])
            .doUpdateSet({ execution_id: executionId, created_at: at })
            .where('inbound_deliveries.created_at', '<', since),
        )
        .returning('execution_id')
        .executeTakeFirst()
      if (written !== undefined) return undefined
      const first = await queriesOf(tx)
        .selectFrom('inbound_deliveries')
        .select(['execution_id', 'created_at'])
        .where('trigger_id', '=', trigger.id)
        .where('delivery_key', '=', key)
        .executeTakeFirstOrThrow()
      return { executionId: first.execution_id, at: first.created_at }
    },
    pruneRuns: (before, limit) =>
      prune((tx) =>
        sql`delete from trigger_runs where (trigger_id, run_at) in (
          select trigger_id, run_at from trigger_runs where noted_at < ${before} order by noted_at limit ${limit}
        )`.execute(queriesOf(tx)),
      ),
    pruneDeliveries: (before, limit) =>
      prune((tx) =>
        sql`delete from inbound_deliveries where (trigger_id, delivery_key) in (
          select trigger_id, delivery_key from inbound_deliveries where created_at < ${before}
          order by created_at limit ${limit}
        )`.execute(queriesOf(tx)),
      ),
  }

  /** Not durable: rows that reappear after a power failure are deleted again. */
  async function prune(remove: (tx: Transaction) => Promise<QueryResult<unknown>>): Promise<number> {
    const { numAffectedRows } = await database.write(remove, { durable: false })
    return Number(numAffectedRows ?? 0n)
  }
}

/** Rows per statement, far below the parameter limit of either database. */
const CHUNK = 500

function* chunksOf<T>(items: readonly T[]): Generator<readonly T[]> {
  for (let from = 0; from < items.length; from += CHUNK) yield items.slice(from, from + CHUNK)
}

function toRow(trigger: Trigger): Omit<Tables['triggers'], 'refused_at' | 'refusal'> {
  return {
    id: trigger.id,
    account_id: trigger.accountId,
    workflow_id: trigger.workflowId,
    node_id: JSON.stringify(trigger.nodeId),
    kind: trigger.kind,
    state: trigger.state,
    credential_id: trigger.credentialId && JSON.stringify(trigger.credentialId),
    topic: trigger.topic,
    inbound_key: trigger.inboundKey,
    next_run: trigger.nextRun,
    fire_at: trigger.fireAt,
    data: JSON.stringify(trigger.data),
    paused_at: trigger.pausedAt,
    paused_by: trigger.pausedBy,
  }
}

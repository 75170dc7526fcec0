import { type RawBuilder, sql } from 'kysely'
import { type AccountId, UNOWNED } from '#domain/index.ts'
import type { ExecutionClaims, TakenOver, Transaction } from '#ports/index.ts'
import { type Database, type Queries, queriesOf } from '../database.ts'
import { IN_OPEN_WORKFLOWS, IS_RUNNING, OPEN_WORKFLOWS } from './running-executions.ts'

export function executionClaims(
  database: Database,
): Pick<ExecutionClaims, 'wakeDue' | 'wakeBegun' | 'claim' | 'takeOver' | 'setComputing'> {
  const skipLocked = database.locksRows ? sql`for update of executions skip locked` : sql``

  return {
    wakeDue: (owner, now, limit) =>
      database.write((tx) =>
        assignOwner(
          tx,
          owner,
          sql`with chosen as materialized (
            select executions.id from execution_waits join executions on executions.id = execution_waits.execution_id
            where execution_waits.due_at <= ${now} and executions.status = 'pending'
            order by execution_waits.due_at limit ${limit} ${skipLocked}
          )`,
        ),
      ),
    wakeBegun: (owner, { after, until }, limit) =>
      database.write((tx) =>
        assignOwner(
          tx,
          owner,
          sql`with chosen as materialized (
            select executions.id from execution_waits join executions on executions.id = execution_waits.execution_id
            where execution_waits.begun_at > ${after} and execution_waits.begun_at <= ${until}
              and executions.status = 'pending'
            order by execution_waits.begun_at limit ${limit} ${skipLocked}
          )`,
        ),
      ),
    claim: (owner, limit) =>
      database.write((tx) =>
        assignOwner(
          tx,
          owner,
          sql`with chosen as materialized (
            select id from executions where owner = '' and status = 'running' order by id limit ${limit} ${skipLocked}
          )`,
        ),
      ),
    async takeOver(owner, expiredBefore, limit) {
      // Read before the transaction, which therefore needs no lock but those of the rows it changes: a process that stops
      // in the middle of its transaction must not keep others from their takeovers.
      const interrupted = await findInterrupted(database.read, { owner, expiredBefore, limit })
      if (interrupted.length === 0) return []
      const ids = interrupted.map((row) => row.id)
      const expired = [...new Set(interrupted.map((row) => row.owner))]
      // The owner is compared again: another process may have taken over the same executions meanwhile.
      return database.write((tx) =>
        takeOver(
          tx,
          owner,
          sql`with chosen as materialized (
            select id from executions
            where id in (${sql.join(ids)}) and status = 'running' and owner in (${sql.join(expired)})
            ${skipLocked}
          )`,
        ),
      )
    },
    // Not durable: only the end of this process matters, not that of the machine.
    setComputing: async (owner, id, isComputing) => {
      await database.write(
        (tx) =>
          queriesOf(tx)
            .updateTable('executions')
            .set({ is_computing: isComputing ? 1 : 0 })
            .where('id', '=', id)
            .where('owner', '=', owner)
            .where('status', '=', 'running')
            .execute(),
        { durable: false },
      )
    },
  }
}

/** Makes `owner` the owner of the executions in the table expression `chosen`. */
async function assignOwner(
  tx: Transaction,
  owner: string,
  chosen: RawBuilder<unknown>,
): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`
    ${chosen} update executions set status = 'running', owner = ${owner}
    where id in (select id from chosen) returning id`.execute(queriesOf(tx))
  return rows.map((row) => row.id)
}

/** The same, and counts the takeover; see `TakenOver`. */
async function takeOver(
  tx: Transaction,
  owner: string,
  chosen: RawBuilder<unknown>,
): Promise<readonly TakenOver[]> {
  const { rows } = await sql<{ id: string; account_id: AccountId; takeovers: number }>`
    ${chosen} update executions set owner = ${owner},
      takeovers = case when taken_over_at <> sequence then 1 when takeovers = 1 then 2 else takeovers + is_computing end,
      taken_over_at = sequence, is_computing = 0
    where id in (select id from chosen) returning id, account_id, takeovers`.execute(queriesOf(tx))
  return rows.map((row) => ({ id: row.id, accountId: row.account_id, takeovers: row.takeovers }))
}

interface ExpiredLeases {
  /** Who asks, and has no expired lease itself. */
  readonly owner: string
  readonly expiredBefore: number
  readonly limit: number
}

/** Running executions of processes whose lease has expired. */
async function findInterrupted(
  queries: Queries,
  { owner, expiredBefore, limit }: ExpiredLeases,
): Promise<readonly { readonly id: string; readonly owner: string }[]> {
  const { rows } = await sql<{ id: string; owner: string }>`
    with recursive ${OPEN_WORKFLOWS} select executions.id, executions.owner from ${IN_OPEN_WORKFLOWS}
      left join heartbeats on heartbeats.owner = executions.owner
    where ${IS_RUNNING} and executions.owner not in (${owner}, ${UNOWNED})
      and (heartbeats.seen_at is null or heartbeats.seen_at < ${expiredBefore})
    limit ${limit}`.execute(queries)
  return rows
}

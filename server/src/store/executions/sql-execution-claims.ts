import { type RawBuilder, sql } from 'kysely'
import type { AccountId } from '#domain/index.ts'
import type { ExecutionClaims, TakenOver, Transaction } from '#ports/index.ts'
import { type Database, queriesOf } from '../database.ts'
import { IN_OPEN_WORKFLOWS, IS_RUNNING, OPEN_WORKFLOWS } from './running-executions.ts'

/** An arbitrary number that must be the same in every version of the program. */
const TAKE_OVER_LOCK = 7_446_372_106

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
    takeOver: (owner, expiredBefore, limit) =>
      database.write(async (tx) => {
        // Serialised, so that each takeover reads a snapshot from after the previous one has ended. Row locks alone are not
        // enough: a row that another process has just taken over would be checked again, but against the old heartbeat of
        // the expired owner, and be taken over a second time.
        if (database.locksRows) {
          await sql`select pg_advisory_xact_lock(${TAKE_OVER_LOCK})`.execute(queriesOf(tx))
        }
        return takeOver(
          tx,
          owner,
          sql`with recursive ${OPEN_WORKFLOWS}, chosen as materialized (
            select executions.id from ${IN_OPEN_WORKFLOWS}
              left join heartbeats on heartbeats.owner = executions.owner
            where ${IS_RUNNING} and executions.owner not in (${owner}, '')
              and (heartbeats.seen_at is null or heartbeats.seen_at < ${expiredBefore})
            limit ${limit} ${skipLocked}
          )`,
        )
      }),
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

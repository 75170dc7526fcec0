import { sql } from 'kysely'
import { newPoll, type Poll } from '#domain/index.ts'
import type { PollStore } from '#ports/index.ts'
import { type Database, queriesOf } from '../database.ts'
import { findItems } from '../memories/find-items.ts'
import { forgetMemories } from '../memories/forget-memories.ts'
import { rememberItems } from '../memories/remember-items.ts'
import { isPausedTrigger, mayFire } from '../operations/is-paused.ts'
import { nextFireAt } from '../operations/next-fire-at.ts'
import type { Tables } from '../tables.ts'
import { toTrigger } from '../trigger-rows.ts'

export function pollStore(database: Database): PollStore {
  return {
    async claimDue(tx, { now, databaseNow, claimMs, limit, maxPerAccount, inProgress, newClaim }) {
      const counts = new Map(inProgress)
      const busy = [...inProgress].filter(([, count]) => count >= maxPerAccount).map(([account]) => account)
      const isFree = sql<boolean>`not exists (select 1 from polls
        where polls.trigger_id = triggers.id and polls.claim_until > ${databaseNow})`
      let due = queriesOf(tx)
        .selectFrom('triggers')
        .selectAll()
        .where('kind', '=', 'poll')
        .where('fire_at', '<=', now)
        .where(mayFire)
        .where(isFree)
        .orderBy('fire_at')
        .orderBy('id')
        .limit(limit)
      if (busy.length > 0) due = due.where('account_id', 'not in', busy)
      const rows = await (database.locksRows ? due.forUpdate().skipLocked() : due).execute()
      const claimed = []
      for (const row of rows) {
        const trigger = toTrigger(row)
        const count = counts.get(row.account_id) ?? 0
        if (count >= maxPerAccount) continue
        const holdsMs = claimMs(trigger)
        const claim = { claim: newClaim(), claim_until: databaseNow + holdsMs }
        const poll = await queriesOf(tx)
          .insertInto('polls')
          .values({ ...toRow(newPoll(row.id, row.account_id)), ...claim })
          .onConflict((conflict) =>
            conflict
              .column('trigger_id')
              .doUpdateSet(claim)
              // Compared once more with the row as it is now: another process may just have claimed it.
              .where(({ eb, or }) =>
                or([eb('polls.claim_until', 'is', null), eb('polls.claim_until', '<=', databaseNow)]),
              ),
          )
          .returningAll()
          .executeTakeFirst()
        if (poll === undefined) continue
        await queriesOf(tx)
          .updateTable('triggers')
          .set({ fire_at: now + holdsMs })
          .where('id', '=', row.id)
          .execute()
        counts.set(row.account_id, count + 1)
        claimed.push({ trigger, poll: toPoll(poll) })
      }
      return claimed
    },
    async releaseClaims(tx, now) {
      await sql`update triggers set fire_at = ${now} where fire_at is not null
        and id in (select trigger_id from polls where claim is not null)`.execute(queriesOf(tx))
      await queriesOf(tx)
        .updateTable('polls')
        .set({ claim: null, claim_until: null })
        .where('claim', 'is not', null)
        .execute()
    },
    async findClaimed(tx, triggerId, claim) {
      const matching = queriesOf(tx)
        .selectFrom('triggers')
        .selectAll()
        .select(isPausedTrigger.as('is_account_paused'))
        .where('id', '=', triggerId)
      const row = await (database.locksRows ? matching.forUpdate() : matching).executeTakeFirst()
      const poll = await queriesOf(tx)
        .selectFrom('polls')
        .selectAll()
        .where('trigger_id', '=', triggerId)
        .where('claim', '=', claim)
        .executeTakeFirst()
      if (row === undefined || poll === undefined) return undefined
      return {
        trigger: toTrigger(row),
        poll: toPoll(poll),
        // SQLite has no booleans.
        isAccountPaused: Boolean(row.is_account_paused),
      }
    },
    findSeen(triggerId, keys, tx) {
      const memory = sql<string | null>`(select memory from polls where trigger_id = ${triggerId})`
      // Keys do not expire.
      const searched = { memory, items: keys, at: 0 }
      return findItems(database, tx === undefined ? database.read : queriesOf(tx), searched)
    },
    async save(tx, poll) {
      const row = toRow(poll)
      await queriesOf(tx)
        .insertInto('polls')
        .values(row)
        .onConflict((conflict) => conflict.column('trigger_id').doUpdateSet(row))
        .execute()
    },
    remember: (tx, { memory, position }, keys) =>
      rememberItems(database, tx, { memory, position, ...keys, expiresAt: null }),
    async reset(tx, triggerId) {
      const deleted = await queriesOf(tx)
        .deleteFrom('polls')
        .where('trigger_id', '=', triggerId)
        .returning('memory')
        .execute()
      await forgetMemories(tx, deleted)
    },
    async find(account, triggerIds) {
      if (triggerIds.length === 0) return new Map()
      const rows = await database.read
        .selectFrom('polls')
        .selectAll()
        .where('trigger_id', 'in', triggerIds)
        .where('account_id', '=', account)
        .execute()
      return new Map(rows.map((row) => [row.trigger_id, toPoll(row)]))
    },
    async countRemembered(triggerIds) {
      if (triggerIds.length === 0) return new Map()
      const rows = await database.read
        .selectFrom('polls')
        .innerJoin('remembered_items', 'remembered_items.memory', 'polls.memory')
        .select(['trigger_id', ({ fn }) => fn.countAll<number | string>().as('items')])
        .where('trigger_id', 'in', triggerIds)
        .groupBy('trigger_id')
        .execute()
      return new Map(rows.map((row) => [row.trigger_id, Number(row.items)]))
    },
    async countFailing(failures) {
      const row = await database.read
        .selectFrom('polls')
        .innerJoin('triggers', 'triggers.id', 'polls.trigger_id')
        .select(({ fn }) => [fn.countAll<number | string>().as('polls'), fn.min('failing_since').as('since')])
        .where('failing_since', 'is not', null)
        // Not one that was paused, taken offline or deleted: nobody waits for it.
        .where('triggers.fire_at', 'is not', null)
        .where('failures', '>=', failures)
        .executeTakeFirstOrThrow()
      return { count: Number(row.polls), since: row.since }
    },
    nextDue: () => nextFireAt(database, 'poll'),
  }
}

function toPoll(row: Tables['polls']): Poll {
  return {
    triggerId: row.trigger_id,
    accountId: row.account_id,
    cursor: JSON.parse(row.cursor) as Poll['cursor'],
    isPrimed: row.is_primed === 1,
    isBehind: row.is_behind === 1,
    claim: row.claim,
    claimUntil: row.claim_until,
    polledAt: row.polled_at,
    found: row.found,
    failures: row.failures,
    failedAt: row.failed_at,
    failingSince: row.failing_since,
    error:
      row.error_code === null || row.error_message === null
        ? null
        : { code: toText(row.error_code), message: toText(row.error_message) },
    reportedAt: row.reported_at,
    position: row.position,
    memory: row.memory,
    fruitlessPages: row.fruitless_pages,
  }
}

function toRow(poll: Poll): Tables['polls'] {
  return {
    trigger_id: poll.triggerId,
    account_id: poll.accountId,
    cursor: JSON.stringify(poll.cursor),
    is_primed: poll.isPrimed ? 1 : 0,
    is_behind: poll.isBehind ? 1 : 0,
    claim: poll.claim,
    claim_until: poll.claimUntil,
    polled_at: poll.polledAt,
    found: poll.found,
    failures: poll.failures,
    failed_at: poll.failedAt,
    failing_since: poll.failingSince,
    // As JSON: other services decide about them, and PostgreSQL refuses some characters.
    error_code: poll.error && JSON.stringify(poll.error.code),
    error_message: poll.error && JSON.stringify(poll.error.message),
    reported_at: poll.reportedAt,
    position: poll.position,
    memory: poll.memory,
    fruitless_pages: poll.fruitlessPages,
  }
}

const toText = (json: string) => JSON.parse(json) as string

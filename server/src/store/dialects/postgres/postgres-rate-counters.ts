import type pg from 'pg'
import { type AccountId, DAY_MS, MINUTE_MS, windowStart } from '#domain/index.ts'
import type { CountedRequest, RateCounters } from '#ports/index.ts'
import { Batch } from './batch.ts'
import { asAppError } from './postgres-database.ts'

/**
 * All processes count in one row per account. One statement adds the requests of one turn of the event loop, of all accounts; each
 * request still gets its own position in the count. Rows are locked in the same order everywhere.
 *
 * A process whose clock lags behind counts into the later window of the others, so no window is opened twice.
 */
const ADD = `
  insert into rate_counters as stored (account_id, minute_start, minute_count, day_start, day_count)
  select account, minute, count, day, count
  from unnest($1::uuid[], $2::int8[], $3::int8[], $4::int8[]) as added (account, minute, day, count)
  order by account
  on conflict (account_id) do update set
    minute_count = excluded.minute_count
      + case when excluded.minute_start > stored.minute_start then 0 else stored.minute_count end,
    minute_start = greatest(stored.minute_start, excluded.minute_start),
    day_count = excluded.day_count + case when excluded.day_start > stored.day_start then 0 else stored.day_count end,
    day_start = greatest(stored.day_start, excluded.day_start)
  returning account_id, minute_count, day_count,
    (select access_version from accounts where id = stored.account_id) as access_version`

interface SumsRow {
  account_id: AccountId
  minute_count: number
  day_count: number
  access_version: number
}

interface Request {
  readonly account: AccountId
  readonly now: number
}

/**
 * `pool` commits asynchronously: counts survive a process crash, and losing the last second in a power failure is
 * acceptable.
 */
export function rateCounters(pool: pg.Pool): RateCounters {
  const adds = new Batch<Request, CountedRequest>({
    run: addAll,
    maxItems: 1_000,
    maxInFlight: 2,
    ownerOf: ({ account }) => account,
  })

  async function addAll(requests: readonly Request[]): Promise<CountedRequest[]> {
    const groups = groupByAccount(requests)
    const latest = Array.from(groups.values(), (indexes) => requests[indexes.at(-1) ?? 0]?.now ?? 0)
    const { rows } = await pool.query<SumsRow>({
      name: 'count-requests',
      text: ADD,
      values: [
        Array.from(groups.keys()),
        latest.map((now) => windowStart(now, MINUTE_MS)),
        latest.map((now) => windowStart(now, DAY_MS)),
        Array.from(groups.values(), ({ length }) => length),
      ],
    })
    const results: CountedRequest[] = Array.from({ length: requests.length })
    for (const { account_id: account, minute_count, day_count, access_version } of rows) {
      const indexes = groups.get(account) ?? []
      for (const [position, index] of indexes.entries()) {
        const later = indexes.length - 1 - position
        results[index] = {
          minute: minute_count - later,
          day: day_count - later,
          accessVersion: access_version,
        }
      }
    }
    return results
  }

  return {
    add: (account, now) =>
      adds.add({ account, now }).catch((error: unknown) => {
        throw asAppError(error)
      }),
    async read(account, now) {
      const { rows } = await pool.query<{ minute: number; day: number }>(
        `select case when minute_start >= $2 then minute_count else 0 end as minute,
                case when day_start >= $3 then day_count else 0 end as day
         from rate_counters where account_id = $1`,
        [account, windowStart(now, MINUTE_MS), windowStart(now, DAY_MS)],
      )
      return rows[0] ?? { minute: 0, day: 0 }
    },
    // Each count is written before its request proceeds, so nothing is left to write.
    close: async () => undefined,
  }
}

function groupByAccount(requests: readonly Request[]): Map<AccountId, number[]> {
  const groups = new Map<AccountId, number[]>()
  for (const [index, { account }] of requests.entries()) {
    const indexes = groups.get(account)
    if (indexes === undefined) groups.set(account, [index])
    else indexes.push(index)
  }
  return groups
}

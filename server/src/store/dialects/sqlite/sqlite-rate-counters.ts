import { type AccountId, DAY_MS, MINUTE_MS, windowStart } from '#domain/index.ts'
import type { RateCounters } from '#ports/index.ts'
import type { SqliteDatabase } from './sqlite-database.ts'

interface Counts {
  minuteStart: number
  minute: number
  dayStart: number
  day: number
}

const WRITE_BEHIND_MS = 100

/**
 * One process owns the file, so the sums live in its memory and are written behind. A killed process loses at most the
 * last tenth of a second of counting; that is in the customer's favour.
 */
export function rateCounters({ writer, reader, commits, cacheEpoch }: SqliteDatabase): RateCounters {
  const counts = new Map<AccountId, Counts>()
  const changed = new Set<AccountId>()
  const select = reader.prepare('select * from rate_counters where account_id = ?')
  const selectVersion = reader.prepare('select access_version from accounts where id = ?')
  const upsert = writer.prepare(
    `insert into rate_counters (account_id, minute_start, minute_count, day_start, day_count) values (?, ?, ?, ?, ?)
     on conflict (account_id) do update set minute_start = excluded.minute_start, minute_count = excluded.minute_count,
       day_start = excluded.day_start, day_count = excluded.day_count`,
  )
  /** Access versions as they were read when last anything changed, which is seen from the next turn of the event loop on. */
  const versions = new Map<AccountId, number>()
  let cachedIn = -1
  let isFresh = false
  let timer: NodeJS.Timeout | undefined

  function forgetOutdated(): void {
    if (isFresh) return
    isFresh = true
    setImmediate(() => {
      isFresh = false
    })
    const epoch = cacheEpoch.current
    if (epoch === cachedIn) return
    cachedIn = epoch
    versions.clear()
  }

  function readVersion(account: AccountId): number {
    forgetOutdated()
    const known = versions.get(account)
    if (known !== undefined) return known
    const version = (selectVersion.get(account)?.['access_version'] as number | undefined) ?? -1
    versions.set(account, version)
    return version
  }

  function current(account: AccountId, now: number): Counts {
    const known = counts.get(account) ?? load(account)
    const minuteStart = windowStart(now, MINUTE_MS)
    const dayStart = windowStart(now, DAY_MS)
    // A clock that was set back stays in the later window: nobody gets a fresh allowance by it.
    if (minuteStart > known.minuteStart) Object.assign(known, { minuteStart, minute: 0 })
    if (dayStart > known.dayStart) Object.assign(known, { dayStart, day: 0 })
    return known
  }

  function load(account: AccountId): Counts {
    const row = select.get(account) as Record<string, number> | undefined
    const loaded = {
      minuteStart: row?.['minute_start'] ?? 0,
      minute: row?.['minute_count'] ?? 0,
      dayStart: row?.['day_start'] ?? 0,
      day: row?.['day_count'] ?? 0,
    }
    counts.set(account, loaded)
    return loaded
  }

  async function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    if (changed.size === 0) return
    const accounts = [...changed]
    changed.clear()
    const write = () => {
      for (const account of accounts) {
        const { minuteStart, minute, dayStart, day } = counts.get(account) as Counts
        upsert.run(account, minuteStart, minute, dayStart, day)
      }
    }
    try {
      await commits.submit(write, { durable: false })
    } catch (error) {
      for (const account of accounts) changed.add(account)
      throw error
    }
  }

  return {
    add(account, now) {
      const sums = current(account, now)
      sums.minute += 1
      sums.day += 1
      changed.add(account)
      // A failing flush shows up in every other write; the sums stay in memory and are written with the next one.
      timer ??= setTimeout(() => void flush().catch(() => undefined), WRITE_BEHIND_MS).unref()
      return { minute: sums.minute, day: sums.day, accessVersion: readVersion(account) }
    },
    async read(account, now) {
      const { minute, day } = current(account, now)
      return { minute, day }
    },
    close: flush,
  }
}

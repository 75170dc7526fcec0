import { type AccountId, DAY_MS, MINUTE_MS, windowStart } from '#domain/index.ts'
import type { RateCounters } from '#ports/index.ts'
import { EpochCache } from './cache-epoch.ts'
import type { SqliteDatabase } from './sqlite-database.ts'

interface Counts {
  minuteStart: number
  minute: number
  dayStart: number
  day: number
}

const WRITE_BEHIND_MS = 100

/**
 * One process owns the file, so the counts are held in its memory and written with a delay. A killed process loses at most
 * the counts of the last tenth of a second, in favour of the customer.
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
  const versions = new EpochCache<number>(cacheEpoch)
  let timer: NodeJS.Timeout | undefined

  function readVersion(account: AccountId): number {
    const known = versions.get(account)
    if (known !== undefined) return known
    const { epoch } = versions
    const version = (selectVersion.get(account)?.['access_version'] as number | undefined) ?? -1
    versions.set(account, version, epoch)
    return version
  }

  function current(account: AccountId, now: number): Counts {
    const known = counts.get(account) ?? load(account)
    const minuteStart = windowStart(now, MINUTE_MS)
    const dayStart = windowStart(now, DAY_MS)
    // A clock that was set back stays in the later window, so that it does not reset the count.
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
      const counted = current(account, now)
      counted.minute += 1
      counted.day += 1
      changed.add(account)
      // A failed flush also shows in other writes. The counts stay in memory until the next flush.
      timer ??= setTimeout(() => void flush().catch(() => undefined), WRITE_BEHIND_MS).unref()
      return { minute: counted.minute, day: counted.day, accessVersion: readVersion(account) }
    },
    async read(account, now) {
      const { minute, day } = current(account, now)
      return { minute, day }
    },
    close: flush,
  }
}

import { isEqualJson } from '../../shared/is-equal-json.ts'
import type { JsonValue } from '../../shared/json.ts'
import type { Poll } from './poll.ts'

export interface FetchedItem {
  readonly key: string
  readonly item: JsonValue
}

/** What a poll found. */
export interface FetchedItems {
  /** Without repeated keys, in the order of the response. */
  readonly items: readonly FetchedItem[]
  /** Null: the cursor stays what it was. */
  readonly cursor: JsonValue
  /** Whether there is more to fetch with this cursor. */
  readonly hasMore: boolean
}

export interface ItemRules {
  readonly firstPoll: 'skip' | 'take'
  readonly maxItems: number
}

export interface DecidedItems {
  /** The items that runs start for. */
  readonly taken: readonly JsonValue[]
  /** The keys to remember, and those that were remembered already. */
  readonly added: readonly string[]
  readonly present: readonly string[]
  readonly cursor: JsonValue
  readonly isPrimed: boolean
  readonly isBehind: boolean
  readonly fruitlessPages: number
}

/** Pages in a row without anything new after which the others are not fetched at once any more. */
const MAX_FRUITLESS_PAGES = 100

/**
 * Decides which items of a poll start runs.
 *
 * 1. An item is new if its key is not remembered. New items are taken in their order, up to the maximum.
 * 2. The cursor moves only when everything before it was taken: otherwise the same items are fetched once more.
 * 3. If the first poll skips, it remembers all items up to the end of the list and takes none.
 * 4. A service may say for ever that there is more, with a new cursor each time. After many pages in a row without anything new,
 *    the list counts as read to its end: the cursor still moves, with one page at each time of the schedule.
 */
export function decideItems(
  { cursor: before, isPrimed, fruitlessPages }: Pick<Poll, 'cursor' | 'isPrimed' | 'fruitlessPages'>,
  { items, cursor: next, hasMore }: FetchedItems,
  seen: ReadonlySet<string>,
  { firstPoll, maxItems }: ItemRules,
): DecidedItems {
  const present = items.filter(({ key }) => seen.has(key)).map(({ key }) => key)
  const fresh = items.filter(({ key }) => !seen.has(key))
  const cursor = next ?? before
  // A service that always says that there is more must not be asked the same again and again.
  const leadsOn = hasMore && !isEqualJson(cursor, before)
  const fruitless = leadsOn && fresh.length === 0 ? Math.min(fruitlessPages + 1, MAX_FRUITLESS_PAGES) : 0
  const isFollowed = leadsOn && fruitless < MAX_FRUITLESS_PAGES
  const pages = { fruitlessPages: fruitless }
  if (!isPrimed && firstPoll === 'skip') {
    const added = fresh.map(({ key }) => key)
    return { taken: [], added, present, cursor, isPrimed: !isFollowed, isBehind: isFollowed, ...pages }
  }
  const taken = fresh.slice(0, maxItems)
  const isCutOff = taken.length < fresh.length
  return {
    taken: taken.map(({ item }) => item),
    added: taken.map(({ key }) => key),
    present,
    cursor: isCutOff ? before : cursor,
    isPrimed: true,
    isBehind: isCutOff || isFollowed,
    ...pages,
  }
}

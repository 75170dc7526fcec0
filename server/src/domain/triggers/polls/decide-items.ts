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
}

/**
 * Decides which items of a poll start runs.
 *
 * 1. An item is new if its key is not remembered. New items are taken in their order, up to the maximum.
 * 2. The cursor moves only when everything before it was taken: otherwise the same items are fetched once more.
 * 3. If the first poll skips, it remembers all items up to the end of the list and takes none.
 */
export function decideItems(
  { cursor: before, isPrimed }: Pick<Poll, 'cursor' | 'isPrimed'>,
  { items, cursor: next, hasMore }: FetchedItems,
  seen: ReadonlySet<string>,
  { firstPoll, maxItems }: ItemRules,
): DecidedItems {
  const present = items.filter(({ key }) => seen.has(key)).map(({ key }) => key)
  const fresh = items.filter(({ key }) => !seen.has(key))
  const cursor = next ?? before
  // A service that always says that there is more must not be asked the same again and again.
  const isFollowed = hasMore && !isEqualJson(cursor, before)
  if (!isPrimed && firstPoll === 'skip') {
    const added = fresh.map(({ key }) => key)
    return { taken: [], added, present, cursor, isPrimed: !isFollowed, isBehind: isFollowed }
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
  }
}

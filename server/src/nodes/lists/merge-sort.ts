import type { ListComputation, ListWork } from './list-work.ts'

/** The host sorts as many at once faster than this does, in less than a millisecond. */
const RUN_LENGTH = 512
/** About as many comparisons as an item of a run needs. */
const RUN_UNITS = 9

/** Sorts in a way that can pause: runs of some items by the host, which are then merged. Items that are equal keep their order. */
export function* mergeSort<Item>(
  items: readonly Item[],
  compare: (a: Item, b: Item) => number,
  work: ListWork,
): ListComputation<readonly Item[]> {
  if (items.length <= RUN_LENGTH) {
    if (work.add(items.length * RUN_UNITS)) yield
    return items.toSorted(compare)
  }
  let sorted: Item[] = []
  for (let from = 0; from < items.length; from += RUN_LENGTH) {
    const run = items.slice(from, from + RUN_LENGTH).sort(compare)
    for (const item of run) sorted.push(item)
    if (work.add(run.length * RUN_UNITS)) yield
  }
  for (let length = RUN_LENGTH; length < items.length; length *= 2) {
    const merged: Item[] = []
    for (let from = 0; from < items.length; from += 2 * length) {
      const middle = Math.min(from + length, items.length)
      const end = Math.min(middle + length, items.length)
      let [left, right] = [from, middle]
      while (left < middle || right < end) {
        const takesLeft =
          right >= end || (left < middle && compare(sorted[left] as Item, sorted[right] as Item) <= 0)
        merged.push(sorted[takesLeft ? left++ : right++] as Item)
        if (work.add(1)) yield
      }
    }
    sorted = merged
  }
  return sorted
}

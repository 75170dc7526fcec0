import type { DatabaseSync } from 'node:sqlite'
import type { GroupCommit } from './group-commit.ts'

/** Moved in one piece: a few milliseconds in which nobody else can write. */
const PAGES_AT_ONCE = 250
/** Free pages that stay: what comes next fills them again, and the file need not grow for it. */
const PAGES_KEPT = 1_000

/** Makes the file as short as what it holds, but for a reserve. The disk gets the space when the log was copied. */
export async function giveBackSpace(writer: DatabaseSync, commits: GroupCommit): Promise<void> {
  const free = writer.prepare('pragma freelist_count')
  const countFree = () => free.get()?.['freelist_count'] as number
  let left = countFree()
  // A file that was made before files could shrink stays as it is: then the first try frees nothing.
  for (let before = left + 1; left > PAGES_KEPT && left < before;) {
    before = left
    const pages = Math.min(PAGES_AT_ONCE, left - PAGES_KEPT)
    await commits.submit(() => writer.exec(`pragma incremental_vacuum(${pages})`), { durable: false })
    left = countFree()
  }
}

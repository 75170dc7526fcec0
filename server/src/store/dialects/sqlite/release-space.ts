import type { DatabaseSync } from 'node:sqlite'
import type { GroupCommit } from './group-commit.ts'

/** Pages per step: blocks other writers for a few milliseconds. */
const PAGES_PER_STEP = 250
/** Free pages to keep, so that the next writes need not grow the file again. */
const RESERVED_PAGES = 1_000

/** Shrinks the file to its contents plus a reserve. The file system gets the space at the next WAL checkpoint. */
export async function releaseSpace(writer: DatabaseSync, commits: GroupCommit): Promise<void> {
  const free = writer.prepare('pragma freelist_count')
  const countFree = () => free.get()?.['freelist_count'] as number
  let left = countFree()
  // In a file created without incremental vacuum the first step frees nothing, and the loop ends.
  for (let before = left + 1; left > RESERVED_PAGES && left < before;) {
    before = left
    const pages = Math.min(PAGES_PER_STEP, left - RESERVED_PAGES)
    await commits.submit(() => writer.exec(`pragma incremental_vacuum(${pages})`), { durable: false })
    left = countFree()
  }
}

import { performance } from 'node:perf_hooks'
import type { AccountId } from '#domain/index.ts'
import { nextTurn } from '#http/index.ts'
import type { ExecutionQueries, JournalPage } from '#ports/index.ts'

/** One more than the one page that most runs have. */
const FIRST_READ = 2
const MAX_PAGES_PER_READ = 64
/** A read that takes less is followed by a larger one, and one that takes more by a smaller one. */
const AIMED_MS = 5

/** The whole journal of an execution. A page can have a megabyte, so others have their turn between the reads. */
export async function readJournal(
  executions: Pick<ExecutionQueries, 'journal'>,
  account: AccountId,
  id: string,
): Promise<readonly JournalPage[]> {
  const pages: JournalPage[] = []
  for (let limit = FIRST_READ, after = -1; ;) {
    await nextTurn()
    const startedAt = performance.now()
    const read = await executions.journal(account, id, after, limit)
    pages.push(...read)
    const last = read.at(-1)
    if (last === undefined || read.length < limit) return pages
    after = last.sequence
    limit = performance.now() - startedAt < AIMED_MS ? Math.min(limit * 2, MAX_PAGES_PER_READ) : 1
  }
}

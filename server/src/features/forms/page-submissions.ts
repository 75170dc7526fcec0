import type { CursorMeta } from '@millrace/contract/paging.ts'
import { matchSubmission, type Submission } from '#domain/index.ts'
import { cursorPage, encodeCursor } from '#http/index.ts'
import type { CursorRequest } from '#ports/index.ts'

/** How many submissions one request looks at. The next one continues where it stopped. */
const MAX_SCANNED = 10_000
const BATCH = 500

type List = (request: CursorRequest) => Promise<readonly Submission[]>

/**
 * A page of submissions, newest first. A search reads their data: it needs no second copy of it in a search column, which would
 * have to hold every case-folded text of every submission.
 */
export async function pageSubmissions(
  list: List,
  request: CursorRequest,
  search = '',
): Promise<{ items: readonly Submission[]; meta: CursorMeta }> {
  if (search.trim() === '') return cursorPage(request, await list(request))
  const matches = matchSubmission(search)
  const found: Submission[] = []
  let { before } = request
  for (let scanned = 0; scanned < MAX_SCANNED; scanned += BATCH) {
    const batch = await list({ before, limit: BATCH })
    found.push(...batch.filter(({ data }) => matches(data)))
    if (found.length >= request.limit || batch.length < BATCH) return cursorPage(request, found)
    before = batch.at(-1)?.id
  }
  // More may follow: the page ends at the last submission that was looked at.
  const { items, meta } = cursorPage(request, found)
  return {
    items,
    meta: { ...meta, next_cursor: before === undefined ? null : encodeCursor(before), has_more: true },
  }
}

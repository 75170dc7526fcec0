import type { CursorMeta } from '@millrace/contract/paging.ts'
import { matchSubmission, type Submission } from '#domain/index.ts'
import { cursorPage, encodeCursor } from '#http/index.ts'
import type { CursorRequest } from '#ports/index.ts'
import { findWanted, type ListSubmissions, submissionBatches } from './export/submission-batches.ts'

/** How much one request looks at. The next one continues where it stopped. */
const MAX_SCANNED = 10_000
const MAX_SCANNED_BYTES = 64 * 1024 * 1024
/** A page of large submissions ends early: a response of a hundred megabytes helps nobody. */
const MAX_PAGE_BYTES = 4 * 1024 * 1024

/**
 * A page of submissions, newest first. A search reads their data: it needs no second copy of it in a search column, which would
 * have to hold every case-folded text of every submission.
 */
export async function pageSubmissions(
  list: ListSubmissions,
  request: CursorRequest,
  search = '',
): Promise<{ items: readonly Submission[]; meta: CursorMeta }> {
  const matches = matchSubmission(search)
  const found: Submission[] = []
  const looked = { count: 0, bytes: 0, foundBytes: 0 }
  for await (const { submissions, bytes } of submissionBatches(list, request.before)) {
    const matching = await findWanted(submissions, matches)
    found.push(...matching)
    if (found.length >= request.limit) break
    looked.count += submissions.length
    looked.bytes += bytes
    looked.foundBytes += (bytes * matching.length) / submissions.length
    const isEnough =
      looked.count >= MAX_SCANNED || looked.bytes >= MAX_SCANNED_BYTES || looked.foundBytes >= MAX_PAGE_BYTES
    if (isEnough) return endAt(submissions.at(-1)?.id, cursorPage(request, found))
  }
  return cursorPage(request, found)
}

/** More may follow: the page ends at the last submission that was looked at. */
function endAt<T>(
  id: string | undefined,
  { items, meta }: { items: readonly T[]; meta: CursorMeta },
): { items: readonly T[]; meta: CursorMeta } {
  if (id === undefined) return { items, meta }
  return { items, meta: { ...meta, next_cursor: encodeCursor(id), has_more: true } }
}

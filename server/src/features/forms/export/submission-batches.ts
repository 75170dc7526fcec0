import { type JsonObject, measureJson, type Paused, type Submission } from '#domain/index.ts'
import { finish, nextTurn } from '#http/index.ts'
import type { CursorRequest } from '#ports/index.ts'

/** A submission can have a megabyte, and most have a few hundred bytes: the first batch shows what these are like. */
const FIRST = 8
const MOST = 500
const BATCH_BYTES = 512 * 1024

export type ListSubmissions = (request: CursorRequest) => Promise<readonly Submission[]>

export interface SubmissionBatch {
  readonly submissions: readonly Submission[]
  readonly bytes: number
}

/**
 * Reads submissions, newest first, in batches that are parsed quickly whatever they contain, and lets other work have its turn in
 * between.
 */
export async function* submissionBatches(
  list: ListSubmissions,
  before?: string,
): AsyncGenerator<SubmissionBatch> {
  let limit = FIRST
  for (let last = before; ;) {
    const submissions = await list({ before: last, limit })
    if (submissions.length === 0) return
    // They are parsed from here on.
    await nextTurn()
    const bytes = submissions.reduce((sum, { data }) => sum + measureJson(data, Number.POSITIVE_INFINITY), 0)
    yield { submissions, bytes }
    if (submissions.length < limit) return
    last = submissions.at(-1)?.id
    limit = Math.max(1, Math.min(MOST, Math.floor((BATCH_BYTES * submissions.length) / (bytes + 1))))
  }
}

/** The submissions with wanted data. Searching the texts of one can take some milliseconds, so others have their turn in between. */
export function findWanted(
  submissions: readonly Submission[],
  isWanted: (data: JsonObject) => boolean,
): Promise<readonly Submission[]> {
  return finish(findInParts(submissions, isWanted))
}

function* findInParts(
  submissions: readonly Submission[],
  isWanted: (data: JsonObject) => boolean,
): Paused<readonly Submission[]> {
  const found: Submission[] = []
  for (const submission of submissions) {
    if (isWanted(submission.data)) found.push(submission)
    yield
  }
  return found
}

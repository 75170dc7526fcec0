import type { Step } from '@millrace/contract/execution-step.ts'
import { DEFAULT_LIMIT, MAX_LIMIT, type CursorMeta } from '@millrace/contract/paging.ts'
import type { Issue } from '@millrace/contract/errors.ts'
import { invalid, type JsonValue, measureJson } from '#domain/index.ts'
import type { DescribedStep, JournalPosition } from '#engine/index.ts'

/** Characters of input and output after which a page ends, though it could hold more steps. */
const MAX_PAGE_SIZE = 4 * 1024 * 1024

const DAMAGED: Issue = {
  path: 'cursor',
  message: 'is damaged; start again without one, or send the `next_cursor` unchanged',
}

interface StepQuery {
  readonly cursor?: string
  readonly limit?: number
}

/**
 * A page of steps. The cursor names a step by its place in the journal, which never changes: it stays good while the run
 * goes on. What started before that step and is told of later is on an earlier page.
 */
export function pageSteps(
  query: StepQuery,
  steps: readonly DescribedStep[],
  present: (step: DescribedStep) => Step,
): { data: Step[]; meta: CursorMeta } {
  const limit = Math.min(query.limit ?? DEFAULT_LIMIT, MAX_LIMIT)
  const from = query.cursor === undefined ? 0 : findAfter(query.cursor, steps)
  const data: Step[] = []
  let size = 0
  for (const step of steps.slice(from, from + limit)) {
    const shown = present(step)
    size += measure(shown.input) + measure(shown.output)
    if (data.length > 0 && size > MAX_PAGE_SIZE) break
    data.push(shown)
  }
  const last = steps[from + data.length - 1]
  const isEnd = last === undefined || from + data.length >= steps.length
  return {
    data,
    meta: { limit, next_cursor: isEnd ? null : encodeCursor(last.position), has_more: !isEnd },
  }
}

function findAfter(cursor: string, steps: readonly DescribedStep[]): number {
  const found = steps.findIndex(({ position }) => encodeCursor(position) === cursor)
  if (found === -1) throw invalid([DAMAGED])
  return found + 1
}

/** For the check of the request: what is wrong with its cursor, whatever the execution. */
export function checkStepCursor(query: StepQuery, isSound: (path: string) => boolean): readonly Issue[] {
  if (query.cursor === undefined || !isSound('cursor')) return []
  const text = Buffer.from(query.cursor, 'base64url').toString('latin1')
  const isOurs = /^\d+\.\d+$/.test(text) && Buffer.from(text).toString('base64url') === query.cursor
  return isOurs ? [] : [DAMAGED]
}

function encodeCursor({ sequence, index }: JournalPosition): string {
  return Buffer.from(`${sequence}.${index}`).toString('base64url')
}

function measure(value: unknown): number {
  return measureJson(value as JsonValue, MAX_PAGE_SIZE)
}

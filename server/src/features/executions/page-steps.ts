import type { Step } from '@millrace/contract/execution-step.ts'
import { DEFAULT_LIMIT, MAX_LIMIT, type CursorMeta } from '@millrace/contract/paging.ts'
import type { Issue } from '@millrace/contract/errors.ts'
import { invalid, type JsonValue, measureJson } from '#domain/index.ts'
import type { DescribedStep, JournalPosition } from '#engine/index.ts'
import { INVALID_CURSOR } from '#http/index.ts'

/** A page ends after this many characters of input and output, even if it has room for more steps. */
const MAX_PAGE_SIZE = 4 * 1024 * 1024

interface StepQuery {
  readonly cursor?: string
  readonly limit?: number
}

/**
 * A page of steps. The cursor names a step by its position in the journal, which never changes, so it stays valid while the
 * execution continues. A step that started earlier but was recorded later is on an earlier page.
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
  if (found === -1) throw invalid([INVALID_CURSOR])
  return found + 1
}

/** The request check: reports a cursor that cannot belong to any execution. */
export function checkStepCursor(query: StepQuery, isValid: (path: string) => boolean): readonly Issue[] {
  if (query.cursor === undefined || !isValid('cursor')) return []
  const text = Buffer.from(query.cursor, 'base64url').toString('latin1')
  const hasFormat = /^\d+\.\d+$/.test(text) && Buffer.from(text).toString('base64url') === query.cursor
  return hasFormat ? [] : [INVALID_CURSOR]
}

function encodeCursor({ sequence, index }: JournalPosition): string {
  return Buffer.from(`${sequence}.${index}`).toString('base64url')
}

function measure(value: unknown): number {
  return measureJson(value as JsonValue, MAX_PAGE_SIZE)
}

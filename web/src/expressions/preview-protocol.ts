/** What the page asks the preview worker, and its answers. */
import { type AcrossRuns, summarizeRuns } from './across-runs.ts'
import {
  compile,
  evaluateOn,
  type ExpressionMode,
  type Outcome,
  type RecordedRun,
  RunData,
} from './evaluate.ts'
import type { ScopePosition } from './scope-position.ts'

export interface PreviewRequest {
  /** One per field: a newer request replaces one that has not been answered. */
  readonly channel: number
  readonly sequence: number
  readonly text: string
  readonly mode: ExpressionMode
  readonly position: ScopePosition
  /** The item of the loop around the node. */
  readonly index: number | undefined
  /** Keys of runs that were sent before: the run in view, and the recent ones. */
  readonly run: number | undefined
  readonly recent: number | undefined
}

export interface PreviewAnswer {
  readonly channel: number
  readonly sequence: number
  readonly outcome: Outcome | undefined
  readonly across: AcrossRuns | undefined
}

export type PreviewMessage =
  | { readonly kind: 'runs'; readonly key: number; readonly runs: readonly RecordedRun[] }
  | { readonly kind: 'forget'; readonly key: number }
  | { readonly kind: 'request'; readonly request: PreviewRequest }

const SUMMARY_MS = 400

export function answerPreview(
  { channel, sequence, text, mode, position, index, run, recent }: PreviewRequest,
  runs: ReadonlyMap<number, readonly RecordedRun[]>,
): PreviewAnswer {
  const result = compile(text, mode)
  if (!result.ok) return { channel, sequence, outcome: undefined, across: undefined }
  const { compiled } = result
  const [shown] = run === undefined ? [] : (runs.get(run) ?? [])
  const all = recent === undefined ? [] : (runs.get(recent) ?? [])
  return {
    channel,
    sequence,
    outcome: shown && evaluateOn(compiled, new RunData(position, shown), index),
    across:
      all.length < 2 || compiled.constant
        ? undefined
        : summarizeRuns(compiled, position, all, { timeMs: SUMMARY_MS, now: () => performance.now() }),
  }
}

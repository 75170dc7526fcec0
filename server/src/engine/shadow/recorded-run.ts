import { isResult, type JournalEntry, type StepOpened, type StepRecord } from '#domain/index.ts'
import type { NodeDone, NodeFailed } from '#ports/index.ts'
import { stepKeyOf } from '../replay/retry-from.ts'
import type { StepRequest } from './step-request.ts'

/** What the journal of a run holds about one step. */
export interface RecordedStep {
  /** Orders the results of the run. */
  readonly position: number
  readonly startedAt: number
  /** Undefined when the run ended before the step did. */
  readonly result: StepRecord | undefined
  /** For a loop: what it repeated. */
  readonly opened: StepOpened | undefined
  /** True when it waited for something other than a time. */
  readonly hasWaited: boolean
}

/** The journal of a run that has ended, by step. */
export class RecordedRun {
  readonly #steps = new Map<string, RecordedStep>()
  readonly #requests = new Map<string, StepRequest>()

  constructor(entries: readonly JournalEntry[]) {
    for (const [position, entry] of entries.entries()) {
      const key = stepKeyOf(entry)
      const known = this.#steps.get(key)
      this.#steps.set(key, {
        position,
        // The result has the time at which the first attempt started.
        startedAt: isResult(entry) ? entry.startedAt : (known?.startedAt ?? entry.startedAt),
        result: isResult(entry) ? entry : known?.result,
        opened: entry.status === 'opened' ? entry : known?.opened,
        hasWaited: known?.hasWaited === true || (entry.status === 'waiting' && entry.for !== 'timer'),
      })
    }
  }

  find(key: string): RecordedStep | undefined {
    return this.#steps.get(key)
  }

  /** All results, in the order of the journal. */
  *results(): Generator<readonly [string, StepRecord]> {
    const steps = [...this.#steps].sort(([, left], [, right]) => left.position - right.position)
    for (const [key, { result }] of steps) if (result !== undefined) yield [key, result]
  }

  /** The journal does not contain requests: they are computed once more from what it does contain. */
  setRequest(key: string, request: StepRequest): void {
    this.#requests.set(key, request)
  }

  requestOf(key: string): StepRequest | undefined {
    return this.#requests.get(key)
  }
}

/** A recorded result as that of an attempt. It is final: attempts that were recorded before it are not repeated. */
export function toNodeResult({ status, output, handle, error }: StepRecord): NodeDone | NodeFailed {
  if (status === 'completed') return { ok: true, output, ...(handle !== null && { handle }) }
  const { code, message } = error ?? { code: 'FAILED', message: 'The step failed.' }
  return { ok: false, code, message, permanent: true }
}

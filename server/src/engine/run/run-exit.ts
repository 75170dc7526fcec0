import type { Checkpoint, ExecutionEnd, StateUse } from '#ports/index.ts'
import { type EndedExecution, endedBy } from './endings.ts'
import type { RunContext } from './run-context.ts'

/**
 * How a run left this process. `parked`: `dueAt` is the time of its first timer, if it has one. `ended`: with the execution, unless
 * only the store has all of it, and the execution that waits for it, if it is a sub-workflow.
 */
export type RunOutcome =
  | {
      readonly kind: 'ended'
      readonly ended: EndedExecution | undefined
      readonly parentId: string | undefined
    }
  | { readonly kind: 'lost' | 'handed-over' }
  | { readonly kind: 'parked'; readonly dueAt: number | undefined }

/** Writes the checkpoints of a run, and with them the ways it leaves this process: end, park, hand over. */
export class RunExit {
  readonly #run: RunContext

  constructor(run: RunContext) {
    this.#run = run
  }

  /** Writes a checkpoint and keeps the run. False: another process owns it, or it has ended. */
  async save(state?: StateUse): Promise<boolean> {
    return (await this.#write({ kind: 'continue' }, state)).result === 'committed'
  }

  /** `signalled`: a signal arrived meanwhile, so the run continues. */
  async park(signalSequence: number): Promise<RunOutcome | 'signalled'> {
    const { waiting, checkpoints } = this.#run
    const timers = [...waiting.all()].filter(({ wait }) => wait === undefined || wait.for === 'timer')
    for (const { waitId, until, begunAt, wait } of timers) {
      // It may have a row from an earlier park: ending and adding it leaves exactly one.
      checkpoints.endWait(waitId)
      checkpoints.addWait({
        id: waitId,
        kind: 'timer',
        dueAt: until,
        begunAt: wait?.isFixed === true ? null : begunAt,
      })
    }
    const { result } = await this.#write({ kind: 'park', signalSequence })
    if (result === 'committed') return { kind: 'parked', dueAt: waiting.earliest() }
    for (const { waitId } of timers) checkpoints.endWait(waitId)
    return result === 'signalled' ? 'signalled' : { kind: 'lost' }
  }

  async handOver(): Promise<RunOutcome> {
    const { result } = await this.#write({ kind: 'hand-over' })
    return { kind: result === 'committed' ? 'handed-over' : 'lost' }
  }

  async end(end: ExecutionEnd): Promise<RunOutcome> {
    const { result, wholeLog } = await this.#write(end)
    if (result !== 'committed') return { kind: 'lost' }
    const { open } = this.#run
    return {
      kind: 'ended',
      ended: wholeLog && endedBy(open, end, wholeLog),
      parentId: open.parent?.executionId,
    }
  }

  async #write(next: Checkpoint['next'], state?: StateUse) {
    const { checkpoints, deps, open } = this.#run
    // Writing large outputs as text may take as long as a slice.
    const written = await deps.turns.afterSlice(open.accountId, () => checkpoints.write(next, state))
    if (written.result === 'committed') {
      if (written.children.length > 0) deps.onChildren(written.children)
      deps.onProgress(open.id)
    }
    return written
  }
}

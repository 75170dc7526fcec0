import type { Checkpoint, ExecutionEnd } from '#ports/index.ts'
import type { RunContext } from './run-context.ts'

/** How a run left this process. `parked` tells when it comes due, if a time is set. */
export type RunOutcome =
  | { readonly kind: 'ended' | 'lost' | 'handed-over' }
  | { readonly kind: 'parked'; readonly dueAt: number | undefined }

/** The ways by which a run is written, and by which it leaves this process. */
export class RunExit {
  readonly #run: RunContext

  constructor(run: RunContext) {
    this.#run = run
  }

  /** Writes what there is, and stays. False: somebody else owns or ended the run. */
  async save(): Promise<boolean> {
    return (await this.#write({ kind: 'continue' })) === 'committed'
  }

  /** `signalled`: a signal came meanwhile, and the run goes on. */
  async park(signalSequence: number): Promise<RunOutcome | 'signalled'> {
    const { waiting, checkpoints } = this.#run
    const timers = [...waiting.all()].filter(({ wait }) => wait === undefined || wait.for === 'timer')
    for (const { waitId, until } of timers) {
      // It may have its row from an earlier park, or not: what is ended and begun is there once in either case.
      checkpoints.endWait(waitId)
      checkpoints.addWait({ id: waitId, kind: 'timer', dueAt: until })
    }
    const result = await this.#write({ kind: 'park', signalSequence })
    if (result === 'committed') return { kind: 'parked', dueAt: waiting.earliest() }
    for (const { waitId } of timers) checkpoints.endWait(waitId)
    return result === 'signalled' ? 'signalled' : { kind: 'lost' }
  }

  async handOver(): Promise<RunOutcome> {
    const result = await this.#write({ kind: 'hand-over' })
    return { kind: result === 'committed' ? 'handed-over' : 'lost' }
  }

  async end(end: ExecutionEnd): Promise<RunOutcome> {
    const result = await this.#write(end)
    return { kind: result === 'committed' ? 'ended' : 'lost' }
  }

  async #write(next: Checkpoint['next']) {
    const { checkpoints, deps, open } = this.#run
    const { result, children } = await checkpoints.write(next)
    if (result === 'committed') {
      if (children.length > 0) deps.onChildren(children)
      deps.onProgress(open.id)
    }
    return result
  }
}

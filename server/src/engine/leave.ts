import type { ExecutionError } from '@millrace/contract/execution.ts'
import type { JsonObject } from '#domain/json.ts'
import type { Checkpoint } from '#ports/execution-store.ts'
import type { RunContext } from './run-context.ts'

/** How a run left this process. `parked` tells when it comes due, if a time is set. */
export type RunOutcome =
  | { readonly kind: 'ended' | 'lost' | 'handed-over' }
  | { readonly kind: 'parked'; readonly dueAt: number | undefined }

/** The ways by which a run is written, and by which it leaves this process. */
export class Leave {
  readonly #run: RunContext

  constructor(run: RunContext) {
    this.#run = run
  }

  /** Writes what there is, and stays. False: somebody else owns or ended the run. */
  async save(): Promise<boolean> {
    return (await this.#write({ kind: 'go-on' })) === 'committed'
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

  async complete(): Promise<RunOutcome> {
    const { plan } = this.#run
    if (!plan.isFinished) throw new Error('Nothing runs and nothing waits, but the run is not through.')
    this.#run.log('info', `Completed: ${plan.count === 1 ? '1 node' : `${plan.count} nodes`} ran.`)
    return await this.#end(plan.output(), null)
  }

  async fail(error: ExecutionError): Promise<RunOutcome> {
    for (const step of this.#run.inFlight) {
      if (step.current === undefined) continue
      this.#run.log('warn', 'It was still under way when the run ended, and was aborted.', step)
    }
    return await this.#end({}, error)
  }

  /** What cannot run says everything that has to be mended, at once. */
  async refuse(): Promise<RunOutcome> {
    const { version, checkpoints } = this.#run
    const { problems } = version
    for (const { nodeId, message } of problems) {
      checkpoints.addLog({ at: this.#run.now(), level: 'error', message, node_id: nodeId })
    }
    const [first] = problems
    const more = problems.length > 1 ? ` (and ${problems.length - 1} more; see the log)` : ''
    return await this.#end(
      {},
      {
        code: 'INVALID_WORKFLOW',
        message: `${first?.message ?? 'The workflow cannot run.'}${more}`,
        node_id: first?.nodeId ?? null,
      },
    )
  }

  async #end(output: JsonObject, error: ExecutionError | null): Promise<RunOutcome> {
    const { open, children } = this.#run
    const status = error === null ? 'completed' : 'failed'
    // A clock that was set back must not make a run end before it began.
    const completedAt = Math.max(this.#run.now(), open.startedAt)
    const result = await this.#write({
      kind: 'end',
      status,
      completedAt,
      output,
      error,
      notify: open.parent && {
        executionId: open.parent.executionId,
        signal: {
          id: open.id,
          event: null,
          waitId: open.parent.waitId,
          data: { status, output, error: error && { ...error } },
          at: completedAt,
        },
      },
      cancel: [...children],
    })
    return { kind: result === 'committed' ? 'ended' : 'lost' }
  }

  async #write(next: Checkpoint['next']) {
    const { checkpoints, parts, open } = this.#run
    const { result, children } = await checkpoints.write(next)
    if (result === 'committed') {
      if (children.length > 0) parts.onChildren(children)
      parts.onProgress(open.id)
    }
    return result
  }
}

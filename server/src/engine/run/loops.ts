import { ExpressionError } from '@millrace/expressions'
import type { NodeRepeat } from '#ports/index.ts'
import { LOOP_RESULT_HANDLE, type LoopRun } from '../replay/plan.ts'
import { loopStep, type StepResults } from './step-results.ts'
import type { RunContext } from './run-context.ts'
import { stepRefOf, type Step } from './active-step.ts'

/** Opens loops, and decides after each iteration whether another one follows. */
export class Loops {
  readonly #run: RunContext
  readonly #results: StepResults

  constructor(run: RunContext, results: StepResults) {
    this.#run = run
    this.#results = results
  }

  open(step: Step, { repeat }: NodeRepeat): void {
    const opened = {
      ...stepRefOf(step.task),
      status: 'opened' as const,
      startedAt: step.startedAt,
      ...(repeat.items !== undefined && { items: repeat.items }),
      concurrency: Math.min(repeat.concurrency, this.#run.deps.limits.parallel),
      collectErrors: repeat.collectErrors,
      maxIterations: repeat.maxIterations,
    }
    this.#run.checkpoints.addStep(opened)
    this.#run.plan.open(step.task, opened)
  }

  /**
   * Decides about one loop; false when there is none to decide about. A finished iteration can finish its loop, and with it an
   * iteration of the loop around it, and so on.
   */
  decideNext(): boolean {
    const loop = this.#run.plan.takeUndecided()
    if (loop !== undefined) this.#decide(loop)
    return loop !== undefined
  }

  #decide(loop: LoopRun): void {
    const step = loopStep(loop)
    this.#run.computingAt = step.nodeId
    if (loop.opened.items === undefined) {
      const another = this.#wantsAnotherIteration(loop, step)
      if (another === 'failed') return
      if (another) {
        this.#run.plan.iterate(loop)
        return
      }
    }
    this.#results.succeed(step, this.#run.plan.resultOf(loop), LOOP_RESULT_HANDLE)
  }

  #wantsAnotherIteration(loop: LoopRun, step: Step): boolean | 'failed' {
    const { maxIterations } = loop.opened
    const condition = loop.task.compiled.parameters.liveCondition('while')
    try {
      const holds = condition?.evaluate(this.#run.scope.ofLoop(loop, this.#run.now())) ?? false
      if (!holds || loop.finished < maxIterations) return holds
    } catch (error) {
      if (!(error instanceof ExpressionError)) throw error
      this.#results.fail(step, {
        ok: false,
        code: 'EXPRESSION_FAILED',
        message: error.message,
        permanent: true,
      })
      return 'failed'
    }
    this.#run.log(
      'warn',
      `Stopped after ${maxIterations} ${maxIterations === 1 ? 'iteration' : 'iterations'}, although the condition is still true.`,
      step,
    )
    return false
  }
}

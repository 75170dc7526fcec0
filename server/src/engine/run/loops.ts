import { ExpressionError } from '@millrace/expressions'
import type { NodeRepeat } from '#ports/index.ts'
import { LOOP_RESULT_HANDLE, type LoopRun } from '../replay/plan.ts'
import { loopStep, type Results } from './step-results.ts'
import type { RunContext } from './run-context.ts'
import { stepRefOf, type Step } from './active-step.ts'

/** Begins loops, and decides after each pass whether another one follows. */
export class Loops {
  readonly #run: RunContext
  readonly #results: Results

  constructor(run: RunContext, results: Results) {
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

  /** A pass that is over can be the end of a loop, that of a pass of the loop around it, and so on. */
  decide(): void {
    for (;;) {
      const loops = this.#run.plan.takeUndecided()
      if (loops.length === 0) return
      for (const loop of loops) this.#decide(loop)
    }
  }

  #decide(loop: LoopRun): void {
    const step = loopStep(loop)
    if (loop.opened.items === undefined) {
      const another = this.#wantsAnotherPass(loop, step)
      if (another === 'failed') return
      if (another) {
        this.#run.plan.iterate(loop)
        return
      }
    }
    this.#results.succeed(step, this.#run.plan.resultOf(loop), LOOP_RESULT_HANDLE)
  }

  #wantsAnotherPass(loop: LoopRun, step: Step): boolean | 'failed' {
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
    this.#run.log('warn', `Stopped after ${maxIterations} passes, though the condition still holds.`, step)
    return false
  }
}

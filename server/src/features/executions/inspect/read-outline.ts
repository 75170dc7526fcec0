import type { AccountId, ExecutionOverview, JsonObject } from '#domain/index.ts'
import { inTurns } from '#http/index.ts'
import { type CompiledVersion, DescribedSteps } from '#engine/index.ts'
import type { ExecutionQueries } from '#ports/index.ts'

/** Pages of the journal in memory at the same time. */
const PAGES_PER_READ = 4

interface OutlineRequest {
  readonly execution: ExecutionOverview
  readonly version: CompiledVersion
  /** The input of the run, for callers that ask for the inputs of steps. */
  readonly input?: JsonObject
  /** Reading ends when there are more steps. */
  readonly maxSteps?: number
}

export interface Outline {
  readonly steps: DescribedSteps
  readonly isComplete: boolean
  /** The last event of what was read, as the stream of events numbers them. */
  readonly lastEventId: string | null
}

/** All steps of an execution with raw data. Lets other work have its turn. */
export async function readOutline(
  executions: Pick<ExecutionQueries, 'outline'>,
  account: AccountId,
  request: OutlineRequest,
): Promise<Outline> {
  const { execution, version, input = {}, maxSteps = Infinity } = request
  const steps = new DescribedSteps(version, { input, triggerNodeId: execution.triggerNodeId })
  let readUpTo = -1
  let lastEventId: string | null = null
  for (;;) {
    const pages = await executions.outline(account, execution.id, readUpTo, PAGES_PER_READ)
    for (const page of pages) {
      await inTurns(page.steps.length, (from, to) => steps.add(page, from, to))
      readUpTo = page.sequence
      const events = page.steps.length + page.logs.length
      if (events > 0) lastEventId = `${page.sequence}.${events - 1}`
    }
    if (steps.count > maxSteps) return { steps, isComplete: false, lastEventId }
    if (pages.length < PAGES_PER_READ) return { steps, isComplete: true, lastEventId }
  }
}

import { followExecution as followOperation, listSteps } from '@millrace/contract/execution-step.ts'
import { notFound } from '#domain/index.ts'
import { describeSteps, type Engine } from '#engine/index.ts'
import { type Binding, reads } from '#http/index.ts'
import type { WaitLinks } from '#ports/index.ts'
import type { FeatureDeps } from '../shared/feature-deps.ts'
import { readEventId } from './execution-events.ts'
import { followExecution } from './follow-execution.ts'
import { linksFor } from './links-for.ts'
import { checkStepCursor, pageSteps } from './page-steps.ts'
import { readJournal } from './whole-journal.ts'
import { StepPresenter } from './step-presenter.ts'
import { StreamLimit } from './stream-limit.ts'

const MAX_STREAMS = 100
/** Tells proxies not to buffer the stream, which would delay events. */
const STREAM_HEADERS = { 'x-accel-buffering': 'no' }

/** The steps of an execution: as a list, and as a stream of events. */
export function stepRoutes(context: FeatureDeps, engine: Engine, links: WaitLinks): Binding[] {
  const { clock } = context
  const { executions } = context.store
  const limit = new StreamLimit(MAX_STREAMS)
  return [
    reads(
      listSteps,
      async ({ account, scopes, params, query }) => {
        const execution = await executions.find(account, params.id)
        if (execution === undefined) throw notFound('execution')
        const version = await engine.version(account, execution.versionId)
        const pages = await readJournal(executions, account, execution.id)
        const steps = describeSteps(version, execution, pages)
        const presenter = new StepPresenter(version, execution.id, linksFor(scopes, links))
        const { data, meta } = pageSteps(query, steps, (step) => presenter.present(step))
        return { data, meta: { ...meta, version_id: execution.versionId, retry_of: execution.retryOf } }
      },
      ({ query }, isValid) => checkStepCursor(query, isValid),
    ),
    reads(followOperation, async ({ account, scopes, params, query, lastEventId, signal }) => {
      const last =
        readEventId(lastEventId, 'Last-Event-ID') ?? readEventId(query.last_event_id, 'last_event_id')
      const execution = await executions.overview(account, params.id)
      if (execution === undefined) throw notFound('execution')
      limit.check(account)
      const version = await engine.version(account, execution.versionId)
      const presenter = new StepPresenter(version, execution.id, linksFor(scopes, links))
      const chunks = followExecution(
        { executions, watch: engine.watch, clock, presenter, isWithoutData: query.data === 'none' },
        { account, id: execution.id },
        last,
        signal,
      )
      return { chunks: limit.count(account, chunks), headers: STREAM_HEADERS }
    }),
  ]
}

import { getTimeline, MAX_TIMELINE_STEPS } from '@millrace/contract/execution-timeline.ts'
import { notFound } from '#domain/index.ts'
import type { Engine } from '#engine/index.ts'
import { type Binding, reads } from '#http/index.ts'
import type { WaitLinks } from '#ports/index.ts'
import type { FeatureDeps } from '../../shared/feature-deps.ts'
import { StepPresenter } from '../step-presenter.ts'
import { presentOverview } from './overview-presenter.ts'
import { readOutline } from './read-outline.ts'

export function timelineRoutes({ store }: FeatureDeps, engine: Engine, links: WaitLinks): Binding[] {
  const { executions } = store
  return [
    reads(getTimeline, async ({ account, params: { id } }) => {
      const execution = await executions.overview(account, id)
      if (execution === undefined) throw notFound('execution')
      const version = await engine.version(account, execution.versionId)
      const { steps, isComplete, lastEventId } = await readOutline(executions, account, {
        execution,
        version,
        maxSteps: MAX_TIMELINE_STEPS,
      })
      const presenter = new StepPresenter(version, id, links)
      return {
        data: {
          execution: presentOverview(execution),
          steps: steps
            .all(execution.status)
            .slice(0, MAX_TIMELINE_STEPS)
            .map((step) => presenter.presentOutline(step)),
          complete: isComplete,
          last_event_id: lastEventId,
        },
      }
    }),
  ]
}

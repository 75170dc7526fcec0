import { getTimeline, MAX_TIMELINE_STEPS, type StepOutline } from '@millrace/contract/execution-timeline.ts'
import { notFound } from '#domain/index.ts'
import type { Engine } from '#engine/index.ts'
import { type Binding, reads } from '#http/index.ts'
import type { WaitLinks } from '#ports/index.ts'
import type { FeatureDeps } from '../../shared/feature-deps.ts'
import { inTurns } from '../../shared/in-turns.ts'
import { linksFor } from '../links-for.ts'
import { StepPresenter } from '../step-presenter.ts'
import { presentOverview } from './overview-presenter.ts'
import { readOutline } from './read-outline.ts'

export function timelineRoutes({ store }: FeatureDeps, engine: Engine, links: WaitLinks): Binding[] {
  const { executions } = store
  return [
    reads(getTimeline, async ({ account, scopes, params: { id } }) => {
      const execution = await executions.overview(account, id)
      if (execution === undefined) throw notFound('execution')
      const version = await engine.version(account, execution.versionId)
      const { steps, isComplete, lastEventId } = await readOutline(executions, account, {
        execution,
        version,
        maxSteps: MAX_TIMELINE_STEPS,
      })
      const presenter = new StepPresenter(version, id, linksFor(scopes, links))
      const inOrder = steps.inOrder().slice(0, MAX_TIMELINE_STEPS)
      const outlines: StepOutline[] = []
      await inTurns(inOrder.length, (from, to) => {
        for (const step of inOrder.slice(from, to)) {
          outlines.push(presenter.presentOutline(steps.finish(step, execution.status)))
        }
      })
      return {
        data: {
          execution: presentOverview(execution),
          steps: outlines,
          complete: isComplete,
          last_event_id: lastEventId,
        },
      }
    }),
  ]
}

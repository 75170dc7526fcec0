import { hash } from 'node:crypto'
import { getTimeline, type StepOutline } from '@millrace/contract/execution-timeline.ts'
import { MAX_TIMELINE_STEPS } from '@millrace/contract/limits.ts'
import { type JsonValue, notFound, rawOf } from '#domain/index.ts'
import type { Engine } from '#engine/index.ts'
import { type Binding, reads, inTurns } from '#http/index.ts'
import type { WaitLinks } from '#ports/index.ts'
import type { FeatureDeps } from '../../shared/feature-deps.ts'
import { includeOf } from '../../shared/include-query.ts'
import { linksFor } from '../links-for.ts'
import { StepPresenter } from '../step-presenter.ts'
import { presentOverview } from './overview-presenter.ts'
import { readOutline } from './read-outline.ts'

const INCLUDES = includeOf(['hashes'])

export function timelineRoutes({ store }: FeatureDeps, engine: Engine, links: WaitLinks): Binding[] {
  const { executions } = store
  return [
    reads(
      getTimeline,
      async ({ account, scopes, params: { id }, query }) => {
        const hasHashes = INCLUDES.read(query).has('hashes')
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
            const finished = steps.finish(step, execution.status)
            const outline = presenter.presentOutline(finished)
            outlines.push(
              hasHashes ? { ...outline, output_hash: hashOutput(finished.result?.output) } : outline,
            )
          }
        })
        return {
          data: {
            execution: presentOverview(execution),
            steps: outlines,
            ...(hasHashes && { input_hash: hashText((await executions.text(account, id, 'input')) ?? '') }),
            complete: isComplete,
            last_event_id: lastEventId,
          },
        }
      },
      INCLUDES.check,
    ),
  ]
}

function hashOutput(output: JsonValue | undefined): string | null {
  const raw = output === undefined ? undefined : rawOf(output)
  return raw === undefined ? null : hashText(raw.text)
}

function hashText(text: string): string {
  return hash('sha256', text, 'base64url').slice(0, 22)
}

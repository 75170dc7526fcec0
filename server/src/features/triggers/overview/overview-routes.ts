import {
  getTriggerSummary,
  listAllTriggers,
  type TriggerKindFilter,
  updateTrigger,
} from '@millrace/contract/trigger-overview.ts'
import type { Issue } from '@millrace/contract/errors.ts'
import type { Period } from '@millrace/contract/statistics.ts'
import { TRIGGER_KINDS } from '@millrace/contract/trigger.ts'
import { invalid, isUuid, notFound, type PlanRange, readTimeRange, type TriggerKind } from '#domain/index.ts'
import { type Binding, PositionCursor, reads, writes } from '#http/index.ts'
import type { TriggerPosition } from '#ports/index.ts'
import type { FeatureDeps } from '../../shared/feature-deps.ts'
import { timestampOrNull } from '../../shared/timestamps.ts'
import { pauseTrigger, presentPause, resumeTrigger, stateOf } from './pause-trigger.ts'
import { planRange } from './plan-range.ts'
import { TriggerOverviewService } from './trigger-overview-service.ts'

interface RangeQuery {
  readonly period?: Period
  readonly from?: string
}

/** The triggers of all workflows, and pausing them. */
export function triggerOverviewRoutes(context: FeatureDeps): Binding[] {
  const { store, clock } = context
  const overview = new TriggerOverviewService(context)

  function rangeOf({ period, from }: RangeQuery): PlanRange {
    const range = readTimeRange(from, undefined)
    if (!('to' in range)) throw invalid(range)
    return planRange(period, range.from ?? clock.now())
  }

  return [
    reads(
      listAllTriggers,
      async ({ account, scopes, query }) => {
        const { state, kind, search } = query
        const { after, limit } = triggerCursor.read(query)
        const { items, next } = await overview.list(
          { account, scopes },
          {
            filter: {
              kinds: kind && kindsOf(kind),
              state: state === 'problem' ? undefined : state,
              search: search?.trim(),
              workflowId: query.workflow_id?.toLowerCase(),
            },
            hasProblem: state === 'problem',
            after,
            limit,
            range: rangeOf(query),
          },
        )
        return { data: [...items], meta: triggerCursor.meta(limit, next) }
      },
      ({ query }, isValid) => [...checkFrom(query, isValid), ...triggerCursor.check(query, isValid)],
    ),
    reads(
      getTriggerSummary,
      async ({ account, query }) => ({ data: await overview.summarise(account, rangeOf(query)) }),
      ({ query }, isValid) => checkFrom(query, isValid),
    ),
    writes(updateTrigger, async ({ account, actor, params, body }, tx) => {
      const { id: workflowId, node_id: nodeId } = params
      const workflow = await store.workflows.find(account, workflowId, tx)
      if (workflow === undefined) throw notFound('workflow')
      const known = await store.triggers.findForChange(tx, account, workflowId, nodeId)
      if (known === undefined || known.state === 'gone') throw notFound('trigger')
      const now = clock.now()
      const isPaused = known.pausedAt !== null
      const changed = body.paused
        ? pauseTrigger(known, actor.name, now)
        : resumeTrigger(known, body.missed ?? 'schedule', now)
      const trigger = isPaused === body.paused ? known : changed
      if (trigger !== known) await store.triggers.save(tx, [trigger])
      const state = stateOf(trigger)
      return {
        data: {
          workflow_id: workflowId,
          node_id: nodeId,
          state,
          pause: presentPause(trigger, now),
          next_run_at: timestampOrNull(state === 'active' ? trigger.nextRun : null),
        },
        change:
          trigger === known
            ? null
            : { name: workflow.name, details: { node_id: nodeId, paused: body.paused } },
      }
    }),
  ]
}

function kindsOf(kind: TriggerKindFilter): readonly TriggerKind[] {
  return kind === 'inbound' ? TRIGGER_KINDS.filter((one) => one !== 'schedule') : [kind]
}

function checkFrom({ from }: RangeQuery, isValid: (path: string) => boolean): readonly Issue[] {
  const range = readTimeRange(isValid('from') ? from : undefined, undefined)
  return 'to' in range ? [] : range
}

const triggerCursor = new PositionCursor<TriggerPosition>({
  write: ({ workflowName, id }) => `${id} ${workflowName}`,
  read(text) {
    const position = { id: text.slice(0, 36), workflowName: text.slice(37) }
    return isUuid(position.id) ? position : undefined
  },
})

import { listTriggers, listUpcomingRuns, type Trigger, type UpcomingRun } from '@millrace/contract/trigger.ts'
import { type AccountId, isPaused, isUuid, maySeeAddresses, nextRuns, notFound } from '#domain/index.ts'
import type * as domain from '#domain/index.ts'
import { type Binding, type Call, PositionCursor, reads } from '#http/index.ts'
import type { UpcomingPosition, UpcomingSchedule } from '#ports/index.ts'
import type { FeatureDeps } from '../shared/feature-deps.ts'
import { timestamp, timestampOrNull } from '../shared/timestamps.ts'
import { type DefinedTrigger, findTriggers } from './find-triggers.ts'
import { setUpTrigger } from './set-up-trigger.ts'

const RUNS_SHOWN = 5

export function triggerRoutes(context: FeatureDeps): Binding[] {
  const { store, clock } = context

  const addressesOf = (inboundKey: string) => ({
    url: `${context.publicUrl()}/hooks/${inboundKey}`,
    test_url: `${context.publicUrl()}/hooks/test/${inboundKey}`,
  })

  /** Problems that the definition alone does not show: the form or the credential may have been deleted. */
  async function findProblem(
    account: AccountId,
    { kind, node }: DefinedTrigger,
  ): Promise<string | undefined> {
    if (kind === 'form') {
      const { form_id: formId } = node.data as { form_id: string }
      if ((await store.forms.find(account, formId.toLowerCase())) !== undefined) return undefined
      return `\`form_id\` of node "${node.id}" refers to a form that does not exist. Set it to the id of an existing form.`
    }
    const { auth = 'none' } = node.data
    if (kind !== 'webhook' || auth === 'none' || node.credentialId === undefined) return undefined
    if ((await store.credentials.find(account, node.credentialId.toLowerCase())) !== undefined)
      return undefined
    return `The credential of node "${node.id}" does not exist, so no request can be authenticated. Set \`credential_id\` to the id of an existing credential.`
  }

  async function present(
    { account, scopes }: Pick<Call, 'account' | 'scopes'>,
    defined: DefinedTrigger,
    { stored, isHeld }: { stored: domain.Trigger | undefined; isHeld: boolean },
  ): Promise<Trigger> {
    const { problem: known, schedule } = setUpTrigger(defined, stored)
    const problem = known ?? (await findProblem(account, defined)) ?? null
    return {
      node_id: defined.node.id,
      kind: defined.kind,
      active: stored?.state === 'live' && stored.pausedAt === null && !isHeld && problem === null,
      paused_at: timestampOrNull(stored?.pausedAt ?? null),
      problem,
      ...(defined.kind === 'webhook' &&
        maySeeAddresses(scopes) &&
        stored?.inboundKey &&
        addressesOf(stored.inboundKey)),
      ...(schedule && { next_runs: nextRuns(schedule, clock.now(), RUNS_SHOWN).map(timestamp) }),
    }
  }

  async function list(call: Pick<Call, 'account' | 'scopes'>, workflowId: string): Promise<Trigger[]> {
    const { account } = call
    const workflow = await store.workflows.find(account, workflowId)
    if (workflow === undefined) throw notFound('workflow')
    const stored = await store.triggers.list(account, workflowId)
    const isHeld = isPaused(await store.pauses.find(account))
    const byNode = new Map(stored.map((trigger) => [trigger.nodeId, trigger]))
    const draft = workflow.status === 'published' ? await store.drafts.find(account, workflowId) : undefined
    const live = findTriggers(workflow)
    const liveIds = new Set(live.map(({ node }) => node.id))
    // Those that are only in the working copy come last.
    const edited = (draft === undefined ? [] : findTriggers(draft)).filter(
      ({ node }) => !liveIds.has(node.id),
    )
    return Promise.all(
      [...live, ...edited].map((trigger) =>
        present(call, trigger, { stored: byNode.get(trigger.node.id), isHeld }),
      ),
    )
  }

  return [
    reads(listTriggers, async (call) => ({ data: await list(call, call.params.id) })),
    reads(
      listUpcomingRuns,
      async ({ account, query }) => {
        const { after, limit } = upcomingCursor.read(query)
        const rows = await store.triggers.listUpcoming(account, { after, limit: limit + 1 })
        const { items, meta } = upcomingCursor.page(limit, rows)
        return { data: items.map(presentUpcoming), meta }
      },
      ({ query }, isValid) => upcomingCursor.check(query, isValid),
    ),
  ]
}

const upcomingCursor = new PositionCursor<UpcomingPosition>({
  write: ({ fireAt, id }) => `${fireAt} ${id}`,
  read(text) {
    const [, fireAt, id = ''] = /^(\d{1,15}) (\S{36})$/.exec(text) ?? []
    return isUuid(id) ? { fireAt: Number(fireAt), id } : undefined
  },
})

function presentUpcoming({ trigger, workflowName, run }: UpcomingSchedule): UpcomingRun {
  return {
    workflow_id: trigger.workflowId,
    workflow_name: workflowName,
    node_id: trigger.nodeId,
    data: trigger.data,
    next_run_at: timestamp(run),
  }
}

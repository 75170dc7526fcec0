import type { Issue } from '@millrace/contract/errors.ts'
import { MAX_SAMPLE_ITEMS, type PollSample, resetPoll, samplePoll } from '@millrace/contract/poll.ts'
import { type AccountId, invalid, type JsonObject, type JsonValue, newPoll, notFound } from '#domain/index.ts'
import { type Binding, commits, writes } from '#http/index.ts'
import { type PollSettings, readPoll } from '#nodes/index.ts'
import type { NodeKind } from '#ports/index.ts'
import { findWorkingCopy } from '../../executions/working-copy-runs.ts'
import type { FeatureDeps } from '../../shared/feature-deps.ts'
import { timestamp } from '../../shared/timestamps.ts'
import { ConcurrentRequests } from '../concurrent-requests.ts'
import { findTriggers } from '../find-triggers.ts'
import { setUpTrigger } from '../set-up-trigger.ts'
import { type Fetched, fetchItems, isLongCursor, LONG_CURSOR } from './fetch-items.ts'
import { pollAtOnce } from '../poll-at-once.ts'
import { readVars } from './read-variables.ts'

/** Samples that an account may fetch at the same time. */
const MAX_SAMPLES = 5
const NO_POLL = 'must be a poll'

interface SampleRequest {
  readonly account: AccountId
  readonly workflowId: string
  readonly nodeId: string
  readonly signal: AbortSignal
  /** Undefined: the one that is stored. Null: none, as in a first poll. */
  readonly cursor: JsonValue | undefined
}

/** Trying a poll, and making it start again. */
export function pollRoutes(context: FeatureDeps, kinds: readonly NodeKind[]): Binding[] {
  const { store, clock, ids } = context
  // Each keeps a connection to another service open.
  const requests = new ConcurrentRequests(MAX_SAMPLES, `This account already fetches ${MAX_SAMPLES} samples.`)

  /** The trigger as the working copy defines it. */
  async function findPoll({ account, workflowId, nodeId }: SampleRequest) {
    const definition = await findWorkingCopy(store, account, workflowId)
    if (definition === undefined) throw notFound('workflow')
    const defined = findTriggers(definition).find(({ node }) => node.id === nodeId)
    if (defined === undefined) throw notFound('trigger')
    const problem = defined.kind === 'poll' ? setUpTrigger(defined).problem : NO_POLL
    const read = readPoll(defined.node.data)
    if (problem !== undefined || !read.ok) {
      throw invalid([{ path: 'node_id', message: problem ?? NO_POLL }], problem)
    }
    return { node: defined.node, settings: read.poll, variables: definition.variables }
  }

  async function sample(request: SampleRequest): Promise<PollSample> {
    const { account, workflowId, nodeId, signal } = request
    const { node, settings, variables } = await findPoll(request)
    const stored = (await store.triggers.list(account, workflowId)).find((one) => one.nodeId === nodeId)
    const poll = stored && (await store.polls.find(account, [stored.id])).get(stored.id)
    const now = clock.now()
    const cursor = request.cursor === undefined ? (poll?.cursor ?? null) : request.cursor
    const fetched = await fetchItems(kinds, {
      settings,
      account,
      credentialId: node.credentialId,
      cursor,
      variables,
      vars: await readVars(store, account, node.data),
      id: ids.next(now),
      now,
      signal,
    })
    if ('ok' in fetched) {
      const { code, message } = fetched
      return { ...NOTHING_FOUND, polled_at: timestamp(now), error: { code, message }, cursor }
    }
    const keys = fetched.items.map(({ key }) => key)
    const seen = stored === undefined ? new Set<string>() : await store.polls.findSeen(stored.id, keys)
    return {
      polled_at: timestamp(now),
      error: null,
      total: fetched.list.length,
      new: keys.filter((key) => !seen.has(key)).length,
      items: fetched.list.slice(0, MAX_SAMPLE_ITEMS),
      cursor: fetched.cursor ?? cursor,
      has_more: fetched.hasMore,
      input: inputOf(fetched, settings, now),
    }
  }

  return [
    commits(
      samplePoll,
      {
        // It calls another service, so it must not hold a transaction open.
        prepare: ({ account, params, body, signal }) =>
          requests.run(account, () =>
            sample({
              account,
              workflowId: params.id,
              nodeId: params.node_id,
              signal,
              cursor: body.cursor as JsonValue | undefined,
            }),
          ),
        commit: async (_call, data) => ({ data }),
      },
      ({ body }) => checkCursor(body),
    ),
    writes(
      resetPoll,
      async ({ account, params, body }, tx) => {
        const { id: workflowId, node_id: nodeId } = params
        const workflow = await store.workflows.find(account, workflowId, tx)
        if (workflow === undefined) throw notFound('workflow')
        const trigger = await store.triggers.findForChange(tx, account, workflowId, nodeId)
        if (trigger === undefined || trigger.state === 'gone') throw notFound('trigger')
        if (trigger.kind !== 'poll') throw invalid([{ path: 'node_id', message: NO_POLL }])
        const cursor = (body.cursor ?? null) as JsonValue
        await store.polls.reset(tx, trigger.id)
        if (cursor !== null) {
          await store.polls.save(tx, { ...newPoll(trigger.id, account), cursor, isPrimed: true })
        }
        const read = readPoll(trigger.data, { long: 'skip' })
        if (read.ok && trigger.fireAt !== null) {
          const times = pollAtOnce(trigger.id, read.poll.schedule, clock.now())
          await store.triggers.save(tx, [{ ...trigger, ...times }])
        }
        return {
          data: { workflow_id: workflowId, node_id: nodeId, cursor },
          change: { name: workflow.name, details: { node_id: nodeId } },
        }
      },
      ({ body }) => checkCursor(body),
    ),
  ]
}

/** A cursor may be any JSON value. */
function checkCursor({ cursor = null }: { readonly cursor?: unknown } = {}): readonly Issue[] {
  return isLongCursor(cursor as JsonValue) ? [{ path: 'cursor', message: LONG_CURSOR }] : []
}

const NOTHING_FOUND = { total: 0, new: 0, items: [], has_more: false, input: null }

/** What a run that the poll starts gets, whether or not the items are new. */
function inputOf({ list }: Fetched, { mode }: PollSettings, now: number): JsonObject | null {
  const [first] = list
  if (first === undefined) return null
  const polledAt = timestamp(now)
  return mode === 'item'
    ? { item: first, polled_at: polledAt }
    : { items: list.slice(0, MAX_SAMPLE_ITEMS), polled_at: polledAt }
}

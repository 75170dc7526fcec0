import { MAX_SIGNAL_SIZE } from '@millrace/contract/execution-control.ts'
import type { Issue } from '@millrace/contract/errors.ts'
import { answerWait, listWaits, type Wait } from '@millrace/contract/wait.ts'
import {
  type AccountId,
  conflict,
  invalid,
  isUuid,
  type JsonObject,
  type JsonValue,
  measureJson,
  notFound,
} from '#domain/index.ts'
import { type Engine, stepKeyOf } from '#engine/index.ts'
import { type Binding, commits, PositionCursor, reads, type RequestCheck } from '#http/index.ts'
import type { OpenApproval, OpenWait } from '#ports/index.ts'
import type { FeatureDeps } from '../../shared/feature-deps.ts'
import { inTransaction } from '../../shared/in-transaction.ts'
import { timestamp, timestampOrNull } from '../../shared/timestamps.ts'
import { findApprovalRequest, readApprovalRequest } from './approval-request.ts'
import { checkDecision } from './read-decision.ts'

const ANSWERED = 'The step no longer waits: it was answered before, has timed out, or its run has ended.'

/** What waits for a person, for callers that are signed in or have a key. Everybody else uses the links. */
export function waitRoutes({ store, clock }: FeatureDeps, engine: Engine): Binding[] {
  const { executions } = store

  async function present(account: AccountId, approval: OpenApproval): Promise<Wait> {
    const { executionId, step } = approval
    const { message, fields } = readApprovalRequest(step)
    const version = await engine.version(account, approval.versionId)
    const nodeId = step?.nodeId ?? ''
    return {
      id: approval.id,
      execution_id: executionId,
      workflow_id: approval.workflowId,
      workflow_name: approval.workflowName,
      is_test: approval.isTest,
      key: step === undefined ? '' : stepKeyOf(step),
      node_id: nodeId,
      node_name: version.nodes.get(nodeId)?.node.name ?? null,
      message,
      fields: [...fields],
      since: timestamp(step?.startedAt ?? approval.begunAt),
      until: timestampOrNull(approval.dueAt),
    }
  }

  /** The open approval; anything else is refused. */
  async function findApproval(account: AccountId, executionId: string, waitId: string): Promise<OpenWait> {
    if ((await executions.find(account, executionId)) === undefined) throw notFound('execution')
    const open = await executions.findWait(waitId)
    if (open === undefined || open.executionId !== executionId || open.kind !== 'approval') {
      throw (await executions.hasReachedWait(executionId, waitId)) ? conflict(ANSWERED) : notFound('wait')
    }
    if (open.dueAt !== null && open.dueAt <= clock.now()) throw conflict(ANSWERED)
    return open
  }

  return [
    reads(
      listWaits,
      async ({ account, query }) => {
        const { after: before, limit } = waitCursor.read(query)
        const filter = {
          now: clock.now(),
          executionId: query.execution_id?.toLowerCase(),
          workflowId: query.workflow_id?.toLowerCase(),
        }
        const rows = await executions.listApprovals(account, filter, { before, limit: limit + 1 })
        const items = rows.slice(0, limit)
        const last = rows.length > limit ? items.at(-1) : undefined
        const data: Wait[] = []
        for (const approval of items) data.push(await present(account, approval))
        const total = await executions.countApprovals(account, filter)
        return { data, meta: { ...waitCursor.meta(limit, last), total } }
      },
      ({ query }, isValid) => waitCursor.check(query, isValid),
    ),
    commits(
      answerWait,
      {
        async prepare({ account, actor, params, body }): Promise<JsonObject> {
          const open = await findApproval(account, params.id, params.wait_id)
          const { fields } = await findApprovalRequest(executions, open)
          const { approved, comment = '', data = {} } = body
          const sent = { approved, comment: comment.trim(), answers: data as JsonValue }
          const decision = checkDecision(sent, fields)
          if ('issues' in decision) throw invalid(decision.issues)
          return { ...decision.data, answered_by: actor.name }
        },
        async commit({ params: { id, wait_id: waitId } }, data, given) {
          const signal = { event: null, waitId, data }
          const result = await inTransaction(store, given, (tx) => engine.signal(tx, id, signal))
          if (result !== 'woken' && result !== 'enqueued') throw conflict(ANSWERED)
          return {
            data: { execution_id: id, wait_id: waitId, status: 'accepted' },
            headers: { location: `/v1/executions/${id}` },
          }
        },
      },
      checkSize,
    ),
  ]
}

const checkSize: RequestCheck<typeof answerWait> = ({ body }, isValid): readonly Issue[] => {
  if (!isValid('data') || body.data === undefined) return []
  if (measureJson(body.data as JsonValue, MAX_SIGNAL_SIZE) <= MAX_SIGNAL_SIZE) return []
  return [{ path: 'data', message: `must not be larger than ${MAX_SIGNAL_SIZE / 1024} KiB` }]
}

const waitCursor = new PositionCursor<Pick<OpenApproval, 'begunAt' | 'id'>>({
  write: ({ begunAt, id }) => `${begunAt}.${id}`,
  read(text) {
    const [, begunAt = '', id = ''] = /^(\d{1,15})\.([0-9a-f-]{36})$/.exec(text) ?? []
    return isUuid(id) ? { begunAt: Number(begunAt), id } : undefined
  },
})

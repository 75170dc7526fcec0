import { executeWorkflow, getExecution, listExecutions } from '@millrace/contract/execution.ts'
import { invalid, isFinal, type JsonObject, notFound, readTimeRange } from '#domain/index.ts'
import type { Accepted, Engine } from '#engine/index.ts'
import {
  type Answer,
  type Binding,
  type Call,
  checkCursor,
  commits,
  cursorPage,
  readCursor,
  reads,
  type RequestCheck,
} from '#http/index.ts'
import type { FeatureDeps } from '../shared/feature-deps.ts'
import { presentAccepted, presentExecutionSummary } from './execution-presenter.ts'
import { readExecution } from './read-execution.ts'

export function executionRoutes(context: FeatureDeps, engine: Engine): Binding[] {
  const { store } = context

  async function answerAtEnd(
    { account, waitSeconds, signal }: Call,
    { id, isEnded }: Accepted,
  ): Promise<Answer | undefined> {
    if (!isEnded) await engine.watch.untilEnd(account, id, waitSeconds * 1000, signal)
    const data = await readExecution(store.executions, account, id)
    if (data === undefined || !isFinal(data.status)) return undefined
    return { data, status: 200, headers: { ...locationOf(id), 'preference-applied': `wait=${waitSeconds}` } }
  }

  return [
    commits(executeWorkflow, {
      async commit(call, _prepared, tx) {
        const { account, params, body, waitSeconds } = call
        const input = (body.input ?? {}) as JsonObject
        const accepted = await engine.accept({ account, workflowId: params.id, input }, tx)
        if (accepted === undefined) throw notFound('workflow')
        return {
          data: presentAccepted(accepted),
          headers: locationOf(accepted.id),
          ...(waitSeconds > 0 && { laterAnswer: () => answerAtEnd(call, accepted) }),
        }
      },
    }),
    reads(getExecution, async ({ account, params }) => {
      const data = await readExecution(store.executions, account, params.id)
      if (data === undefined) throw notFound('execution')
      return { data }
    }),
    reads(
      listExecutions,
      async ({ account, params, query }) => {
        const range = readTimeRange(query.from, query.to)
        if (!('to' in range)) throw invalid(range)
        const cursor = readCursor(query)
        if (!(await store.workflows.exists(account, params.id))) throw notFound('workflow')
        const rows = await store.executions.list(
          account,
          params.id,
          { status: query.status, ...range },
          cursor,
        )
        const { items, meta } = cursorPage(cursor, rows)
        return { data: items.map(presentExecutionSummary), meta }
      },
      checkListQuery,
    ),
  ]
}

function locationOf(executionId: string) {
  return { location: `/v1/executions/${executionId}` }
}

const checkListQuery: RequestCheck<typeof listExecutions> = ({ query }, isValid) => {
  const range = readTimeRange(isValid('from') ? query.from : undefined, isValid('to') ? query.to : undefined)
  return [...('to' in range ? [] : range), ...checkCursor(query, isValid)]
}

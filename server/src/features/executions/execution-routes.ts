import { executeWorkflow, getExecution, listExecutions } from '@millrace/contract/execution.ts'
import type { ExecutionTrigger } from '@millrace/contract/execution-list.ts'
import {
  type Actor,
  type InputProblem,
  invalid,
  isFinal,
  type JsonObject,
  notFound,
  readTimeRange,
} from '#domain/index.ts'
import { type Accepted, type Engine, type ExecutionRequest, findInputProblems } from '#engine/index.ts'
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
import type { Transaction } from '#ports/index.ts'
import type { FeatureDeps } from '../shared/feature-deps.ts'
import { inTransaction } from '../shared/in-transaction.ts'
import { presentAccepted, presentExecution, presentExecutionSummary } from './execution-presenter.ts'
import { readExecution } from './read-execution.ts'
import { listNodes, pinnedInput, saveTestVersion } from './working-copy-runs.ts'

export function executionRoutes(context: FeatureDeps, engine: Engine): Binding[] {
  const { store } = context

  /** Runs the working copy. */
  async function acceptTest(
    tx: Transaction,
    { account, workflowId, input, trigger }: ExecutionRequest,
    options: TestOptions,
  ): Promise<Accepted> {
    const { until, trigger_node_id: fired } = options
    const { versionId, definition } = await saveTestVersion(context, tx, { account, workflowId, until })
    const triggers = engine.triggersOf(definition)
    if (fired !== undefined && !triggers.includes(fired)) {
      const message = `must be the id of a trigger of the working copy: ${listNodes(triggers)}`
      throw invalid([{ path: 'trigger_node_id', message }])
    }
    const pinned = options.input === undefined ? pinnedInput(definition, fired ?? triggers[0]) : undefined
    if (pinned === undefined) {
      const version = await engine.compileTest(account, definition, until)
      refuseInput(findInputProblems(version, fired ?? null, input))
    }
    const request = {
      account,
      workflowId,
      input: pinned ?? input,
      triggerNodeId: fired ?? null,
      ...(trigger !== undefined && { trigger }),
    }
    return engine.acceptTest(tx, request, versionId)
  }

  async function answerAtEnd(call: Call, accepted: Accepted): Promise<Answer | undefined> {
    const { account, waitSeconds } = call
    const { id, isEnded } = accepted
    const ended = isEnded
      ? accepted.ended
      : await engine.watch.untilEnd(account, id, waitSeconds * 1000, call.signal)
    const data =
      ended === undefined
        ? await readExecution(store.executions, account, id)
        : presentExecution(ended, ended.logs)
    if (data === undefined || !isFinal(data.status)) return undefined
    return { data, status: 200, headers: { ...locationOf(id), 'preference-applied': `wait=${waitSeconds}` } }
  }

  return [
    commits(
      executeWorkflow,
      {
        // It may read the workflow, for which a transaction must not wait.
        prepare({ account, params, body }) {
          if (body.draft === true) return
          const problems = engine.checkInput(account, params.id, (body.input ?? {}) as JsonObject)
          return problems instanceof Promise ? problems.then(refuseInput) : refuseInput(problems)
        },
        async commit(call, _prepared, tx) {
          const { account, actor, params, body, waitSeconds } = call
          const request = {
            account,
            workflowId: params.id,
            input: (body.input ?? {}) as JsonObject,
            trigger: triggerOf(actor),
            isAwaited: waitSeconds > 0,
          }
          const accepted =
            body.draft === true
              ? await inTransaction(store, tx, (own) => acceptTest(own, request, body))
              : await engine.accept(request, tx)
          if (accepted === undefined) throw notFound('workflow')
          const outcome = { data: presentAccepted(accepted), headers: locationOf(accepted.id) }
          return waitSeconds > 0 ? { ...outcome, laterAnswer: () => answerAtEnd(call, accepted) } : outcome
        },
      },
      checkTestOptions,
    ),
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

function refuseInput(problems: readonly InputProblem[]): void {
  if (problems.length === 0) return
  throw invalid(
    problems.map(({ path, message }) => ({ path: path === '' ? 'input' : `input.${path}`, message })),
  )
}

/** What starts a run by request: a person in the web app, or a program. */
function triggerOf({ kind }: Actor): ExecutionTrigger {
  return kind === 'person' ? 'manual' : 'api'
}

interface TestOptions {
  readonly input?: object
  readonly until?: string
  readonly trigger_node_id?: string
}

const checkTestOptions: RequestCheck<typeof executeWorkflow> = ({ body }, isValid) => {
  if (body.draft === true || !isValid('draft')) return []
  return (['until', 'trigger_node_id'] as const)
    .filter((name) => body[name] !== undefined && isValid(name))
    .map((path) => ({ path, message: 'can be used only with `draft: true`' }))
}

function locationOf(executionId: string) {
  return { location: `/v1/executions/${executionId}` }
}

const checkListQuery: RequestCheck<typeof listExecutions> = ({ query }, isValid) => {
  const range = readTimeRange(isValid('from') ? query.from : undefined, isValid('to') ? query.to : undefined)
  return [...('to' in range ? [] : range), ...checkCursor(query, isValid)]
}

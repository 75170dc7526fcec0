import assert from 'node:assert/strict'
import {
  type AccountId,
  type Execution,
  MAX_CHAIN,
  type OpenExecution,
  type Trigger,
  UNOWNED,
  type Workflow,
} from '#domain/index.ts'
import type { Checkpoint } from '#ports/index.ts'
import { testPromises } from '../conformance-suite.ts'
import type { EngineStoreOptions, EngineSubject } from '../engine-store.ts'
import { accept, checkpointOf, ENDED, endingOf, sampleChild, startChild } from './execution-samples.ts'
import { sampleExecution, sampleWorkflow } from '../samples.ts'

const AT = Date.UTC(2026, 0, 31, 8, 30)
const ALL = { status: undefined, from: undefined, to: undefined }
const COMPLETED = { ...ENDED, completedAt: AT + 90_000 }
const ERROR = { code: 'NODE_FAILED', message: 'No.', node_id: 'a' }
const FAILED = { ...COMPLETED, status: 'failed' as const, error: ERROR }
const CANCELLED = { code: 'CANCELLED', message: 'Cancelled.', node_id: null }

export function testFollowUpRuns(options: EngineStoreOptions): void {
  testPromises(options, {
    async 'An end starts a run of the workflow that follows it, with the end as its input'(subject) {
      const { workflow, follower } = await withFollower(subject)
      const open = await accept(subject, workflow, { startedAt: AT })
      await end(subject, open, { ...COMPLETED, output: { text: 'é' } })
      const [run, ...others] = await runsOf(subject, follower)
      assert.deepEqual(others, [])
      const { id: _, ...started } = run ?? assert.fail('not started')
      assert.deepEqual(started, {
        accountId: workflow.accountId,
        workflowId: follower.id,
        versionId: follower.versionId,
        status: 'running',
        startedAt: AT + 90_000,
        completedAt: null,
        triggerNodeId: 'follows',
        retryOf: null,
        input: {
          event: 'workflow.completed',
          execution_id: open.id,
          workflow_id: workflow.id,
          workflow_name: workflow.name,
          status: 'completed',
          started_at: '2026-01-31T08:30:00.000Z',
          completed_at: '2026-01-31T08:31:30.000Z',
          output: { text: 'é' },
          error: null,
        },
        output: {},
        error: null,
      })
    },

    async 'A follow-up run is unowned, and its process is notified after the commit'(subject) {
      const { store } = subject
      const { workflow, follower } = await withFollower(subject)
      const open = await accept(subject, workflow)
      let notifications = 0
      const unsubscribe = store.claims.subscribe(() => (notifications += 1))
      await end(subject, open)
      unsubscribe()
      assert.equal(notifications, 1)
      const [run] = await runsOf(subject, follower)
      const loaded = await store.journal.load(run?.id ?? '', UNOWNED)
      assert.deepEqual([loaded?.depth, loaded?.parent, loaded?.sequence], [0, null, 0])
    },

    async 'A trigger follows the status it names, in its own account'(subject) {
      const { workflow, follower } = await withFollower(subject, { topic: 'workflow.failed' })
      const stranger = await withFollower(subject, { topic: 'workflow.failed' })
      await end(subject, await accept(subject, workflow))
      assert.deepEqual(await runsOf(subject, follower), [])
      await end(subject, await accept(subject, workflow), FAILED)
      const [run] = await runsOf(subject, follower)
      assert.deepEqual([run?.input['event'], run?.input['error']], ['workflow.failed', ERROR])
      assert.deepEqual(await runsOf(subject, stranger.follower), [])
    },

    async 'A trigger that names workflows follows only these'(subject) {
      const { workflow, follower } = await withFollower(subject)
      const other = await insertWorkflow(subject, workflow.accountId)
      const picky = await insertWorkflow(subject, workflow.accountId)
      await follow(subject, picky, { data: { workflow_ids: [other.id.toUpperCase()] } })
      const open = await accept(subject, other)
      await end(subject, open)
      await end(subject, await accept(subject, workflow))
      const followed = (await runsOf(subject, picky)).map(({ input }) => input['execution_id'])
      assert.deepEqual(followed, [open.id])
      assert.equal((await runsOf(subject, follower)).length, 2)
    },

    async 'A workflow never follows itself'(subject) {
      const { follower } = await withFollower(subject)
      const open = await accept(subject, follower)
      await end(subject, open)
      assert.deepEqual(
        (await runsOf(subject, follower)).map(({ id }) => id),
        [open.id],
      )
    },

    async 'A deleted workflow follows nothing'(subject) {
      const { store } = subject
      const { workflow, follower } = await withFollower(subject)
      await store.write((tx) => store.workflows.delete(tx, follower.accountId, follower.id, AT))
      await end(subject, await accept(subject, workflow))
      assert.deepEqual(await runsOf(subject, follower), [])
    },

    async 'Every trigger starts one run per end'(subject) {
      const { workflow, follower } = await withFollower(subject)
      const second = await insertWorkflow(subject, workflow.accountId)
      await follow(subject, second)
      await follow(subject, second, { nodeId: 'also follows' })
      const open = await Promise.all(Array.from({ length: 10 }, () => accept(subject, workflow)))
      await Promise.all(open.map((one) => end(subject, one)))
      for (const [one, count] of [[follower, 10] as const, [second, 20] as const]) {
        assert.equal((await runsOf(subject, one)).length, count)
      }
    },

    async 'Workflows that follow each other stop at the limit of a chain'(subject) {
      const { workflow, follower } = await withFollower(subject)
      await follow(subject, workflow)
      const first = await accept(subject, workflow)
      for (let ended: OpenExecution | undefined = first; ended !== undefined;) {
        await end(subject, ended)
        ended = await findOpen(subject, [workflow, follower])
      }
      const runs = [...(await runsOf(subject, workflow)), ...(await runsOf(subject, follower))]
      assert.equal(runs.length, 1 + MAX_CHAIN)
    },

    async 'A sub-workflow continues the chain of the run that starts it'(subject) {
      const { store, ids } = subject
      const { workflow, follower } = await withFollower(subject)
      await follow(subject, workflow)
      let open = await accept(subject, workflow)
      for (let length = 0; length < MAX_CHAIN; length += 1) {
        const child = sampleChild(ids, open, null, { owner: UNOWNED })
        assert.equal(await store.journal.checkpoint(checkpointOf(open, { children: [child] })), 'committed')
        // Only the sub-workflow continues the chain: the run itself stays open.
        const started = (await store.journal.load(child.id, UNOWNED)) ?? assert.fail('not started')
        await end(subject, started)
        const runs = [...(await runsOf(subject, workflow)), ...(await runsOf(subject, follower))]
        const next = runs.find(({ input }) => input['execution_id'] === started.id)
        open = (await store.journal.load(next?.id ?? '', UNOWNED)) ?? assert.fail('no follow-up run')
      }
      const last = sampleChild(ids, open, null, { owner: UNOWNED })
      await store.journal.checkpoint(checkpointOf(open, { children: [last] }))
      await end(subject, (await store.journal.load(last.id, UNOWNED)) ?? assert.fail('not started'))
      const runs = [...(await runsOf(subject, workflow)), ...(await runsOf(subject, follower))]
      assert.equal(
        runs.some(({ input }) => input['execution_id'] === last.id),
        false,
      )
    },

    async 'An end that is stored with its acceptance has follow-up runs too'(subject) {
      const { workflow, follower } = await withFollower(subject)
      const wanted = sampleExecution(subject.ids, workflow, { startedAt: AT })
      const ending = endingOf(wanted, workflow, { next: { ...COMPLETED, completedAt: AT } })
      assert.equal(await subject.store.intake.acceptWith(wanted, workflow.versionId, ending), 'stored')
      const followed = (await runsOf(subject, follower)).map(({ input }) => input['execution_id'])
      assert.deepEqual(followed, [wanted.id])
    },

    async 'A cancelled execution and its sub-workflows have follow-up runs, each once'(subject) {
      const { store } = subject
      const { workflow, follower } = await withFollower(subject, { topic: 'workflow.failed' })
      const { parent, child } = await startChild(subject, await accept(subject, workflow))
      for (const expected of [true, false]) assert.equal(await cancel(subject, parent), expected)
      const followed = (await runsOf(subject, follower)).map(({ input }) => input['execution_id'] as string)
      assert.deepEqual(followed.toSorted(), [parent.id, child.id].toSorted())
      assert.equal(await store.journal.load(child.id, child.owner), undefined)
    },

    async 'An end that is rolled back or lost starts nothing'(subject) {
      const { workflow, follower } = await withFollower(subject, { topic: 'workflow.failed' })
      const open = await accept(subject, workflow)
      await assert.rejects(cancel(subject, open, new Error('rolled back')), /rolled back/)
      const { store } = subject
      assert.equal(
        await store.journal.checkpoint(checkpointOf({ ...open, owner: 'other' }, { next: FAILED })),
        'lost',
      )
      assert.deepEqual(await runsOf(subject, follower), [])
    },
  })
}

/** A workflow, and another one that follows every workflow of the account. */
async function withFollower(
  subject: EngineSubject,
  changes: Partial<Trigger> = {},
): Promise<{ workflow: Workflow; follower: Workflow }> {
  const account = await subject.newAccount()
  const workflow = await insertWorkflow(subject, account)
  const follower = await insertWorkflow(subject, account)
  await follow(subject, follower, changes)
  return { workflow, follower }
}

async function insertWorkflow({ store, ids }: EngineSubject, account: AccountId): Promise<Workflow> {
  const workflow = sampleWorkflow(ids, account)
  await store.write((tx) => store.workflows.insert(tx, workflow))
  return workflow
}

async function follow(
  { store, ids }: EngineSubject,
  { id: workflowId, accountId }: Workflow,
  changes: Partial<Trigger> = {},
): Promise<void> {
  const trigger: Trigger = {
    id: ids.next(AT),
    accountId,
    workflowId,
    nodeId: 'follows',
    kind: 'event',
    state: 'live',
    data: {},
    credentialId: null,
    topic: 'workflow.completed',
    inboundKey: null,
    nextRun: null,
    fireAt: null,
    pausedAt: null,
    pausedBy: null,
    ...changes,
  }
  await store.write((tx) => store.triggers.save(tx, [trigger]))
}

async function end(
  { store }: EngineSubject,
  open: OpenExecution,
  next: Checkpoint['next'] = COMPLETED,
): Promise<void> {
  assert.equal(await store.journal.checkpoint(checkpointOf(open, { next })), 'committed')
}

function cancel({ store }: EngineSubject, { accountId, id }: OpenExecution, failure?: Error) {
  const log = { at: AT, level: 'warn' as const, message: 'Cancelled.', node_id: null }
  return store.write(async (tx) => {
    const isCancelled = await store.intake.cancel(tx, {
      account: accountId,
      id,
      at: AT,
      error: CANCELLED,
      log,
    })
    if (failure !== undefined) throw failure
    return isCancelled
  })
}

async function runsOf({ store }: EngineSubject, { accountId, id }: Workflow): Promise<readonly Execution[]> {
  const listed = await store.executions.list(accountId, id, ALL, { before: undefined, limit: 100 })
  const found = await Promise.all(listed.map((one) => store.executions.find(accountId, one.id)))
  return found.map((run) => run ?? assert.fail('not found'))
}

async function findOpen(
  subject: EngineSubject,
  workflows: readonly Workflow[],
): Promise<OpenExecution | undefined> {
  const runs = (await Promise.all(workflows.map((workflow) => runsOf(subject, workflow)))).flat()
  const open = runs.find(({ completedAt }) => completedAt === null)
  return open && subject.store.journal.load(open.id, UNOWNED)
}

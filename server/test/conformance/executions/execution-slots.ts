import assert from 'node:assert/strict'
import fc from 'fast-check'
import type { OnLimit, OpenExecution, Workflow } from '#domain/index.ts'
import type { AdmissionResult, Ending } from '#ports/index.ts'
import { testPromises } from '../conformance-suite.ts'
import type { EngineStoreOptions, EngineSubject } from '../engine-store.ts'
import { accept, checkpointOf, ENDED, insertWorkflow, sampleSignal, signal } from './execution-samples.ts'

const KEY = 'key'
const CLAIMER = 'claimer'

function ending(code: string): Ending {
  return {
    at: 50,
    error: { code, message: code, node_id: null },
    log: { at: 50, level: 'warn', message: code, node_id: null },
  }
}

/** How many executions run concurrently. */
export function testExecutionSlots(options: EngineStoreOptions): void {
  testPromises(options, {
    async 'Concurrency slots are granted up to the limit, and again to their holder'(subject) {
      const workflow = await insertWorkflow(subject)
      const [a, b, c] = await acceptThree(subject, workflow)
      assert.equal(await admit(subject, a, { limit: 2 }), 'admitted')
      assert.equal(await admit(subject, b, { limit: 2 }), 'admitted')
      assert.equal(await admit(subject, a, { limit: 2 }), 'admitted')
      assert.equal(await admit(subject, c, { limit: 2 }), 'queued')
      assert.deepEqual(await statuses(subject, [a, b, c]), ['running', 'running', 'pending'])
      assert.equal(await subject.store.journal.load(c.id, c.owner), undefined)
    },

    async 'Executions with the same key of the same workflow share a limit; others do not'(subject) {
      const workflow = await insertWorkflow(subject)
      const [a, b] = [await accept(subject, workflow), await accept(subject, workflow)]
      const other = await accept(subject)
      assert.equal(await admit(subject, a, { key: 'x' }), 'admitted')
      assert.equal(await admit(subject, b, { key: 'y' }), 'admitted')
      assert.equal(await admit(subject, other, { key: 'x' }), 'admitted')
    },

    async 'Waiting executions get slots in order, each when an earlier one ends'(subject) {
      const workflow = await insertWorkflow(subject)
      const runs = await acceptThree(subject, workflow)
      const [a, b, c] = runs
      await admit(subject, a)
      // The younger one asked first.
      await admit(subject, c)
      await admit(subject, b)
      await finish(subject, a)
      assert.deepEqual(await statuses(subject, runs), ['completed', 'running', 'pending'])
      const taken = await take(subject, b)
      assert.equal(await admit(subject, taken), 'admitted')
      await cancel(subject, b)
      assert.deepEqual(await statuses(subject, runs), ['completed', 'failed', 'running'])
      await cancel(subject, c)
      const d = await accept(subject, workflow)
      assert.equal(await admit(subject, d), 'admitted')
    },

    async 'An execution that ended while it waited gets no slot'(subject) {
      const workflow = await insertWorkflow(subject)
      const runs = await acceptThree(subject, workflow)
      const [a, b, c] = runs
      for (const run of runs) await admit(subject, run)
      await cancel(subject, b)
      assert.deepEqual(await statuses(subject, runs), ['running', 'failed', 'pending'])
      await finish(subject, a)
      assert.deepEqual(await statuses(subject, [b, c]), ['failed', 'running'])
    },

    async 'The limit of the youngest execution applies, and nothing overtakes a waiting execution'(subject) {
      const workflow = await insertWorkflow(subject)
      const runs: OpenExecution[] = []
      const acceptWithLimit = async (limit: number) => {
        const run = await accept(subject, workflow)
        runs.push(run)
        return admit(subject, run, { limit })
      }
      assert.equal(await acceptWithLimit(1), 'admitted')
      assert.equal(await acceptWithLimit(1), 'queued')
      assert.equal(await acceptWithLimit(1), 'queued')
      // Two more slots, which go to the waiting executions.
      assert.equal(await acceptWithLimit(3), 'queued')
      assert.deepEqual(await statuses(subject, runs), ['running', 'running', 'running', 'pending'])
      assert.equal(await acceptWithLimit(5), 'admitted')
      assert.equal(await acceptWithLimit(2), 'queued')
      assert.deepEqual((await statuses(subject, runs)).slice(3), ['running', 'running', 'pending'])
      for (const [n, run] of runs.slice(0, 3).entries()) {
        await finish(subject, n === 0 ? run : await take(subject, run))
        assert.deepEqual((await statuses(subject, runs)).slice(5), ['pending'])
      }
      await finish(subject, await take(subject, runs[3] ?? assert.fail()))
      assert.deepEqual((await statuses(subject, runs)).slice(4), ['running', 'running'])
    },

    async 'An older execution that asks late does not bring back its old limit'(subject) {
      const workflow = await insertWorkflow(subject)
      const [late, a, b] = [
        await accept(subject, workflow),
        await accept(subject, workflow),
        await accept(subject, workflow),
      ]
      assert.equal(await admit(subject, a, { limit: 1 }), 'admitted')
      assert.equal(await admit(subject, b, { limit: 1 }), 'queued')
      assert.equal(await admit(subject, late, { limit: 3 }), 'queued')
      assert.deepEqual(await statuses(subject, [late, a, b]), ['pending', 'running', 'pending'])
      await finish(subject, a)
      assert.deepEqual(await statuses(subject, [late, a, b]), ['running', 'completed', 'pending'])
    },

    async 'An execution that finds no slot ends with a reason when the policy is `drop`'(subject) {
      const workflow = await insertWorkflow(subject)
      const [a, b] = [await accept(subject, workflow), await accept(subject, workflow)]
      await admit(subject, a, { onLimit: 'drop' })
      assert.equal(await admit(subject, b, { onLimit: 'drop' }), 'dropped')
      const found = await subject.store.executions.find(b.accountId, b.id)
      assert.deepEqual([found?.status, found?.error?.code], ['failed', 'DROPPED'])
      const logs = await subject.store.executions.logs(b.accountId, b.id)
      assert.deepEqual(
        logs.map(({ message }) => message),
        ['DROPPED'],
      )
      const c = await accept(subject, workflow)
      assert.equal((await requestSlot(subject, c, { key: null })).kind, 'dropped')
    },

    async 'The oldest execution ends when the policy is `replace`'(subject) {
      const workflow = await insertWorkflow(subject)
      const runs = await acceptThree(subject, workflow)
      const [a, b, c] = runs
      const replace = { limit: 2, onLimit: 'replace' as const }
      await admit(subject, a, replace)
      await admit(subject, b, replace)
      assert.deepEqual(await requestSlot(subject, c, replace), { kind: 'admitted', replaced: [a.id] })
      assert.deepEqual(await statuses(subject, runs), ['failed', 'running', 'running'])
      assert.equal((await subject.store.executions.find(a.accountId, a.id))?.error?.code, 'REPLACED')
    },

    async 'A waiting execution is kept, however old it is, when ended ones are deleted'(subject) {
      const workflow = await insertWorkflow(subject)
      const [a, b] = [await accept(subject, workflow), await accept(subject, workflow)]
      await admit(subject, a)
      await admit(subject, b)
      const before = Date.now() + 86_400_000
      while ((await subject.store.retention.deleteEnded(before, 100)) > 0);
      assert.deepEqual(await statuses(subject, [a, b]), ['running', 'pending'])
      await finish(subject, a)
      while ((await subject.store.retention.deleteEnded(before, 100)) > 0);
      assert.deepEqual(await statuses(subject, [a, b]), [undefined, 'running'])
    },

    async 'A signal does not wake an execution that waits for a slot, and is kept for later'(subject) {
      const workflow = await insertWorkflow(subject)
      const [a, b] = [await accept(subject, workflow), await accept(subject, workflow)]
      await admit(subject, a)
      await admit(subject, b)
      assert.equal(await signal(subject, b, sampleSignal(subject.ids)), 'enqueued')
      assert.deepEqual(await statuses(subject, [b]), ['pending'])
      await finish(subject, a)
      assert.equal((await take(subject, b)).signals.length, 1)
    },

    async 'A former owner gets no slot, and a recovered execution keeps its slot'(subject) {
      const { store } = subject
      const workflow = await insertWorkflow(subject)
      const [a, b] = [await accept(subject, workflow, { owner: 'expired' }), await accept(subject, workflow)]
      await admit(subject, a)
      assert.equal(await admit(subject, { ...b, owner: 'another' }), 'lost')
      const taken = await store.claims.takeOver('successor', Number.MAX_SAFE_INTEGER, 1_000)
      assert.ok(taken.some(({ id }) => id === a.id))
      const open = (await store.journal.load(a.id, 'successor')) ?? assert.fail()
      assert.equal(await admit(subject, open), 'admitted')
      assert.equal(await admit(subject, a), 'lost')
      const recovered = (await store.journal.load(b.id, 'successor')) ?? assert.fail()
      assert.equal(await admit(subject, recovered), 'queued')
      await finish(subject, open)
      assert.deepEqual(await statuses(subject, [b]), ['running'])
    },

    async 'No slot is ever lost or granted twice, whatever the order of operations'(subject) {
      const command = fc.oneof(
        fc.constant({ do: 'start' as const, at: 0 }),
        fc.record({
          do: fc.constantFrom('finish' as const, 'cancel' as const, 'kill' as const),
          at: fc.nat(20),
        }),
      )
      const commands = fc.array(command, { maxLength: 25 })
      await fc.assert(
        fc.asyncProperty(commands, fc.integer({ min: 1, max: 3 }), async (all, limit) => {
          const model = new SlotModel(subject, await insertWorkflow(subject), limit)
          for (const one of all) {
            await model.carryOut(one)
            await model.check()
          }
          await model.drain()
        }),
        { numRuns: 15 },
      )
    },

    async 'A free slot goes to the next execution even when an earlier one is cancelled concurrently'(
      subject,
    ) {
      const workflow = await insertWorkflow(subject)
      for (let n = 0; n < 25; n += 1) {
        const runs = await acceptThree(subject, workflow)
        const [a, b, c] = runs
        for (const run of runs) await admit(subject, run)
        await Promise.all([finish(subject, a), cancel(subject, b)])
        assert.deepEqual(await statuses(subject, runs), ['completed', 'failed', 'running'])
        await cancel(subject, c)
      }
    },

    async 'Many concurrent executions are served, and none waits while a slot is free'(subject) {
      const workflow = await insertWorkflow(subject)
      const limit = 3
      const runs = await Promise.all(Array.from({ length: 24 }, () => accept(subject, workflow)))
      await Promise.all(
        runs.map(async (run, n) => {
          const kind = await admit(subject, run, { limit })
          if (n % 4 === 0) await cancel(subject, run)
          else if (kind === 'admitted') await finish(subject, run)
        }),
      )
      for (;;) {
        const open = await openOf(subject, runs)
        if (open.length === 0) break
        const running = open.filter(({ status }) => status === 'running')
        assert.equal(running.length, Math.min(limit, open.length))
        const taken: OpenExecution[] = []
        for (const { run } of running) taken.push(await take(subject, run))
        await Promise.all(taken.map((run) => finish(subject, run)))
      }
    },
  })
}

async function acceptThree(subject: EngineSubject, workflow: Workflow) {
  const next = () => accept(subject, workflow)
  return [await next(), await next(), await next()] as const
}

type SlotRequest = { key?: string | null; limit?: number; onLimit?: OnLimit }

function requestSlot(
  { store }: EngineSubject,
  run: OpenExecution,
  request: SlotRequest = {},
): Promise<AdmissionResult> {
  return store.journal.admit({
    executionId: run.id,
    owner: run.owner,
    key: request.key === undefined ? KEY : request.key,
    limit: request.limit ?? 1,
    onLimit: request.onLimit ?? 'queue',
    dropped: ending('DROPPED'),
    replaced: ending('REPLACED'),
  })
}

async function admit(subject: EngineSubject, run: OpenExecution, request: SlotRequest = {}) {
  return (await requestSlot(subject, run, request)).kind
}

async function finish({ store }: EngineSubject, run: OpenExecution): Promise<void> {
  await store.journal.checkpoint(checkpointOf(run, { next: ENDED }))
}

async function cancel({ store }: EngineSubject, { accountId: account, id }: OpenExecution): Promise<void> {
  await store.write((tx) => store.intake.cancel(tx, { account, id, ...ending('CANCELLED') }))
}

/** The execution as loaded by an owner that claims it. Other unowned executions are claimed along with it. */
async function take({ store }: EngineSubject, run: OpenExecution): Promise<OpenExecution> {
  while ((await store.claims.claim(CLAIMER, 100)).length > 0);
  for (const one of [run.owner, CLAIMER]) {
    const open = await store.journal.load(run.id, one)
    if (open !== undefined) return open
  }
  return assert.fail('no owner can claim it')
}

async function statuses({ store }: EngineSubject, runs: readonly OpenExecution[]) {
  const found = await Promise.all(runs.map(({ accountId, id }) => store.executions.find(accountId, id)))
  return found.map((execution) => execution?.status)
}

async function openOf(subject: EngineSubject, runs: readonly OpenExecution[]) {
  const all = await statuses(subject, runs)
  return runs
    .map((run, n) => ({ run, status: all[n] }))
    .filter(({ status }) => status === 'running' || status === 'pending')
}

/** A model of the slots of one workflow, to compare with the store. */
class SlotModel {
  readonly #subject: EngineSubject
  readonly #workflow: Workflow
  readonly #limit: number
  /** In order of arrival. */
  #open: OpenExecution[] = []

  constructor(subject: EngineSubject, workflow: Workflow, limit: number) {
    this.#subject = subject
    this.#workflow = workflow
    this.#limit = limit
  }

  async carryOut(command: { do: 'start' | 'finish' | 'cancel' | 'kill'; at: number }): Promise<void> {
    if (command.do === 'start') {
      const run = await accept(this.#subject, this.#workflow)
      await admit(this.#subject, run, { limit: this.#limit })
      this.#open.push(run)
      return
    }
    const run = this.#open[command.at % Math.max(1, this.#open.length)]
    if (run === undefined) return
    if (command.do === 'cancel') {
      await cancel(this.#subject, run)
      this.#open = this.#open.filter(({ id }) => id !== run.id)
      return
    }
    const isRunning = this.#open.indexOf(run) < this.#limit
    if (!isRunning) return
    const open = await take(this.#subject, run)
    assert.equal(await admit(this.#subject, open, { limit: this.#limit }), 'admitted')
    if (command.do === 'finish') {
      await finish(this.#subject, open)
      this.#open = this.#open.filter(({ id }) => id !== run.id)
    } else {
      // Its process dies: another one recovers it and finds its slot.
      const { store } = this.#subject
      const handedOver = checkpointOf(open, { next: { kind: 'hand-over' } })
      assert.equal(await store.journal.checkpoint(handedOver), 'committed')
    }
  }

  /** The oldest executions hold all slots; the others wait. */
  async check(): Promise<void> {
    const expected = this.#open.map((_, n) => (n < this.#limit ? 'running' : 'pending'))
    assert.deepEqual(await statuses(this.#subject, this.#open), expected)
  }

  async drain(): Promise<void> {
    while (this.#open.length > 0) {
      await this.carryOut({ do: 'finish', at: 0 })
      await this.check()
    }
  }
}

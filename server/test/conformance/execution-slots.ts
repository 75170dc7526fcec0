import assert from 'node:assert/strict'
import fc from 'fast-check'
import type { OnLimit, OpenExecution, Workflow } from '#domain/index.ts'
import type { AdmissionResult, Ending } from '#ports/index.ts'
import { testPromises } from './conformance-suite.ts'
import type { EngineStoreOptions, EngineSubject } from './engine-store.ts'
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

/** How many runs go on at the same time. */
export function testExecutionSlots(options: EngineStoreOptions): void {
  testPromises(options, {
    async 'gives places up to the limit, and again to who has one'(subject) {
      const workflow = await insertWorkflow(subject)
      const [a, b, c] = await acceptThree(subject, workflow)
      assert.equal(await admit(subject, a, { limit: 2 }), 'admitted')
      assert.equal(await admit(subject, b, { limit: 2 }), 'admitted')
      assert.equal(await admit(subject, a, { limit: 2 }), 'admitted')
      assert.equal(await admit(subject, c, { limit: 2 }), 'queued')
      assert.deepEqual(await statuses(subject, [a, b, c]), ['running', 'running', 'pending'])
      assert.equal(await subject.store.journal.load(c.id, c.owner), undefined)
    },

    async 'counts runs with the same key of the same workflow, and no others'(subject) {
      const workflow = await insertWorkflow(subject)
      const [a, b] = [await accept(subject, workflow), await accept(subject, workflow)]
      const other = await accept(subject)
      assert.equal(await admit(subject, a, { key: 'x' }), 'admitted')
      assert.equal(await admit(subject, b, { key: 'y' }), 'admitted')
      assert.equal(await admit(subject, other, { key: 'x' }), 'admitted')
    },

    async 'lets those who wait go on in their order, each with the end of one before'(subject) {
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

    async 'gives no place to one that ended while it waited'(subject) {
      const workflow = await insertWorkflow(subject)
      const runs = await acceptThree(subject, workflow)
      const [a, b, c] = runs
      for (const run of runs) await admit(subject, run)
      await cancel(subject, b)
      assert.deepEqual(await statuses(subject, runs), ['running', 'failed', 'pending'])
      await finish(subject, a)
      assert.deepEqual(await statuses(subject, [b, c]), ['failed', 'running'])
    },

    async 'goes by the limit of the youngest run, and lets nobody overtake who waits'(subject) {
      const workflow = await insertWorkflow(subject)
      const runs: OpenExecution[] = []
      const come = async (limit: number) => {
        const run = await accept(subject, workflow)
        runs.push(run)
        return admit(subject, run, { limit })
      }
      assert.equal(await come(1), 'admitted')
      assert.equal(await come(1), 'queued')
      assert.equal(await come(1), 'queued')
      // Two places more: they are for those who wait.
      assert.equal(await come(3), 'queued')
      assert.deepEqual(await statuses(subject, runs), ['running', 'running', 'running', 'pending'])
      assert.equal(await come(5), 'admitted')
      assert.equal(await come(2), 'queued')
      assert.deepEqual((await statuses(subject, runs)).slice(3), ['running', 'running', 'pending'])
      for (const [n, run] of runs.slice(0, 3).entries()) {
        await finish(subject, n === 0 ? run : await take(subject, run))
        assert.deepEqual((await statuses(subject, runs)).slice(5), ['pending'])
      }
      await finish(subject, await take(subject, runs[3] ?? assert.fail()))
      assert.deepEqual((await statuses(subject, runs)).slice(4), ['running', 'running'])
    },

    async 'does not go back to the limit of a run that asks late'(subject) {
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

    async 'ends what finds no place where it is to be dropped, and says why'(subject) {
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
      assert.equal((await ask(subject, c, { key: null })).kind, 'dropped')
    },

    async 'ends the oldest where that is to be replaced'(subject) {
      const workflow = await insertWorkflow(subject)
      const runs = await acceptThree(subject, workflow)
      const [a, b, c] = runs
      const replace = { limit: 2, onLimit: 'replace' as const }
      await admit(subject, a, replace)
      await admit(subject, b, replace)
      assert.deepEqual(await ask(subject, c, replace), { kind: 'admitted', replaced: [a.id] })
      assert.deepEqual(await statuses(subject, runs), ['failed', 'running', 'running'])
      assert.equal((await subject.store.executions.find(a.accountId, a.id))?.error?.code, 'REPLACED')
    },

    async 'keeps one that waits, however old it is, when what has ended is deleted'(subject) {
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

    async 'leaves one that waits where it is when a signal comes; it is there later'(subject) {
      const workflow = await insertWorkflow(subject)
      const [a, b] = [await accept(subject, workflow), await accept(subject, workflow)]
      await admit(subject, a)
      await admit(subject, b)
      assert.equal(await signal(subject, b, sampleSignal(subject.ids)), 'enqueued')
      assert.deepEqual(await statuses(subject, [b]), ['pending'])
      await finish(subject, a)
      assert.equal((await take(subject, b)).signals.length, 1)
    },

    async 'gives nothing to an owner who has lost the run, and keeps the place of one that was taken over'(
      subject,
    ) {
      const { store } = subject
      const workflow = await insertWorkflow(subject)
      const [a, b] = [await accept(subject, workflow, { owner: 'silent' }), await accept(subject, workflow)]
      await admit(subject, a)
      assert.equal(await admit(subject, { ...b, owner: 'another' }), 'lost')
      const taken = await store.claims.takeOver('heir', Number.MAX_SAFE_INTEGER, 1_000)
      assert.ok(taken.includes(a.id))
      const open = (await store.journal.load(a.id, 'heir')) ?? assert.fail()
      assert.equal(await admit(subject, open), 'admitted')
      assert.equal(await admit(subject, a), 'lost')
      const heirs = (await store.journal.load(b.id, 'heir')) ?? assert.fail()
      assert.equal(await admit(subject, heirs), 'queued')
      await finish(subject, open)
      assert.deepEqual(await statuses(subject, [b]), ['running'])
    },

    async 'never loses a place and never gives one too many, whatever happens in whatever order'(subject) {
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
          const model = new Places(subject, await insertWorkflow(subject), limit)
          for (const one of all) {
            await model.carryOut(one)
            await model.check()
          }
          await model.drain()
        }),
        { numRuns: 15 },
      )
    },

    async 'gives a free place to the next, also when the one before it is cancelled at that moment'(subject) {
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

    async 'serves many who come and go at the same time, and leaves nobody waiting for a free place'(
      subject,
    ) {
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
        const going = open.filter(({ status }) => status === 'running')
        assert.equal(going.length, Math.min(limit, open.length))
        const taken: OpenExecution[] = []
        for (const { run } of going) taken.push(await take(subject, run))
        await Promise.all(taken.map((run) => finish(subject, run)))
      }
    },
  })
}

async function acceptThree(subject: EngineSubject, workflow: Workflow) {
  const next = () => accept(subject, workflow)
  return [await next(), await next(), await next()] as const
}

type Wish = { key?: string | null; limit?: number; onLimit?: OnLimit }

function ask({ store }: EngineSubject, run: OpenExecution, wish: Wish = {}): Promise<AdmissionResult> {
  return store.journal.admit({
    executionId: run.id,
    owner: run.owner,
    key: wish.key === undefined ? KEY : wish.key,
    limit: wish.limit ?? 1,
    onLimit: wish.onLimit ?? 'queue',
    dropped: ending('DROPPED'),
    replaced: ending('REPLACED'),
  })
}

async function admit(subject: EngineSubject, run: OpenExecution, wish: Wish = {}) {
  return (await ask(subject, run, wish)).kind
}

async function finish({ store }: EngineSubject, run: OpenExecution): Promise<void> {
  await store.journal.checkpoint(checkpointOf(run, { next: ENDED }))
}

async function cancel({ store }: EngineSubject, { accountId: account, id }: OpenExecution): Promise<void> {
  await store.write((tx) => store.intake.cancel(tx, { account, id, ...ending('CANCELLED') }))
}

/** The run as an owner has it who claims it; others that are nobody's are claimed with it. */
async function take({ store }: EngineSubject, run: OpenExecution): Promise<OpenExecution> {
  while ((await store.claims.claim(CLAIMER, 100)).length > 0);
  for (const one of [run.owner, CLAIMER]) {
    const open = await store.journal.load(run.id, one)
    if (open !== undefined) return open
  }
  return assert.fail('nobody can go on with it')
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

/** What is true of the places of one workflow, beside the store. */
class Places {
  readonly #subject: EngineSubject
  readonly #workflow: Workflow
  readonly #limit: number
  /** In the order in which they came. */
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
    const isGoing = this.#open.indexOf(run) < this.#limit
    if (!isGoing) return
    const open = await take(this.#subject, run)
    assert.equal(await admit(this.#subject, open, { limit: this.#limit }), 'admitted')
    if (command.do === 'finish') {
      await finish(this.#subject, open)
      this.#open = this.#open.filter(({ id }) => id !== run.id)
    } else {
      // Its process dies: somebody else takes it up, and finds its place.
      const { store } = this.#subject
      const handedOver = checkpointOf(open, { next: { kind: 'hand-over' } })
      assert.equal(await store.journal.checkpoint(handedOver), 'committed')
    }
  }

  /** The oldest have the places, all of them; the others wait. */
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

import assert from 'node:assert/strict'
import type { Workflow } from '#domain/workflow.ts'
import type { OpenExecution } from '#ports/execution-store.ts'
import { type ConformanceOptions, type Subject, testPromises } from './conformance-suite.ts'
import { sampleExecution, sampleStep, sampleWorkflow } from './samples.ts'

const EVERYBODY_IS_SILENT = Number.MAX_SAFE_INTEGER

/** Signs of life, and the taking over of what silent owners left. */
export function testExecutionRecovery(options: ConformanceOptions): void {
  testPromises(options, {
    async 'takes over what belongs to owners that are silent, unknown or have left'(subject) {
      const { store } = await clean(subject)
      await store.runners.beat('silent', 99)
      await store.runners.beat('alive', 100)
      await store.runners.beat('left', 500)
      await store.runners.leave('left')
      const silent = await accept(subject, 'silent')
      const alive = await accept(subject, 'alive')
      const left = await accept(subject, 'left')
      const unknown = await accept(subject, 'unknown')
      const own = await accept(subject, 'me')
      const taken = await store.executions.takeOver('me', 100, 10)
      assert.deepEqual(taken.toSorted(), [silent.id, left.id, unknown.id].toSorted())
      for (const { id } of [silent, left, unknown, own]) {
        assert.equal((await store.executions.load(id, 'me'))?.owner, 'me')
      }
      assert.equal((await store.executions.load(alive.id, 'alive'))?.owner, 'alive')
      assert.deepEqual(await store.executions.takeOver('me', 100, 10), [])
    },

    async 'believes the last beat of an owner'(subject) {
      const { store } = await clean(subject)
      const { id } = await accept(subject, 'beating')
      await store.runners.beat('beating', 10)
      await store.runners.beat('beating', 20)
      assert.deepEqual(await store.executions.takeOver('me', 20, 10), [])
      assert.deepEqual(await store.executions.takeOver('me', 21, 10), [id])
    },

    async 'leaves executions that ended alone'(subject) {
      const { store } = await clean(subject)
      const open = await accept(subject, 'gone')
      const end = { status: 'completed' as const, completedAt: 9, output: { a: 1 }, error: null }
      await store.executions.checkpoint({ ...emptyCheckpoint(open), end })
      assert.deepEqual(await store.executions.takeOver('me', EVERYBODY_IS_SILENT, 10), [])
    },

    async 'takes not more at once than allowed'(subject) {
      const { store } = await clean(subject)
      const made = [
        await accept(subject, 'gone'),
        await accept(subject, 'gone'),
        await accept(subject, 'gone'),
      ]
      const first = await store.executions.takeOver('me', EVERYBODY_IS_SILENT, 2)
      const second = await store.executions.takeOver('me', EVERYBODY_IS_SILENT, 2)
      assert.deepEqual([first.length, second.length], [2, 1])
      assert.deepEqual([...first, ...second].toSorted(), made.map(({ id }) => id).toSorted())
    },

    async 'hands over everything recorded, and fences the former owner out'(subject) {
      const { store } = await clean(subject)
      const open = await accept(subject, 'former')
      await store.executions.checkpoint({ ...emptyCheckpoint(open), steps: [sampleStep('a')] })
      await store.executions.takeOver('next', EVERYBODY_IS_SILENT, 10)
      const late = { ...emptyCheckpoint(open), sequence: 1, steps: [sampleStep('late')] }
      assert.equal(await store.executions.checkpoint(late), 'lost')
      assert.equal(await store.executions.load(open.id, 'former'), undefined)
      assert.deepEqual(await store.executions.load(open.id, 'next'), {
        ...open,
        owner: 'next',
        sequence: 1,
        steps: [sampleStep('a')],
      })
      assert.equal(await store.executions.checkpoint({ ...late, owner: 'next' }), 'committed')
    },

    async 'gives an execution to one of several that take over at the same time'(subject) {
      const { store } = await clean(subject)
      const workflow = await insertWorkflow(subject)
      const others = [await subject.home.open(), await subject.home.open(), await subject.home.open()]
      try {
        for (let round = 0; round < 5; round += 1) {
          const made = await Promise.all(
            Array.from({ length: 400 }, () => accept(subject, `gone ${round}`, workflow)),
          )
          const taken = await Promise.all(
            others.map(async (other, n) => {
              const owner = `runner ${round} ${n}`
              await other.runners.beat(owner, 1_000)
              const ids: string[] = []
              for (let got = -1; got !== 0;) {
                const some = await other.executions.takeOver(owner, 1_000, 150)
                ids.push(...some)
                got = some.length
              }
              return ids
            }),
          )
          assert.deepEqual(taken.flat().toSorted(), made.map(({ id }) => id).toSorted())
        }
      } finally {
        for (const other of others) await other.close()
        await store.runners.beat('janitor', EVERYBODY_IS_SILENT)
      }
    },
  })
}

/** What other tests left belongs to somebody who is always alive. */
async function clean(subject: Subject): Promise<Subject> {
  const { runners, executions } = subject.store
  await runners.beat('janitor', EVERYBODY_IS_SILENT)
  while ((await executions.takeOver('janitor', EVERYBODY_IS_SILENT, 1_000)).length > 0);
  return subject
}

async function insertWorkflow({ store, ids, newAccount }: Subject): Promise<Workflow> {
  const workflow = sampleWorkflow(ids, await newAccount())
  await store.write((tx) => store.workflows.insert(tx, workflow))
  return workflow
}

async function accept(subject: Subject, owner: string, workflow?: Workflow): Promise<OpenExecution> {
  const wanted = sampleExecution(subject.ids, workflow ?? (await insertWorkflow(subject)), { owner })
  return (await subject.store.executions.accept(wanted)) ?? assert.fail('not accepted')
}

function emptyCheckpoint({ id, owner, sequence }: OpenExecution) {
  return { executionId: id, owner, sequence, steps: [], logs: [] }
}

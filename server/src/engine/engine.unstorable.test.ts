import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { NotStorable } from '#domain/index.ts'
import type { Checkpoint } from '#ports/index.ts'
import type { Engine } from './engine.ts'
import { EngineFixture } from './testing/engine-fixture.ts'
import { RecordingKind } from './testing/recording-kind.ts'
import { edges, node, set, type TestGraph } from './testing/test-graph.ts'

const INSTANT: TestGraph = { nodes: [set('a', { large: true })] }
const WITH_EFFECT: TestGraph = { nodes: [node('a', 'effect'), node('b', 'effect')], edges: edges('a>b') }

/** What cannot be written in these tests. */
const isUnwritable = ({ steps }: Checkpoint) => steps.some(({ status }) => status === 'completed')

describe('Runs that cannot be stored', () => {
  let fixture: EngineFixture
  let effect: RecordingKind
  beforeEach(async () => {
    fixture = await EngineFixture.open()
    effect = new RecordingKind()
  })
  afterEach(() => fixture.destroy())

  /** An engine that fails to store results with this error. */
  function startEngine(fail: () => Error): Promise<Engine> {
    const { journal, intake } = fixture.store
    return fixture.startEngine({
      catalogue: fixture.catalogueWith(effect),
      journal: {
        ...journal,
        checkpoint: async (checkpoint) => {
          if (isUnwritable(checkpoint)) throw fail()
          return journal.checkpoint(checkpoint)
        },
      },
      intake: {
        ...intake,
        acceptWith: async (execution, versionId, first) => {
          if (isUnwritable(first)) throw fail()
          return intake.acceptWith(execution, versionId, first)
        },
      },
    })
  }

  for (const [name, graph] of Object.entries({ instant: INSTANT, 'with an effect': WITH_EFFECT })) {
    it(`A run whose results cannot be written as text fails at once (${name})`, async () => {
      const engine = await startEngine(() => new NotStorable(new RangeError('Invalid string length')))
      const workflow = await fixture.createWorkflow(graph)
      // The first one runs after it is accepted, the second one before.
      for (let round = 1; round <= 2; round += 1) {
        effect.calls.length = 0
        const { id } = await fixture.accept(engine, workflow)
        const { error } = await fixture.waitForStatus(id, 'failed')
        assert.deepEqual(error, {
          code: 'NOT_STORABLE',
          message:
            'The latest results of this execution cannot be stored: Invalid string length. Return and log less, or split the work into sub-workflows.',
          node_id: null,
        })
        assert.ok(
          (await fixture.logs(id)).some(
            ({ level, message }) => level === 'error' && message === error.message,
          ),
        )
        assert.ok(effect.calls.length <= 1)
      }
    })
  }

  it('A run that keeps failing with an internal error is ended after four attempts', async () => {
    const engine = await startEngine(() => new TypeError('Cannot read properties of undefined'))
    const { id } = await fixture.accept(engine, await fixture.createWorkflow(WITH_EFFECT))
    for (let turn = 0; turn < 1_000 && (await fixture.read(id)).status === 'running'; turn += 1) {
      await new Promise(setImmediate)
      fixture.time.advance(1_000)
    }
    const { status, error } = await fixture.read(id)
    assert.deepEqual([status, error?.code], ['failed', 'INTERNAL_ERROR'])
    assert.match(error?.message ?? '', /4 times in a row/)
    assert.equal(effect.calls.length, 4)
    assert.deepEqual(fixture.loggedProblems, [
      ...Array.from({ length: 3 }, () => 'execution interrupted, retrying'),
      'execution failed because an internal error kept repeating',
    ])
    assert.ok((await fixture.logs(id)).some(({ message }) => message === error?.message))
  })

  it('A run is never given up while only the store fails', async () => {
    const failures: Error[] = []
    const engine = await startEngine(() => {
      const failure = Object.assign(new Error('The database is gone.'), { code: 'ECONNREFUSED' })
      failures.push(failure)
      return failure
    })
    const { id } = await fixture.accept(engine, await fixture.createWorkflow(WITH_EFFECT))
    for (let turn = 0; turn < 1_000 && failures.length < 20; turn += 1) {
      await new Promise(setImmediate)
      fixture.time.advance(1_000)
    }
    assert.equal(failures.length, 20)
    assert.equal((await fixture.read(id)).status, 'running')
  })
})

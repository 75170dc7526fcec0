import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { JournalEntry, Workflow } from '#domain/index.ts'
import type { Engine } from './engine.ts'
import { EngineFixture } from './testing/engine-fixture.ts'
import { edges, node, set, type TestGraph } from './testing/test-graph.ts'
import { RecordingKind } from './testing/recording-kind.ts'

const GRAPHS: Readonly<Record<string, TestGraph>> = {
  'branches that join': {
    nodes: [
      set('a', { x: 1 }),
      node('check', 'if', { condition: 'previous.x > 0' }),
      node('yes', 'effect', { n: 1 }),
      set('no', { n: 2 }),
      set('beside', { n: 3 }),
      node('join', 'merge', { mode: 'list' }),
      set('end', { got: '{{ previous }}' }),
    ],
    edges: edges('a>check:true>yes>join', 'check:false>no>join', 'a>beside>join>end'),
  },
  'nested loops': {
    nodes: [
      node('rows', 'for_each', { items: [[1, 2, 3], [], [4]], concurrency: 2 }),
      node('cells', 'for_each', { items: '{{ item }}', on_item_error: 'collect' }),
      node('call', 'effect', { n: '{{ item }}' }),
      node('odd', 'if', { condition: 'item == 2' }),
      node('bad', 'fail', { message: 'Two.' }),
      set('good', { n: '{{ nodes.call.output.n * 10 }}' }),
      set('row', { index: '{{ index }}', cells: '{{ previous }}' }),
      set('end', { rows: '{{ previous }}' }),
    ],
    edges: edges(
      'rows:each>cells:each>call>odd:true>bad',
      'odd:false>good',
      'cells:done>row',
      'rows:done>end',
    ),
  },
  'a loop with a condition': {
    nodes: [
      set('begin', { n: 0 }),
      node('grow', 'loop', { while: 'previous.n < 3' }),
      node('call', 'effect', { n: '{{ previous.n + 1 }}' }),
      set('end', { all: '{{ previous.map(one => one.n) }}' }),
    ],
    edges: edges('begin>grow:each>call>grow', 'grow:done>end'),
  },
  'a failure that is handled': {
    nodes: [
      node(
        'call',
        'effect',
        { fail: true },
        { on_error: 'branch', retry: { max_attempts: 2, initial_ms: 0 } },
      ),
      set('handled', { was: '{{ previous.error.code }}' }),
      node('pause', 'delay', { seconds: 0 }),
    ],
    edges: edges('call:error>handled>pause'),
  },
}

describe('Replay', () => {
  let fixture: EngineFixture
  let engine: Engine
  const effect = new RecordingKind()
  effect.answer = ({ parameters }) =>
    parameters['fail'] === true
      ? { ok: false, code: 'DOWN', message: 'Down.' }
      : { ok: true, output: { n: parameters['n'] ?? null } }
  before(async () => {
    fixture = await EngineFixture.open()
    engine = await fixture.startEngine({ catalogue: fixture.catalogueWith(effect) })
  })
  after(() => fixture.destroy())

  /** Runs another execution of the workflow to its end, with these steps already recorded. */
  async function runFrom(workflow: Workflow, steps: readonly JournalEntry[]) {
    const at = fixture.time.now()
    const open = await fixture.store.write((tx) =>
      fixture.store.intake.acceptOnVersion(tx, {
        id: fixture.ids.next(at),
        accountId: fixture.account,
        workflowId: workflow.id,
        versionId: workflow.versionId,
        startedAt: at,
        input: {},
        owner: engine.owner,
        trigger: 'api',
        triggerNodeId: null,
        depth: 0,
        parent: null,
        retryOf: null,
        steps,
      }),
    )
    fixture.enqueue(engine, { id: open.id, fresh: open })
    await engine.watch.untilEnd(fixture.account, open.id, 60_000, new AbortController().signal)
    return fixture.read(open.id)
  }

  for (const [name, graph] of Object.entries(GRAPHS)) {
    it(`An execution resumes after any entry of its journal with the same result: ${name}`, async () => {
      const workflow = await fixture.createWorkflow(graph)
      const complete = await runFrom(workflow, [])
      assert.equal(complete.status, 'completed')
      const journal = await fixture.steps(complete.id)
      assert.ok(journal.length > 4)
      for (let cut = 1; cut <= journal.length; cut += 1) {
        const resumed = await runFrom(workflow, journal.slice(0, cut))
        assert.deepEqual(
          { status: resumed.status, output: resumed.output },
          { status: complete.status, output: complete.output },
          `after ${cut} of ${journal.length} entries, the last one: ${JSON.stringify(journal[cut - 1])}`,
        )
        const results = (await fixture.steps(resumed.id)).filter(
          ({ status }) => status === 'completed' || status === 'failed',
        )
        const keys = results.map(({ iteration, nodeId }) => `${iteration ?? ''}/${nodeId}`)
        assert.equal(new Set(keys).size, keys.length, 'no step has two results')
      }
    })
  }
})

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { JournalEntry, Workflow } from '#domain/index.ts'
import type { Engine } from './engine.ts'
import { edges, node, set } from './testing/definition.ts'
import { type Drawing, EngineFixture } from './testing/engine-fixture.ts'
import { RecordingKind } from './testing/recording-kind.ts'

const DRAWINGS: Readonly<Record<string, Drawing>> = {
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
  'loops in loops': {
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
  'a loop by condition': {
    nodes: [
      set('begin', { n: 0 }),
      node('grow', 'loop', { while: 'previous.n < 3' }),
      node('call', 'effect', { n: '{{ previous.n + 1 }}' }),
      set('end', { all: '{{ previous.map(one => one.n) }}' }),
    ],
    edges: edges('begin>grow:each>call>grow', 'grow:done>end'),
  },
  'a failure that is mended': {
    nodes: [
      node(
        'call',
        'effect',
        { fail: true },
        { on_error: 'branch', retry: { max_attempts: 2, initial_ms: 0 } },
      ),
      set('mended', { was: '{{ previous.error.code }}' }),
      node('pause', 'delay', { seconds: 0 }),
    ],
    edges: edges('call:error>mended>pause'),
  },
}

describe('an execution', () => {
  let home: EngineFixture
  let engine: Engine
  const effect = new RecordingKind()
  effect.answer = ({ parameters }) =>
    parameters['fail'] === true
      ? { ok: false, code: 'DOWN', message: 'Down.' }
      : { ok: true, output: { n: parameters['n'] ?? null } }
  before(async () => {
    home = await EngineFixture.open()
    engine = await home.startEngine({ catalogue: home.catalogueWith(effect) })
  })
  after(() => home.destroy())

  /** Another execution of the workflow, of which this much is recorded. */
  async function takeUp(workflow: Workflow, steps: readonly JournalEntry[]) {
    const at = home.time.now()
    const open = await home.store.write((tx) =>
      home.store.intake.acceptOnVersion(tx, {
        id: home.ids.next(at),
        accountId: home.account,
        workflowId: workflow.id,
        versionId: workflow.versionId,
        startedAt: at,
        input: {},
        owner: engine.owner,
        triggerNodeId: null,
        depth: 0,
        parent: null,
        retryOf: null,
        steps,
      }),
    )
    home.enqueue(engine, { id: open.id, fresh: open })
    await engine.watch.untilEnd(home.account, open.id, 60_000, new AbortController().signal)
    return home.read(open.id)
  }

  for (const [name, drawing] of Object.entries(DRAWINGS)) {
    it(`is taken up after any line of its journal, to the same end: ${name}`, async () => {
      const workflow = await home.createWorkflow(drawing)
      const whole = await takeUp(workflow, [])
      assert.equal(whole.status, 'completed')
      const journal = await home.steps(whole.id)
      assert.ok(journal.length > 4)
      for (let cut = 1; cut <= journal.length; cut += 1) {
        const again = await takeUp(workflow, journal.slice(0, cut))
        assert.deepEqual(
          { status: again.status, output: again.output },
          { status: whole.status, output: whole.output },
          `after ${cut} of ${journal.length} lines, the last: ${JSON.stringify(journal[cut - 1])}`,
        )
        const results = (await home.steps(again.id)).filter(
          ({ status }) => status === 'completed' || status === 'failed',
        )
        const places = results.map(({ iteration, nodeId }) => `${iteration ?? ''}/${nodeId}`)
        assert.equal(new Set(places).size, places.length, 'no step has two results')
      }
    })
  }
})

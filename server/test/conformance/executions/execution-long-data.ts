import assert from 'node:assert/strict'
import { type JsonObject, type JsonValue, writeJson } from '#domain/index.ts'
import { testPromises } from '../conformance-suite.ts'
import type { EngineStoreOptions, EngineSubject } from '../engine-store.ts'
import { sampleExecution, sampleStep } from '../samples.ts'
import {
  accept,
  checkpointOf,
  ENDED,
  endingOf,
  insertWorkflow,
  sampleWait,
  sampleWaiting,
} from './execution-samples.ts'

/** Data of a size at which a store may store it in another form. */
const LONG_DATA: Readonly<Record<string, JsonObject>> = {
  'one character': { text: 'x'.repeat(200_000) },
  records: {
    items: Array.from({ length: 2_000 }, (_, n) => ({ n, name: `Item ${n}`, tags: ['a', 'ä', '🦆'] })),
  },
  noise: { text: noise(100_000) },
  'characters that need escapes': { text: '"\\\u0000\ud800\u2028'.repeat(20_000) },
  'a file': { text: 'x'.repeat(100_000), file: { $file: '0190f5b6-0000-7000-8000-000000000000' } },
  'what looks like a wait': { list: [{ waitId: 'w' }, 'x'.repeat(100_000)] },
  'what looks packed': { steps: 'zstd:', text: 'zstd:'.repeat(20_000) },
}
const LOGS = [{ at: 5, level: 'info' as const, message: 'Hello.', node_id: null }]

/** How executions with long data are stored and read. */
export function testExecutionLongData(options: EngineStoreOptions): void {
  testPromises(options, {
    async 'All long data of a run that is stored with its end is read back unchanged'(subject) {
      const { store, ids } = subject
      const workflow = await insertWorkflow(subject)
      for (const [what, data] of Object.entries(LONG_DATA)) {
        for (const [input, output] of [
          [data, data],
          [data, {}],
          [{}, data],
        ] as const) {
          const request = sampleExecution(ids, workflow, { input })
          const steps = stepsWith(output)
          const ending = endingOf(request, workflow, { steps, logs: LOGS, next: { ...ENDED, output } })
          assert.equal(await store.intake.acceptWith(request, workflow.versionId, ending), 'stored')
          const expected = { input, output, pages: [{ sequence: 0, steps, logs: LOGS }] }
          await assertReadBack(subject, request, expected, what)
        }
      }
    },

    async 'So is that of a run in several checkpoints, for the process that goes on with it as well'(
      subject,
    ) {
      const { store, ids } = subject
      const workflow = await insertWorkflow(subject)
      for (const [what, data] of Object.entries(LONG_DATA)) {
        const request = sampleExecution(ids, workflow, { input: data })
        const steps = stepsWith(data)
        const first = {
          ...endingOf(request, workflow, { steps, logs: LOGS }),
          next: { kind: 'continue' as const },
        }
        assert.equal(await store.intake.acceptWith(request, workflow.versionId, first), 'stored')
        const open = (await store.journal.load(request.id, request.owner)) ?? assert.fail(what)
        assert.ok(JSON.stringify([open.input, open.steps]) === JSON.stringify([data, steps]), what)
        const second = checkpointOf(open, { steps, next: { ...ENDED, output: data } })
        assert.equal(await store.journal.checkpoint(second), 'committed')
        const pages = [
          { sequence: 0, steps, logs: LOGS },
          { sequence: 1, steps, logs: [] },
        ]
        await assertReadBack(subject, request, { input: data, output: data, pages }, what)
      }
    },

    async 'So is the input of an execution that is accepted without a run'(subject) {
      const { store, ids } = subject
      const workflow = await insertWorkflow(subject)
      for (const [what, input] of Object.entries(LONG_DATA)) {
        const alone = await accept(subject, workflow, { input })
        const together = sampleExecution(ids, workflow, { input })
        await store.write((tx) => store.intake.accept(together, tx))
        for (const request of [alone, together]) {
          await assertReadBack(subject, request, { input, output: {}, pages: [] }, what)
        }
      }
    },

    async 'A wait is found beside long outputs'(subject) {
      const { store, ids } = subject
      const open = await accept(subject)
      const wait = sampleWait(ids, { kind: 'approval', begunAt: 1 })
      const waiting = sampleWaiting(wait.id, { for: 'approval' })
      const steps = [...stepsWith({ text: 'x'.repeat(200_000) }), waiting]
      await store.journal.checkpoint(checkpointOf(open, { steps, waits: [wait] }))
      assert.equal(await store.executions.hasReachedWait(open.id, wait.id), true)
      const [approval] = await store.executions.listApprovals(
        open.accountId,
        { now: 2 },
        { before: undefined, limit: 1 },
      )
      assert.deepEqual(approval?.step, waiting)
    },
  })
}

interface Expected {
  readonly input: JsonObject
  readonly output: JsonObject
  readonly pages: readonly {
    sequence: number
    steps: readonly JsonStep[]
    logs: readonly (typeof LOGS)[number][]
  }[]
}

type JsonStep = ReturnType<typeof sampleStep>

/** Compares what every reader returns, as text: the order of keys counts too. */
async function assertReadBack(
  { store }: EngineSubject,
  { accountId, id }: Pick<ReturnType<typeof sampleExecution>, 'accountId' | 'id'>,
  { input, output, pages }: Expected,
  what: string,
): Promise<void> {
  const { executions } = store
  const found = await executions.find(accountId, id)
  const same = (read: unknown, written: unknown, reader: string) =>
    assert.ok(JSON.stringify(read) === JSON.stringify(written), `${what}: ${reader}`)
  same([found?.input, found?.output], [input, output], 'find')
  const raw = await executions.findRaw(accountId, id)
  const texts = [JSON.stringify(input), JSON.stringify(output)]
  same([writeJson(raw?.input ?? null), writeJson(raw?.output ?? null)], texts, 'findRaw')
  const inTransaction = await store.write((tx) => executions.findRaw(accountId, id, tx))
  same(writeJson(inTransaction?.input ?? null), texts[0], 'findRaw in a transaction')
  same(
    [await executions.text(accountId, id, 'input'), await executions.text(accountId, id, 'output')],
    texts,
    'text',
  )
  same(await executions.journal(accountId, id, -1), pages, 'journal')
  const outline = await executions.outline(accountId, id, -1, 10)
  same(outline.map(outputsOf), pages.map(outputsOf), 'outline')
  same(
    await executions.logs(accountId, id),
    pages.flatMap(({ logs }) => logs),
    'logs',
  )
}

function outputsOf({ steps }: { readonly steps: readonly object[] }): readonly string[] {
  return steps.map((step) => ('output' in step ? writeJson(step.output as JsonValue) : ''))
}

/** Two steps: one passes the data on, the other adds to it. */
function stepsWith(data: JsonObject): JsonStep[] {
  return [
    { ...sampleStep('a'), output: data },
    { ...sampleStep('b'), output: { added: 1, ...data } },
  ]
}

/** Text that hardly becomes smaller, the same in every run. */
function noise(length: number): string {
  let state = 1
  return Array.from({ length }, () => {
    state = (state * 48_271) % 2_147_483_647
    return String.fromCharCode(0x4e00 + (state % 20_000))
  }).join('')
}

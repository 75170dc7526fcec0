import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { randomIds } from '#adapters/index.ts'
import type { Account, AccountId } from '#domain/index.ts'
import { ENDED, endingOf } from '#test/conformance/executions/execution-samples.ts'
import { sampleExecution, sampleStep, sampleWorkflow } from '#test/conformance/samples.ts'
import { migrateSqlite } from './sqlite-migrate.ts'
import { openSqliteStore } from './sqlite-store.ts'

const LENGTHS = `select octet_length(input) as input, octet_length(output) as output, octet_length(journal) as journal,
  (select octet_length(steps) from execution_journal where execution_id = executions.id) as steps from executions`

describe('what executions take in the database', () => {
  const ids = randomIds()
  const accountId = ids.next(0) as AccountId
  const workflow = sampleWorkflow(ids, accountId)
  const long = { items: Array.from({ length: 5_000 }, (_, n) => ({ n, name: `Item ${n}` })) }
  let folder: string
  let store: ReturnType<typeof openSqliteStore>
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'millrace-lengths-'))
    const file = join(folder, 'millrace.db')
    migrateSqlite(file, () => 0)
    store = openSqliteStore(file, { disk: { isLow: () => false }, onFatal: assert.fail })
    const account: Account = { id: accountId, name: 'Test', plan: 'free', accessVersion: 1, createdAt: 0 }
    await store.write(async (tx) => {
      await store.accounts.insert(tx, account)
      await store.workflows.insert(tx, workflow)
    })
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  /** Reads the database file once the store is closed. */
  async function readRow(query: string) {
    await store.close()
    const database = new DatabaseSync(join(folder, 'millrace.db'))
    try {
      return database.prepare(query).get() ?? assert.fail('nothing was stored')
    } finally {
      database.close()
    }
  }

  /** The lengths of the texts of the one execution, in relation to that of the data. */
  async function stored(): Promise<Record<string, number | null>> {
    const row = await readRow(LENGTHS)
    const full = JSON.stringify(long).length
    return Object.fromEntries(
      Object.entries(row).map(([name, length]) => [name, length === null ? null : Number(length) / full]),
    )
  }

  it('Input, output and journal of a run that is stored with its end take a fraction of their length', async () => {
    const request = sampleExecution(ids, workflow, { input: long })
    const steps = [{ ...sampleStep('a'), output: { changed: long.items.toReversed() } }]
    const ending = endingOf(request, workflow, { steps, next: { ...ENDED, output: long } })
    assert.equal(await store.intake.acceptWith(request, workflow.versionId, ending), 'stored')
    const { input, output, journal, steps: page } = await stored()
    assert.ok(Number(input) > 0 && Number(input) < 0.4, `input: ${input}`)
    assert.ok(Number(output) > 0 && Number(output) < 0.4, `output: ${output}`)
    assert.ok(Number(journal) > 0 && Number(journal) < 0.4, `journal: ${journal}`)
    assert.equal(page, null)
  })

  it('So do the input and the page of a run that goes on', async () => {
    const request = sampleExecution(ids, workflow, { input: long })
    const steps = [{ ...sampleStep('a'), output: { changed: long.items.toReversed() } }]
    const first = { ...endingOf(request, workflow, { steps }), next: { kind: 'continue' as const } }
    assert.equal(await store.intake.acceptWith(request, workflow.versionId, first), 'stored')
    const { input, steps: page } = await stored()
    assert.ok(Number(input) > 0 && Number(input) < 0.4, `input: ${input}`)
    assert.ok(Number(page) > 0 && Number(page) < 0.4, `steps: ${page}`)
  })

  for (const [name, length, pages] of [
    ['The two short pages of a run with one effect are in its row', 100, 0],
    ['Long pages have rows of their own', 3_000, 2],
  ] as const) {
    it(name, async () => {
      const request = sampleExecution(ids, workflow)
      const steps = [{ ...sampleStep('a'), output: { text: 'x'.repeat(length) } }]
      const end = endingOf(request, workflow, { steps })
      const first = { ...end, next: { kind: 'continue' as const } }
      assert.equal(await store.intake.acceptWith(request, workflow.versionId, first), 'stored')
      assert.equal(await store.journal.checkpoint({ ...end, sequence: 1 }), 'committed')
      const row = await readRow(
        'select (select count(*) from execution_journal) as pages, journal is null as has_none from executions',
      )
      assert.deepEqual({ ...row }, { pages, has_none: pages === 0 ? 0 : 1 })
    })
  }
})

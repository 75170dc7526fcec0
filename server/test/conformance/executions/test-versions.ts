import assert from 'node:assert/strict'
import { type JournalEntry, rawOf, type Workflow, writeJson } from '#domain/index.ts'
import type { NewTestVersion } from '#ports/index.ts'
import { AWKWARD_DOCUMENTS } from '../awkward-json.ts'
import { testPromises } from '../conformance-suite.ts'
import type { EngineStoreOptions, EngineSubject } from '../engine-store.ts'
import { sampleExecution, sampleStep } from '../samples.ts'
import { accept, checkpointOf, endingOf, ENDED, insertWorkflow } from './execution-samples.ts'

const AT = Date.UTC(2026, 0, 31, 8, 30)

export function testTestVersions(options: EngineStoreOptions): void {
  testPromises(options, {
    async 'A test version is stored with the node to stop after, and is found like any other version'(
      subject,
    ) {
      const { store, ids } = subject
      const workflow = await insertWorkflow(subject)
      for (const until of [null, 'a "node"\0']) {
        const version = testVersion(subject, workflow, { id: ids.next(AT), until })
        const id = await store.write((tx) => store.versions.saveTest(tx, version))
        assert.equal(id, version.id)
        const { nodes, edges, variables } = version
        assert.deepEqual(await store.workflows.findVersion(workflow.accountId, id), {
          id,
          workflowId: workflow.id,
          nodes,
          edges,
          variables,
          test: { until },
        })
      }
      const current = await store.workflows.findVersion(workflow.accountId, workflow.versionId)
      assert.equal(current?.test, undefined)
      assert.equal(await store.workflows.currentVersion(workflow.accountId, workflow.id), workflow.versionId)
    },

    async 'An identical test version is used again; one that differs is stored'(subject) {
      const { store } = subject
      const workflow = await insertWorkflow(subject)
      const save = (changes: Partial<NewTestVersion>) =>
        store.write((tx) => store.versions.saveTest(tx, testVersion(subject, workflow, changes)))
      const first = await save({})
      assert.equal(await save({}), first)
      const others = [
        await save({ until: 'x' }),
        await save({ variables: { x: 1 } }),
        await save({ nodes: [] }),
        await save({}),
      ]
      assert.equal(new Set([first, ...others]).size, 5)
    },

    async 'An execution on a test version has no version number, and its end starts no follow-up run'(
      subject,
    ) {
      const { store, ids } = subject
      const workflow = await insertWorkflow(subject)
      const request = {
        ...sampleExecution(ids, workflow),
        depth: 0,
        parent: null,
        retryOf: null,
        steps: [],
      }
      const opened = await store.write(async (tx) => {
        const versionId = await store.versions.saveTest(tx, testVersion(subject, workflow, {}))
        return store.intake.acceptOnVersion(tx, { ...request, versionId })
      })
      const found = await store.executions.overview(workflow.accountId, opened.id)
      assert.deepEqual([found?.versionNumber, found?.versionId], [null, opened.versionId])
      assert.equal(await store.journal.checkpoint(checkpointOf(opened, { next: ENDED })), 'committed')
    },

    async 'The outline of a journal is the journal, with outputs and items as text'(subject) {
      const { store } = subject
      const open = await accept(subject)
      const steps: JournalEntry[] = Object.values(AWKWARD_DOCUMENTS).map((document, index) => ({
        ...sampleStep(`n${index}`),
        output: document,
        ...(index % 2 === 0 && { pinned: true as const }),
        ...(index % 3 === 0 && { reused: true as const }),
      }))
      const opened: JournalEntry = {
        nodeId: 'loop',
        status: 'opened',
        startedAt: 1,
        items: [1, { a: ['"]}'] }, []],
        concurrency: 1,
        collectErrors: false,
        maxIterations: 5,
      }
      const log = { at: 1, level: 'info' as const, message: 'hello', node_id: null }
      await store.journal.checkpoint(checkpointOf(open, { steps: [opened, ...steps], logs: [log] }))
      const next = { ...open, sequence: 1 }
      await store.journal.checkpoint(checkpointOf(next, { steps: [sampleStep('last')], next: ENDED }))
      const pages = await store.executions.outline(open.accountId, open.id, -1, 10)
      assert.deepEqual(
        pages.map((page) => ({ ...page, steps: page.steps.map(parsed) })),
        await store.executions.journal(open.accountId, open.id, -1),
      )
      const [first] = pages
      const counts = first?.steps.map((entry) => ('output' in entry ? rawOf(entry.output)?.count : undefined))
      const expected = Object.values(AWKWARD_DOCUMENTS).map((document) =>
        typeof document === 'object' && document !== null ? Object.keys(document).length : null,
      )
      assert.deepEqual(counts?.slice(1), expected)
      assert.equal((await store.executions.outline(open.accountId, open.id, 0, 10)).length, 1)
      assert.equal((await store.executions.outline(open.accountId, open.id, -1, 1)).length, 1)
      const stranger = await insertWorkflow(subject)
      assert.deepEqual(await store.executions.outline(stranger.accountId, open.id, -1, 10), [])
    },

    async 'The outline of an inline run and the texts of input and output are those of the execution'(
      subject,
    ) {
      const { store, ids } = subject
      const workflow = await insertWorkflow(subject)
      const request = sampleExecution(ids, workflow, { input: { text: 'ü\0"' } })
      const end = endingOf(request, workflow, { steps: [sampleStep('a'), sampleStep('b')] })
      await store.intake.acceptWith(request, workflow.versionId, end)
      const { accountId } = workflow
      const pages = await store.executions.outline(accountId, request.id, -1, 10)
      assert.deepEqual(
        pages.map((page) => ({ ...page, steps: page.steps.map(parsed) })),
        await store.executions.journal(accountId, request.id, -1),
      )
      assert.equal(await store.executions.text(accountId, request.id, 'input'), JSON.stringify(request.input))
      assert.equal(await store.executions.text(accountId, request.id, 'output'), JSON.stringify(ENDED.output))
      const stranger = await insertWorkflow(subject)
      assert.equal(await store.executions.text(stranger.accountId, request.id, 'input'), undefined)
    },
  })
}

function testVersion(
  { ids }: EngineSubject,
  { id: workflowId, accountId }: Workflow,
  changes: Partial<NewTestVersion>,
): NewTestVersion {
  return {
    id: ids.next(AT),
    accountId,
    workflowId,
    at: AT,
    until: null,
    nodes: [{ id: 'a', type: 'set', pinned_output: { n: 1 } }],
    edges: [],
    variables: {},
    ...changes,
  }
}

/** The entry with its raw values parsed. */
function parsed(entry: JournalEntry): JournalEntry {
  if ('output' in entry) {
    assert.ok(rawOf(entry.output) !== undefined)
    return { ...entry, output: JSON.parse(writeJson(entry.output)) as never }
  }
  if (!('items' in entry) || entry.items === undefined) return entry
  return { ...entry, items: JSON.parse(writeJson(entry.items)) as never }
}

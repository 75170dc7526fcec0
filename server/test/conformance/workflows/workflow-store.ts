import assert from 'node:assert/strict'
import type { OpenExecution, Workflow } from '#domain/index.ts'
import type { WorkflowFilter } from '#ports/index.ts'
import { AWKWARD_DOCUMENTS } from '../awkward-json.ts'
import { type ConformanceOptions, type Subject, testPromises } from '../conformance-suite.ts'
import { accept, checkpointOf, ENDED } from '../executions/execution-samples.ts'
import { sampleWorkflow } from '../samples.ts'

const ALL = { status: undefined, search: undefined }
const PAGE = { page: 1, limit: 100 }

export function testWorkflowStore(options: ConformanceOptions): void {
  testPromises(options, {
    async 'A workflow is found as it was stored, also within a transaction'(subject) {
      const { store } = subject
      const workflow = sampleWorkflow(subject.ids, await subject.newAccount())
      const inside = await store.write(async (tx) => {
        await store.workflows.insert(tx, workflow)
        return store.workflows.find(workflow.accountId, workflow.id, tx)
      })
      assert.deepEqual(inside, workflow)
      assert.deepEqual(await store.workflows.find(workflow.accountId, workflow.id), workflow)
    },

    async 'The store reports whether the account has a workflow'(subject) {
      const { store } = subject
      const { accountId, id } = await insert(subject, { accountId: await subject.newAccount() })
      assert.equal(await store.workflows.exists(accountId, id), true)
      assert.equal(await store.workflows.exists(await subject.newAccount(), id), false)
      assert.equal(await store.workflows.exists(accountId, subject.ids.next(0)), false)
      await store.write((tx) => store.workflows.delete(tx, accountId, id, 1))
      assert.equal(await store.workflows.exists(accountId, id), false)
    },

    async 'Every document is read back unchanged, including the order of its keys'(subject) {
      const account = await subject.newAccount()
      for (const [what, document] of Object.entries(AWKWARD_DOCUMENTS)) {
        const workflow = await insert(subject, {
          accountId: account,
          nodes: [document],
          edges: [document],
          variables: document,
        })
        const found = await subject.store.workflows.find(account, workflow.id)
        const version = await subject.store.workflows.findVersion(account, workflow.versionId)
        for (const read of [found, version]) {
          const { nodes, edges, variables } = read ?? {}
          const wanted = { nodes: [document], edges: [document], variables: document }
          assert.ok(JSON.stringify({ nodes, edges, variables }) === JSON.stringify(wanted), what)
        }
      }
    },

    async 'Workflows are listed newest first, page by page, with the total'(subject) {
      const accountId = await subject.newAccount()
      const created: Workflow[] = []
      for (let n = 0; n < 5; n += 1) created.push(await insert(subject, { accountId, name: `w${n}` }))
      const newestFirst = created
        .toReversed()
        .map(({ id, name, status, versionId, createdAt, updatedAt, tags, folder }) => ({
          id,
          name,
          status,
          versionId,
          createdAt,
          updatedAt,
          tags,
          folder,
        }))
      const read = (page: number, limit: number) =>
        subject.store.workflows.list(accountId, ALL, { page, limit })
      assert.deepEqual(await read(1, 2), { items: newestFirst.slice(0, 2), total: 5 })
      assert.deepEqual(await read(3, 2), { items: newestFirst.slice(4), total: 5 })
      assert.deepEqual(await read(4, 2), { items: [], total: 5 })
    },

    async 'The list is filtered by status, together with the search'(subject) {
      const accountId = await subject.newAccount()
      await insert(subject, { accountId, name: 'alpha', status: 'draft' })
      await insert(subject, { accountId, name: 'alpha', status: 'published' })
      await insert(subject, { accountId, name: 'beta', status: 'published' })
      assert.deepEqual(await search(subject, accountId, 'alp', 'published'), ['alpha'])
      assert.deepEqual(await search(subject, accountId, undefined, 'published'), ['beta', 'alpha'])
    },

    async 'The list is filtered by tag, ignoring case, and a tag never matches part of another'(subject) {
      const accountId = await subject.newAccount()
      const tags = ['plain', 'ÄRGER', 'a,"b', '%', 'a_b', String.raw`c\d`, 'a']
      for (const tag of tags) await insert(subject, { accountId, name: tag, tags: ['first', tag, 'last'] })
      await insert(subject, { accountId, name: 'none' })
      const named = async (tag: string) => names(subject, accountId, { ...ALL, tag })
      for (const tag of tags) assert.deepEqual(await named(tag), [tag])
      assert.deepEqual(await named('ärger'), ['ÄRGER'])
      assert.deepEqual(await named('LAST'), tags.toReversed())
      for (const absent of ['', 'b', ',', 'lai', '"a"', 'axb', '\\'])
        assert.deepEqual(await named(absent), [], absent)
    },

    async 'The list is filtered by folder, with everything below it'(subject) {
      const accountId = await subject.newAccount()
      for (const folder of [
        '',
        'Sales',
        'Sales/Orders',
        'Sales/Orders/Old',
        'Sales 2',
        'Sales0',
        'sales',
        'ÄÖ/Ü',
      ]) {
        await insert(subject, { accountId, name: folder, folder })
      }
      const named = async (folder: string) => (await names(subject, accountId, { ...ALL, folder })).sort()
      assert.deepEqual(await named('Sales'), ['Sales', 'Sales/Orders', 'Sales/Orders/Old'])
      assert.deepEqual(await named('Sales/Orders'), ['Sales/Orders', 'Sales/Orders/Old'])
      assert.deepEqual(await named('ÄÖ'), ['ÄÖ/Ü'])
      assert.deepEqual(await named('Sale'), [])
      assert.equal((await named('')).length, 8)
    },

    async 'The list can be sorted by name and by the last change'(subject) {
      const { store } = subject
      const accountId = await subject.newAccount()
      for (const [name, updatedAt] of [
        ['beta', 3],
        ['Alpha', 2],
        ['alpha', 4],
        ['Gamma', 1],
      ] as const) {
        await insert(subject, { accountId, name, updatedAt })
      }
      const sorted = async (sort: 'created' | 'updated' | 'name', page = PAGE) =>
        (await store.workflows.list(accountId, ALL, page, sort)).items.map(({ name }) => name)
      assert.deepEqual(await sorted('created'), ['Gamma', 'alpha', 'Alpha', 'beta'])
      assert.deepEqual(await sorted('updated'), ['alpha', 'beta', 'Alpha', 'Gamma'])
      assert.deepEqual(await sorted('name'), ['Alpha', 'alpha', 'beta', 'Gamma'])
      assert.deepEqual(await sorted('name', { page: 2, limit: 3 }), ['Gamma'])
    },

    async 'A workflow whose edits are not live is sorted by the time of its last edit'(subject) {
      const { store } = subject
      const accountId = await subject.newAccount()
      const insertAt = (name: string, updatedAt: number) =>
        insert(subject, { accountId, name, updatedAt, status: 'published' })
      const edit = ({ id, versionId }: Workflow, updatedAt: number) =>
        store.write((tx) =>
          store.drafts.save(tx, {
            workflowId: id,
            accountId,
            baseVersionId: versionId,
            baseVersionNumber: 1,
            revision: subject.ids.next(updatedAt),
            updatedAt,
            updatedBy: null,
            nodes: [],
            edges: [],
            variables: {},
          }),
        )
      const edited = await insertAt('edited', 1)
      const renamed = await insertAt('renamed after its edit', 4)
      await insertAt('plain', 3)
      await edit(edited, 5)
      await edit(renamed, 2)
      const sorted = async () =>
        (await store.workflows.list(accountId, ALL, PAGE, 'updated')).items.map(({ name }) => name)
      assert.deepEqual(await sorted(), ['edited', 'renamed after its edit', 'plain'])
      await store.write((tx) => store.drafts.delete(tx, accountId, edited.id))
      assert.deepEqual(await sorted(), ['renamed after its edit', 'plain', 'edited'])
    },

    async 'The newest executions of many workflows are read together, newest first, in every status'(
      subject,
    ) {
      const { store } = subject
      const accountId = await subject.newAccount()
      const [busy, quiet, idle] = [
        await insert(subject, { accountId }),
        await insert(subject, { accountId }),
        await insert(subject, { accountId }),
      ]
      const open: OpenExecution[] = []
      for (let at = 1; at <= 6; at += 1) open.push(await accept(subject, busy, { startedAt: at * 1_000 }))
      const accepted = open.map(({ id }) => id)
      const [first, second, third] = open
      assert.ok(first !== undefined && second !== undefined && third !== undefined)
      await store.journal.checkpoint(checkpointOf(first, { next: ENDED }))
      await store.journal.checkpoint(checkpointOf(third, { next: { ...ENDED, status: 'failed' } }))
      const only = await accept(subject, quiet)
      const all = await store.workflows.recentRuns(accountId, [busy.id, quiet.id, idle.id], 5)
      assert.deepEqual(
        all.get(busy.id)?.map(({ id }) => id),
        accepted.slice(1).toReversed(),
      )
      assert.deepEqual(
        all.get(quiet.id)?.map(({ id }) => id),
        [only.id],
      )
      assert.equal(all.get(idle.id), undefined)
      const runs = (await store.workflows.recentRuns(accountId, [busy.id], 100)).get(busy.id) ?? []
      const statuses = new Map(runs.map(({ id, status }) => [id, status]))
      assert.deepEqual(
        [first, second, third].map(({ id }) => statuses.get(id)),
        ['completed', 'running', 'failed'],
      )
      assert.equal((await store.workflows.recentRuns(accountId, [], 5)).size, 0)
      assert.equal((await store.workflows.recentRuns(await subject.newAccount(), [busy.id], 5)).size, 0)
    },

    async 'The search finds part of a name, ignoring case in any alphabet'(subject) {
      const accountId = await subject.newAccount()
      for (const name of ['ÄRGER in Straße', 'Ωmega ΣΟΦΟΣ', 'Ёлка', 'plain', 'Cafe\u0301']) {
        await insert(subject, { accountId, name })
      }
      assert.deepEqual(await search(subject, accountId, 'ärger'), ['ÄRGER in Straße'])
      assert.deepEqual(await search(subject, accountId, 'STRASSE'), ['ÄRGER in Straße'])
      assert.deepEqual(await search(subject, accountId, 'ωMEGA'), ['Ωmega ΣΟΦΟΣ'])
      assert.deepEqual(await search(subject, accountId, 'ёЛК'), ['Ёлка'])
      assert.deepEqual(await search(subject, accountId, 'PLAIN'), ['plain'])
      assert.deepEqual(await search(subject, accountId, 'caf\u00e9'), ['Cafe\u0301'])
      assert.deepEqual(await search(subject, accountId, 'nothing'), [])
    },

    async 'The wildcards of the database are plain characters in a search'(subject) {
      const accountId = await subject.newAccount()
      for (const name of ['100%', '100 percent', 'a_b', 'axb', String.raw`back\slash`, "it's"]) {
        await insert(subject, { accountId, name })
      }
      assert.deepEqual(await search(subject, accountId, '%'), ['100%'])
      assert.deepEqual(await search(subject, accountId, 'a_b'), ['a_b'])
      assert.deepEqual(await search(subject, accountId, '\\'), [String.raw`back\slash`])
      assert.deepEqual(await search(subject, accountId, "t's"), ["it's"])
    },

    async 'An update stores what changed and keeps the old version'(subject) {
      const { store, ids } = subject
      const before = await insert(subject, { accountId: await subject.newAccount() })
      const after: Workflow = {
        ...before,
        name: 'Renamed',
        description: 'Other',
        status: 'published',
        tags: ['New'],
        folder: 'Sales',
        nodes: [],
        versionId: ids.next(before.createdAt),
        revision: 2,
        updatedAt: before.updatedAt + 5,
      }
      assert.equal(await update(subject, after), true)
      assert.deepEqual(await store.workflows.find(after.accountId, after.id), after)
      const old = await store.workflows.findVersion(before.accountId, before.versionId)
      const current = await store.workflows.findVersion(after.accountId, after.versionId)
      assert.equal(await store.workflows.currentVersion(after.accountId, after.id), after.versionId)
      assert.deepEqual(old?.nodes, before.nodes)
      assert.deepEqual(current?.nodes, [])
    },

    async 'An update that leaves the definition unchanged creates no version'(subject) {
      const before = await insert(subject, { accountId: await subject.newAccount() })
      const after = { ...before, name: 'Renamed', revision: 2 }
      assert.equal(await update(subject, after), true)
      assert.deepEqual(await subject.store.workflows.find(after.accountId, after.id), after)
    },

    async 'A renamed workflow is found only by its new name'(subject) {
      const before = await insert(subject, { accountId: await subject.newAccount(), name: 'Old' })
      await update(subject, { ...before, name: 'NEW', revision: 2 })
      assert.deepEqual(await search(subject, before.accountId, 'new'), ['NEW'])
      assert.deepEqual(await search(subject, before.accountId, 'old'), [])
    },

    async 'Nothing is stored when another update came first'(subject) {
      const before = await insert(subject, { accountId: await subject.newAccount() })
      for (const revision of [1, 3]) {
        const late = { ...before, name: 'Late', revision, versionId: subject.ids.next(0) }
        assert.equal(await update(subject, late), false)
        assert.equal(await subject.store.workflows.findVersion(late.accountId, late.versionId), undefined)
      }
      assert.deepEqual(await subject.store.workflows.find(before.accountId, before.id), before)
    },

    async 'Of many concurrent updates of one revision, exactly one succeeds'(subject) {
      const before = await insert(subject, { accountId: await subject.newAccount() })
      const rivals = Array.from({ length: 20 }, (_, n) => ({
        ...before,
        name: `rival ${n}`,
        versionId: subject.ids.next(n),
        revision: 2,
      }))
      const won = await Promise.all(rivals.map((rival) => update(subject, rival)))
      assert.equal(won.filter(Boolean).length, 1)
      const stored = await subject.store.workflows.find(before.accountId, before.id)
      assert.deepEqual(stored, rivals[won.indexOf(true)])
    },

    async 'A workflow that was read within a transaction cannot be changed until the transaction ends'(
      subject,
    ) {
      const { store } = subject
      const { accountId, id } = await insert(subject, { accountId: await subject.newAccount() })
      const count = async () => {
        await store.write(async (tx) => {
          const found = (await store.workflows.find(accountId, id, tx)) ?? assert.fail()
          const variables = { limit: Number(found.variables['limit']) + 1 }
          const next = { ...found, variables, versionId: subject.ids.next(0), revision: found.revision + 1 }
          assert.equal(await store.workflows.update(tx, next), true)
        })
      }
      await Promise.all(Array.from({ length: 20 }, count))
      const stored = await store.workflows.find(accountId, id)
      assert.deepEqual([stored?.variables, stored?.revision], [{ limit: 25 }, 21])
    },

    async 'A deleted workflow is hidden and its versions are kept'(subject) {
      const { store } = subject
      const workflow = await insert(subject, { accountId: await subject.newAccount() })
      const { accountId, id } = workflow
      assert.equal(await store.write((tx) => store.workflows.delete(tx, accountId, id, 1)), true)
      assert.equal(await store.workflows.find(accountId, id), undefined)
      assert.equal(await store.workflows.currentVersion(accountId, id), undefined)
      assert.deepEqual(await store.workflows.list(accountId, ALL, PAGE), { items: [], total: 0 })
      assert.equal(await update(subject, { ...workflow, revision: 2 }), false)
      assert.equal(await store.write((tx) => store.workflows.delete(tx, accountId, id, 2)), false)
      const version = await store.workflows.findVersion(accountId, workflow.versionId)
      assert.deepEqual(version, {
        id: workflow.versionId,
        workflowId: id,
        nodes: workflow.nodes,
        edges: workflow.edges,
        variables: workflow.variables,
      })
    },

    async 'The workflows of another account are neither visible nor changeable'(subject) {
      const { store } = subject
      const [mine, other] = [await subject.newAccount(), await subject.newAccount()]
      const workflow = await insert(subject, { accountId: mine })
      assert.equal(await store.workflows.find(other, workflow.id), undefined)
      assert.equal(await store.workflows.currentVersion(other, workflow.id), undefined)
      assert.equal(await store.workflows.currentVersion(mine, workflow.id), workflow.versionId)
      assert.deepEqual(await store.workflows.list(other, ALL, PAGE), { items: [], total: 0 })
      assert.equal(await store.workflows.findVersion(other, workflow.versionId), undefined)
      const foreign = { ...workflow, accountId: other, name: 'Mine now', revision: 2 }
      assert.equal(await update(subject, foreign), false)
      assert.equal(await store.write((tx) => store.workflows.delete(tx, other, workflow.id, 1)), false)
      assert.deepEqual(await store.workflows.find(mine, workflow.id), workflow)
    },
  })
}

async function insert(
  { store, ids }: Subject,
  changes: Partial<Workflow> & Pick<Workflow, 'accountId'>,
): Promise<Workflow> {
  const workflow = sampleWorkflow(ids, changes.accountId, changes)
  await store.write((tx) => store.workflows.insert(tx, workflow))
  return workflow
}

function update({ store }: Subject, workflow: Workflow): Promise<boolean> {
  return store.write((tx) => store.workflows.update(tx, workflow))
}

async function search(
  { store }: Subject,
  account: Workflow['accountId'],
  text: string | undefined,
  status?: Workflow['status'],
): Promise<string[]> {
  return names({ store }, account, { status, search: text })
}

async function names(
  { store }: Pick<Subject, 'store'>,
  account: Workflow['accountId'],
  filter: WorkflowFilter,
): Promise<string[]> {
  const { items, total } = await store.workflows.list(account, filter, PAGE)
  assert.equal(total, items.length)
  return items.map(({ name }) => name)
}

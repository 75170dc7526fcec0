import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Bundle, ImportReport } from '@millrace/contract/bundle.ts'
import type { Workflow } from '@millrace/contract/workflow.ts'
import { issuePaths } from '../support/api-response.ts'
import type { Client } from '../support/client.ts'
import { describeOnEveryStore } from '../support/on-every-store.ts'

const actionsOf = (items: ImportReport['workflows']) =>
  items.map(({ name, action, applied }) => [name, action, applied])

const importInto = async (client: Client, body: object) =>
  (await client.post('/import', body)).expect(200).data<ImportReport>()

const read = async (client: Client, id: string | null | undefined) =>
  (await client.get(`/workflows/${id}?include=tags,folder`)).expect(200).data<Workflow>()

async function createCredential(client: Client, name: string): Promise<string> {
  const body = { name, type: 'bearer_token', value: 'a-very-secret-value' }
  return (await client.post('/credentials', body)).expect(201).data<{ id: string }>().id
}

/** A workflow that a form starts, with a credential, that calls another workflow. */
async function createSample(client: Client) {
  const credential = await createCredential(client, 'Partner')
  const form = await client.createForm()
  const called = await client.createWorkflow({ name: 'Called', nodes: [{ id: 'start', type: 'start' }] })
  const main = await client.createWorkflow({
    name: 'Main',
    description: 'A sample.',
    status: 'published',
    tags: ['sales'],
    folder: 'Sales/Leads',
    variables: { z: 1, a: [null, 'x'] },
    nodes: [
      { id: 'go', type: 'form', data: { form_id: form.id } },
      {
        id: 'fetch',
        type: 'http',
        credential_id: credential.toUpperCase(),
        data: { url: 'https://example.com' },
      },
      { id: 'call', type: 'workflow', data: { workflow_id: called.id } },
    ],
    edges: [
      { source: 'go', target: 'fetch' },
      { source: 'fetch', target: 'call' },
    ],
  })
  return { credential, form, called, main }
}

const exportAll = async (client: Client, ids: readonly string[]) => {
  const response = (await client.post('/export', { workflow_ids: ids })).expect(200)
  assert.ok(!JSON.stringify(response.data()).includes('secret'))
  return response.data<Bundle>()
}

describeOnEveryStore('Export and import', (shared) => {
  it('A bundle of working copies has the edits, and what they refer to', async () => {
    const client = await shared.client()
    const { main } = await createSample(client)
    const added = await createCredential(client, 'Added')
    const nodes = [{ id: 'fetch', type: 'http', credential_id: added, data: { url: 'https://example.com' } }]
    ;(await client.put(`/workflows/${main.id}/draft`, { nodes, edges: [], variables: { v: 1 } })).expect(200)
    const bundle = async (drafts: boolean) =>
      (await client.post('/export', { workflow_ids: [main.id], drafts })).expect(200).data<Bundle>()
    const edited = await bundle(true)
    assert.deepEqual(
      edited.workflows.map(({ name, folder, variables }) => [name, folder, variables]),
      [['Main', 'Sales/Leads', { v: 1 }]],
    )
    assert.deepEqual(edited.references, [
      { kind: 'credential', id: added, name: 'Added', type: 'bearer_token' },
    ])
    assert.deepEqual((await bundle(false)).workflows[0]?.variables, { z: 1, a: [null, 'x'] })
  })

  it('A bundle has definitions and forms; credentials only by name and type', async () => {
    const client = await shared.client()
    const { credential, form, called, main } = await createSample(client)
    const bundle = (await client.get(`/workflows/${main.id}/export`)).expect(200).data<Bundle>()
    assert.deepEqual(bundle.references, [
      { kind: 'credential', id: credential, name: 'Partner', type: 'bearer_token' },
      { kind: 'workflow', id: called.id, name: 'Called' },
    ])
    assert.deepEqual(
      bundle.forms.map(({ id }) => id),
      [form.id],
    )
    const [workflow] = bundle.workflows
    assert.deepEqual(Object.keys(workflow ?? {}), [
      'id',
      'name',
      'description',
      'folder',
      'tags',
      'variables',
      'nodes',
      'edges',
    ])
    // Exported twice, it is the same text.
    const again = (await client.get(`/workflows/${main.id}/export`)).data<Bundle>()
    assert.equal(JSON.stringify(again), JSON.stringify(bundle))
    ;(await client.get(`/workflows/${crypto.randomUUID()}/export`)).error(404, 'NOT_FOUND')
    ;(await client.post('/export', { workflow_ids: [main.id, crypto.randomUUID()] })).error(404, 'NOT_FOUND')
  })

  it('Another account imports it: references follow, and what is missing is named', async () => {
    const source = await shared.client()
    const { main, called, credential } = await createSample(source)
    const bundle = await exportAll(source, [main.id, called.id])
    const target = await shared.client()

    const checked = await importInto(target, { bundle })
    assert.deepEqual(actionsOf(checked.workflows), [
      ['Main', 'create', false],
      ['Called', 'create', false],
    ])
    assert.deepEqual(
      checked.missing.map(({ kind, name, used_by: users }) => [kind, name, users]),
      [['credential', 'Partner', ['Main']]],
    )
    assert.equal((await target.get('/workflows')).expect(200).pageMeta.total, 0)

    const own = await createCredential(target, 'Partner')
    const report = await importInto(target, { bundle, mode: 'create' })
    assert.deepEqual(report.missing, [])
    const [imported, importedCalled] = report.workflows
    const workflow = await read(target, imported?.id)
    assert.equal(workflow.status, 'draft')
    assert.deepEqual([workflow.folder, workflow.tags], ['Sales/Leads', ['sales']])
    const [go, fetch, call] = workflow.nodes as { data: Record<string, string>; credential_id?: string }[]
    assert.equal(fetch?.credential_id, own)
    assert.notEqual(fetch?.credential_id, credential)
    assert.equal(call?.data['workflow_id'], importedCalled?.id)
    assert.equal(go?.data['form_id'], report.forms[0]?.id)

    // Importing again finds everything by its name and changes nothing.
    const repeated = await importInto(target, { bundle, mode: 'replace' })
    assert.deepEqual(actionsOf(repeated.workflows), [
      ['Main', 'unchanged', false],
      ['Called', 'unchanged', false],
    ])
    assert.deepEqual(
      actionsOf(repeated.forms).map(([, action]) => action),
      ['unchanged'],
    )
  })

  it('What differs is kept, unless the import is told to replace it', async () => {
    const client = await shared.client()
    const { main } = await createSample(client)
    const bundle = await exportAll(client, [main.id])
    ;(await client.patch(`/workflows/${main.id}`, { description: 'Changed.' })).expect(200)
    const kept = await importInto(client, { bundle, mode: 'create' })
    assert.deepEqual(actionsOf(kept.workflows), [['Main', 'replace', false]])
    assert.equal((await read(client, main.id)).description, 'Changed.')
    const replaced = await importInto(client, { bundle, mode: 'replace' })
    assert.deepEqual(actionsOf(replaced.workflows), [['Main', 'replace', true]])
    const workflow = await read(client, main.id)
    assert.deepEqual([workflow.description, workflow.status], ['A sample.', 'published'])
  })

  it('A credential is chosen with `map`, and of several with one name none is guessed', async () => {
    const source = await shared.client()
    const { main, credential } = await createSample(source)
    const bundle = await exportAll(source, [main.id])
    const target = await shared.client()
    await createCredential(target, 'Partner')
    const second = await createCredential(target, 'Partner')
    const guessed = await importInto(target, { bundle })
    assert.match(guessed.missing.find(({ kind }) => kind === 'credential')?.reason ?? '', /several/)
    const report = await importInto(target, { bundle, mode: 'create', map: { [credential]: second } })
    const workflow = await read(target, report.workflows[0]?.id)
    assert.equal((workflow.nodes[1] as { credential_id?: string }).credential_id, second)
  })

  it('With null in `map`, nodes lose a credential, also one that the account has', async () => {
    const client = await shared.client()
    const { main, credential } = await createSample(client)
    const bundle = await exportAll(client, [main.id])
    const map = { [credential]: null }
    const report = await importInto(client, { bundle, mode: 'replace', map })
    assert.deepEqual(report.missing, [])
    const { nodes } = await read(client, main.id)
    assert.deepEqual(nodes[1], { id: 'fetch', type: 'http', data: { url: 'https://example.com' } })
  })

  it('What the file of the web app has can be imported, and faults are all named', async () => {
    const client = await shared.client()
    const definition = {
      name: 'Pasted',
      description: '',
      nodes: [],
      edges: [],
      variables: {},
      tags: [],
      folder: '',
    }
    const report = await importInto(client, {
      bundle: { workflows: [definition, definition] },
      mode: 'create',
    })
    assert.deepEqual(actionsOf(report.workflows), [
      ['Pasted', 'create', true],
      ['Pasted', 'create', true],
    ])
    const forms = [
      {
        name: 'F',
        fields: [
          { name: 'a', type: 'text' },
          { name: 'a', type: 'text' },
        ],
      },
    ]
    const bad = { bundle: { format: 'other', workflows: [{ name: ' ' }], forms }, mode: 'all' }
    const refused = (await client.post('/import', bad)).error(400, 'VALIDATION_ERROR')
    assert.deepEqual(issuePaths(refused).toSorted(), [
      'bundle.format',
      'bundle.forms[0].fields[1].name',
      'bundle.workflows[0].name',
      'mode',
    ])
  })

  it('A file that is no bundle is refused, instead of an import that does nothing', async () => {
    const client = await shared.client()
    const refuse = async (bundle: object) => {
      const refused = (await client.post('/import', { bundle })).error(400, 'VALIDATION_ERROR')
      assert.deepEqual(issuePaths(refused), ['bundle'])
      return JSON.stringify(refused)
    }
    const nodes = [{ id: 'start', type: 'start' }]
    assert.match(await refuse({}), /has nothing to import/)
    assert.match(await refuse({ format: 'millrace-bundle-1' }), /has nothing to import/)
    assert.match(await refuse({ name: 'Theirs', nodes, connections: {} }), /another product, such as n8n/)
    assert.match(await refuse({ name: 'Mine', nodes, edges: [] }), /Put it into `workflows`/)
    const empty = await importInto(client, { bundle: { format: 'millrace-bundle-1', workflows: [] } })
    assert.deepEqual(empty.workflows, [])
  })

  it('A key sees and imports only what its scopes allow', async () => {
    const { full, limited } = await shared.clients(['workflows:read', 'workflows:write'])
    const { main, credential } = await createSample(full)
    const bundle = (await limited.get(`/workflows/${main.id}/export`)).expect(200).data<Bundle>()
    assert.deepEqual(bundle.forms, [])
    assert.ok(bundle.references.every(({ id }) => id !== credential))
    const complete = await exportAll(full, [main.id])
    ;(await limited.post('/import', { bundle: complete })).error(403, 'FORBIDDEN')
    const { missing } = await importInto(limited, {
      bundle: {
        references: [{ kind: 'credential', id: crypto.randomUUID(), name: 'Partner', type: 'bearer_token' }],
      },
    })
    assert.match(missing[0]?.reason ?? '', /map/)
  })
})

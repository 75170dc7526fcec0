import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Bundle, ImportReport } from '@millrace/contract/bundle.ts'
import type { Variable, VariableUsage } from '@millrace/contract/variable.ts'
import type { Client } from '#test/contract/support/client.ts'
import { describeOnEveryStore } from '#test/contract/support/on-every-store.ts'

const create = async (client: Client, name: string, value: unknown, description = '') =>
  (await client.post('/variables', { name, value, description })).expect(201).data<Variable>()
const shows = (id: string, text: string) => ({ id, type: 'set', data: { values: { shown: text } } })
const chain = (...ids: string[]) =>
  ids.slice(1).map((target, index) => ({ source: ids[index] ?? '', target }))
const warningsOf = (body: unknown) => (body as { meta?: { warnings?: string[] } }).meta?.warnings ?? []

describeOnEveryStore('Variables', (shared) => {
  it('A variable of any JSON type is created, read, listed, changed and deleted', async () => {
    const client = await shared.client()
    for (const [index, value] of ['text', 0, false, null, [1, { a: null }], { b: 'ä😀' }].entries()) {
      const created = (await client.post('/variables', { name: `V_${index}`, value })).expect(201)
      const variable = created.data<Variable>()
      assert.equal(created.headers.get('location'), `/v1/variables/${variable.id}`)
      assert.deepEqual([variable.value, variable.description], [value, ''])
      assert.deepEqual((await client.get(`/variables/${variable.id}`)).expect(200).data(), variable)
    }
    const listed = (await client.get('/variables?limit=4')).expect(200)
    assert.deepEqual(
      listed.data<Variable[]>().map(({ name }) => name),
      ['V_5', 'V_4', 'V_3', 'V_2'],
    )
    const { next_cursor: cursor } = (listed.body as { meta: { next_cursor: string } }).meta
    const rest = (await client.get(`/variables?limit=4&cursor=${cursor}`)).expect(200).data<Variable[]>()
    assert.deepEqual(
      rest.map(({ name }) => name),
      ['V_1', 'V_0'],
    )
    const found = (await client.get('/variables?search=v_3')).expect(200).data<Variable[]>()
    assert.deepEqual(
      found.map(({ name }) => name),
      ['V_3'],
    )
    const [first] = rest
    const changed = (await client.patch(`/variables/${first?.id}`, { description: ' For tests. ' })).expect(
      200,
    )
    assert.equal(changed.data<Variable>().description, 'For tests.')
    const deleted = (await client.delete(`/variables/${first?.id}`)).expect(200)
    assert.deepEqual(deleted.data(), { id: first?.id, deleted: true })
    ;(await client.get(`/variables/${first?.id}`)).error(404, 'NOT_FOUND')
    ;(await client.delete(`/variables/${first?.id}`)).error(404, 'NOT_FOUND')
  })

  it('Names are what expressions can write, and each is taken once', async () => {
    const client = await shared.client()
    const { id } = await create(client, 'BASE_URL', 1)
    for (const name of ['', '1A', 'a-b', 'a b', 'ä', '__proto__', 'constructor', 'x'.repeat(101)]) {
      ;(await client.post('/variables', { name, value: 1 })).error(400, 'VALIDATION_ERROR')
    }
    ;(await client.post('/variables', { name: 'BASE_URL', value: 2 })).error(409, 'VALIDATION_ERROR')
    const other = await create(client, 'base_url', 2)
    ;(await client.patch(`/variables/${other.id}`, { name: 'BASE_URL' })).error(409, 'VALIDATION_ERROR')
    ;(await client.patch(`/variables/${id}`, { name: 'BASE_URL' })).expect(200)
  })

  it('Values have a limit, and so have all of them together and their number', async () => {
    const client = await shared.client()
    const large = 'x'.repeat(32 * 1024 - 2)
    ;(await client.post('/variables', { name: 'A', value: `${large}x` })).error(400, 'VALIDATION_ERROR')
    for (let n = 0; n < 8; n += 1) await create(client, `LARGE_${n}`, large)
    const { issues } = (await client.post('/variables', { name: 'A', value: 'more' })).error(
      400,
      'VALIDATION_ERROR',
    ).details as { issues: { path: string; message: string }[] }
    assert.match(issues[0]?.message ?? '', /larger than 262144 bytes/)
  })

  it('If-Match refuses a change of something else than what was read', async () => {
    const client = await shared.client()
    const { id } = await create(client, 'A', 1)
    const etag = (await client.get(`/variables/${id}`)).headers.get('etag')
    const headers = { 'if-match': String(etag) }
    const changed = (await client.patch(`/variables/${id}`, { value: 2 }, { headers })).expect(200)
    assert.notEqual(changed.headers.get('etag'), etag)
    ;(await client.patch(`/variables/${id}`, { value: 3 }, { headers })).error(412, 'VALIDATION_ERROR')
    ;(await client.delete(`/variables/${id}`, { headers })).error(412, 'VALIDATION_ERROR')
    const same = (await client.patch(`/variables/${id}`, { value: 2 })).expect(200)
    assert.equal(same.headers.get('etag'), changed.headers.get('etag'), 'a change without effect is none')
  })

  it('Expressions, conditions and code of every workflow read variables, the next run with the new value', async () => {
    const client = await shared.client()
    const { id } = await create(client, 'REGION', { name: 'eu', limit: 3 })
    const workflow = await client.createWorkflow({
      nodes: [
        { id: 'start', type: 'start' },
        { id: 'if', type: 'if', data: { condition: 'vars.REGION.limit > 2' } },
        shows('set', '{{ vars.REGION.name }} {{ vars["REGION"].limit }} {{ vars.ABSENT ?? "none" }}'),
        {
          id: 'code',
          type: 'code',
          data: { code: 'return { ...previous, keys: Object.keys(vars), n: vars.REGION.limit }' },
        },
      ],
      edges: [
        ...chain('start', 'if'),
        { source: 'if', sourceHandle: 'true', target: 'set' },
        ...chain('set', 'code'),
      ],
    })
    const first = await client.run(workflow)
    assert.deepEqual(first.output, { shown: 'eu 3 none', keys: ['REGION'], n: 3 })
    ;(await client.patch(`/variables/${id}`, { value: { name: 'us', limit: 4 } })).expect(200)
    assert.deepEqual((await client.run(workflow)).output, { shown: 'us 4 none', keys: ['REGION'], n: 4 })
  })

  it('Many runs with idempotency keys are accepted at once, although each workflow has to be read', async () => {
    const client = await shared.client()
    await create(client, 'SHARED', 1)
    const workflows = await Promise.all(
      Array.from({ length: 40 }, () => client.createWorkflow({ nodes: [shows('a', '{{ vars.SHARED }}')] })),
    )
    const answers = await Promise.all(
      workflows.map(({ id }, index) =>
        client.post(`/workflows/${id}/execute`, {}, { headers: { 'idempotency-key': `many-${index}` } }),
      ),
    )
    for (const answer of answers) answer.expect(202)
  })

  it('A run that waits keeps the value that it started with, and a retry reads the new one', async () => {
    const client = await shared.client()
    const { id } = await create(client, 'TICKET', 'before')
    const workflow = await client.createWorkflow({
      nodes: [
        shows('first', '{{ vars.TICKET }}'),
        { id: 'wait', type: 'wait', data: { for: 'event', event: 'go' } },
        shows('last', '{{ nodes["first"].output.shown }} {{ vars.TICKET }}'),
      ],
      edges: chain('first', 'wait', 'last'),
    })
    const { execution_id: execution } = await client.accept(workflow)
    for (;;) {
      const { status } = (await client.get(`/executions/${execution}`)).data<{ status: string }>()
      if (status === 'pending') break
    }
    ;(await client.patch(`/variables/${id}`, { value: 'after' })).expect(200)
    ;(await client.post(`/executions/${execution}/signal`, { event: 'go', data: {} })).expect(202)
    const ended = await untilEnd(client, execution)
    assert.deepEqual(ended.output, { shown: 'before before' })
    const retried = (await client.post(`/executions/${execution}/retry`, { from: 'last' })).expect(202)
    const again = await untilEnd(client, retried.data<{ execution_id: string }>().execution_id)
    assert.deepEqual(again.output, { shown: 'before after' })
  })

  it('The check names unknown variables, with the one that was probably meant', async () => {
    const client = await shared.client()
    await create(client, 'BASE_URL', 'https://shop.example')
    const { id } = await client.createWorkflow({
      nodes: [shows('set', '{{ vars.BASE_ULR }} {{ vars.OTHER.name }} {{ vars.BASE_URL }}')],
    })
    const { problems } = (await client.post(`/workflows/${id}/check`)).expect(200).data<{
      problems: { severity: string; message: string; parameter: string }[]
    }>()
    const found = problems.filter(({ message }) => message.includes('account has no variable'))
    assert.deepEqual(
      found.map(({ severity }) => severity),
      ['error', 'warning'],
    )
    assert.match(found[0]?.message ?? '', /`OTHER`.*Create it in Settings/)
    assert.match(found[1]?.message ?? '', /`BASE_ULR`. Did you mean `vars.BASE_URL`\?/)
  })

  it('Renaming and deleting say which workflows still use the variable', async () => {
    const client = await shared.client()
    const { id } = await create(client, 'HOST', 'a.example')
    await client.createWorkflow({
      name: 'Reads it',
      nodes: [{ ...shows('a', '{{ vars.HOST }}'), name: 'Shown' }],
    })
    await client.createWorkflow({ name: 'Computes names', nodes: [shows('a', '{{ vars[input.name] }}')] })
    await client.createWorkflow({ name: 'Reads another', nodes: [shows('a', '{{ vars.HOSTS }}')] })
    const usage = (await client.get(`/variables/${id}/usage`)).expect(200).data<VariableUsage>()
    assert.deepEqual(
      usage.workflows.map(({ name, nodes, computed, draft }) => [name, nodes, computed, draft]),
      [
        ['Computes names', [], true, true],
        ['Reads it', ['Shown'], false, true],
      ],
    )
    const renamed = (await client.patch(`/variables/${id}`, { name: 'DOMAIN' })).expect(200)
    assert.deepEqual(warningsOf(renamed.body), [
      '1 workflow still reads `vars.HOST`, which no longer exists: "Reads it".',
    ])
    assert.deepEqual(warningsOf((await client.delete(`/variables/${id}`)).expect(200).body), [])
  })

  it('Bundles contain the variables that workflows read, and an import names those that are missing', async () => {
    const [client, other] = [await shared.client(), await shared.client()]
    await create(client, 'USED', [1], 'In use.')
    await create(client, 'UNUSED', 2)
    const { id } = await client.createWorkflow({
      name: 'Sample',
      nodes: [shows('a', '{{ vars.USED }} {{ vars.LOST }}')],
    })
    const bundle = (await client.get(`/workflows/${id}/export`)).expect(200).data<Bundle>()
    assert.deepEqual(bundle.variables, [{ name: 'USED', value: [1], description: 'In use.' }])
    const importing = async (body: object) =>
      (await other.post('/import', body)).expect(200).data<ImportReport>()
    const checked = await importing({ bundle })
    assert.deepEqual(checked.variables, [{ name: 'USED', action: 'create', applied: false, id: null }])
    assert.deepEqual(
      checked.missing.map(({ kind, name, used_by: users }) => [kind, name, users]),
      [['variable', 'LOST', ['Sample']]],
    )
    await importing({ bundle, mode: 'create' })
    const [created] = (await other.get('/variables')).expect(200).data<Variable[]>()
    assert.deepEqual([created?.name, created?.value, created?.description], ['USED', [1], 'In use.'])
    ;(await other.patch(`/variables/${created?.id}`, { value: 'own' })).expect(200)
    assert.deepEqual((await importing({ bundle, mode: 'create' })).variables[0]?.applied, false)
    assert.deepEqual((await importing({ bundle, mode: 'replace' })).variables[0]?.applied, true)
    assert.deepEqual((await other.get(`/variables/${created?.id}`)).data<Variable>().value, [1])
  })
})

async function untilEnd(client: Client, id: string) {
  for (;;) {
    const execution = (await client.get(`/executions/${id}`)).expect(200).data<{
      completed_at: string | null
      output: unknown
    }>()
    if (execution.completed_at !== null) return execution
  }
}

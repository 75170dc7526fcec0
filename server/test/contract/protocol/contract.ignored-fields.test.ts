import assert from 'node:assert/strict'
import { it } from 'node:test'
import { describeOnEveryStore } from '../support/on-every-store.ts'

describeOnEveryStore('Contract: ignored fields', (shared) => {
  const warningsOf = (response: { body: Readonly<Record<string, unknown>> }) =>
    (response.body['meta'] as { warnings?: string[] } | undefined)?.warnings

  it('A field that a request does not have is ignored with a warning and a suggestion', async () => {
    const client = await shared.client()
    const created = (await client.post('/workflows', { name: 'A', descripton: 'x', colour: 'red' })).expect(
      201,
    )
    assert.deepEqual(warningsOf(created), [
      'Unknown field "descripton" was ignored. Did you mean "description"?',
      'Unknown field "colour" was ignored. Known fields: "name", "description", "status", "nodes", "edges", "variables", "tags", "folder".',
    ])
    const { id } = created.data<{ id: string }>()
    assert.deepEqual(warningsOf((await client.patch(`/workflows/${id}`, { stauts: 'draft' })).expect(200)), [
      'Unknown field "stauts" was ignored. Did you mean "status"?',
    ])
    const accepted = (await client.post(`/workflows/${id}/execute`, { inputs: { a: 1 } })).expect(202)
    assert.deepEqual(warningsOf(accepted), ['Unknown field "inputs" was ignored. Did you mean "input"?'])
  })

  it('What a client has read can be sent back without a warning', async () => {
    const client = await shared.client()
    const workflow = await client.createWorkflow({ nodes: [{ id: 'a', type: 'start', colour: 'red' }] })
    const sent = (await client.patch(`/workflows/${workflow.id}`, workflow)).expect(200)
    assert.equal(sent.body['meta'], undefined)
    const form = await client.createForm()
    assert.equal((await client.patch(`/forms/${form.id}`, form)).expect(200).body['meta'], undefined)
  })

  it('A field inside of a list is named with its path', async () => {
    const client = await shared.client()
    const fields = [{ name: 'email', type: 'email', requird: true }]
    assert.deepEqual(warningsOf((await client.post('/forms', { name: 'F', fields })).expect(201)), [
      'Unknown field "fields[0].requird" was ignored. Did you mean "required"?',
    ])
  })

  it('Free-form data is never ignored, and many warnings are cut short', async () => {
    const client = await shared.client()
    const workflow = await client.createWorkflow()
    const run = (
      await client.post(`/workflows/${workflow.id}/execute`, { input: { anything: { at: 'all' } } })
    ).expect(202)
    assert.equal(run.body['meta'], undefined)
    const many = Object.fromEntries(Array.from({ length: 25 }, (_, n) => [`zz${n}`, n]))
    const warnings = warningsOf((await client.post('/workflows', { name: 'A', ...many })).expect(201))
    assert.equal(warnings?.length, 21)
    assert.equal(warnings.at(-1), '5 further fields were ignored.')
  })
})

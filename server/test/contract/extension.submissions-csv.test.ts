import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Submission } from '@millrace/contract/form.ts'
import type { JsonObject } from '#domain/index.ts'
import type { Client } from './support/client.ts'
import { describeOnEveryStore } from './support/on-every-store.ts'

describeOnEveryStore('extension: submissions as CSV', (shared) => {
  const read = async (client: Client, id: string) => {
    const headers = { authorization: `Bearer ${client.key}` }
    const answer = await fetch(`${shared.running.url}/v1/forms/${id}/submissions.csv`, { headers })
    assert.equal(answer.status, 200)
    // `text()` would take the byte order mark away.
    return { headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()).toString('utf8') }
  }
  const submit = async (client: Client, id: string, data: object) =>
    (await client.post(`/forms/${id}/submissions`, { data })).expect(201).data<Submission>()

  it('has a mark, a header and a line for each, newest first, and says under which name to save it', async () => {
    const client = await shared.client()
    const { id } = await client.createForm({
      fields: [
        { name: 'name', type: 'text' },
        { name: 'age', type: 'number' },
        { name: 'likes', type: 'multiselect', options: ['tea', 'coffee'] },
        { name: 'yes', type: 'boolean' },
      ],
    })
    const first = await submit(client, id, { name: 'Zoë, "Z"', age: -5, likes: ['tea', 'coffee'], yes: true })
    const second = await submit(client, id, { name: '=1+1\nline' })
    const { headers, bytes } = await read(client, id)
    assert.equal(headers.get('content-type'), 'text/csv; charset=utf-8')
    assert.equal(headers.get('content-disposition'), `attachment; filename="submissions-${id}.csv"`)
    assert.equal(headers.get('cache-control'), 'no-store')
    assert.equal(
      bytes,
      '\uFEFFid,created_at,name,age,likes,yes\r\n' +
        `${second.id},${second.created_at},"'=1+1\nline",,,\r\n` +
        `${first.id},${first.created_at},"Zoë, ""Z""",-5,tea; coffee,true\r\n`,
    )
  })

  it('has the header alone when there is nothing yet', async () => {
    const client = await shared.client()
    const { id } = await client.createForm({ fields: [{ name: '=evil', type: 'text' }] })
    assert.equal((await read(client, id)).bytes, "\uFEFFid,created_at,'=evil\r\n")
  })

  it('keeps columns of fields that the form has no more', async () => {
    const client = await shared.client()
    const field = (name: string) => ({ name, type: 'text' })
    const { id } = await client.createForm({ fields: [field('gone'), field('kept')] })
    await submit(client, id, { gone: 'old', kept: 'one' })
    ;(await client.patch(`/forms/${id}`, { fields: [field('fresh'), field('kept')] })).expect(200)
    await submit(client, id, { fresh: 'new', kept: 'two' })
    const lines = (await read(client, id)).bytes.split('\r\n').map((line) => line.split(',').slice(2))
    assert.deepEqual(lines, [['fresh', 'kept', 'gone'], ['new', 'two', ''], ['', 'one', 'old'], []])
  })

  it('has all of them, though they are read page by page', async () => {
    const client = await shared.client()
    const { id } = await client.createForm({ fields: [{ name: 'n', type: 'number' }] })
    const { store } = shared.running.service
    const form = (await store.forms.findPublic(id)) ?? assert.fail()
    const count = 1_234
    await store.write(async (tx) => {
      for (let n = 0; n < count; n += 1) {
        const data: JsonObject = { n }
        const last = n.toString(16).padStart(12, '0')
        const submission = { id: `018f0000-0000-7000-8000-${last}`, formId: id, data, createdAt: n }
        await store.forms.insertSubmission(tx, { ...submission, accountId: form.accountId })
      }
    })
    const [, ...lines] = (await read(client, id)).bytes.trimEnd().split('\r\n')
    const numbers = lines.map((line) => Number(line.split(',')[2]))
    assert.deepEqual(
      numbers,
      Array.from({ length: count }, (_, index) => count - 1 - index),
    )
  })

  it('is refused as JSON, like anything else', async () => {
    const client = await shared.client()
    const stranger = await shared.client()
    const { id } = await client.createForm()
    ;(await stranger.get(`/forms/${id}/submissions.csv`)).error(404, 'NOT_FOUND')
    ;(await client.get('/forms/nothing/submissions.csv')).error(400, 'VALIDATION_ERROR')
  })

  it('tells the headers alone to those who ask for no more', async () => {
    const client = await shared.client()
    const { id } = await client.createForm()
    const headers = { authorization: `Bearer ${client.key}` }
    const url = `${shared.running.url}/v1/forms/${id}/submissions.csv`
    const answer = await fetch(url, { method: 'HEAD', headers })
    assert.deepEqual([answer.status, await answer.text()], [200, ''])
    assert.equal(answer.headers.get('content-type'), 'text/csv; charset=utf-8')
  })
})

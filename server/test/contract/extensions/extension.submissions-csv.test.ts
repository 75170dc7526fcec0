import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Submission } from '@millrace/contract/form.ts'
import type { JsonObject } from '#domain/index.ts'
import type { Client } from '../support/client.ts'
import { describeOnEveryStore } from '../support/on-every-store.ts'

describeOnEveryStore('Extension: submissions as CSV', (shared) => {
  const read = async (client: Client, id: string) => {
    const headers = { authorization: `Bearer ${client.key}` }
    const response = await fetch(`${shared.running.url}/v1/forms/${id}/submissions.csv`, { headers })
    assert.equal(response.status, 200)
    // `text()` would remove the byte order mark.
    return { headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()).toString('utf8') }
  }
  const submit = async (client: Client, id: string, data: object) =>
    (await client.post(`/forms/${id}/submissions`, { data })).expect(201).data<Submission>()

  it('The CSV file has a byte order mark, a header, a line per submission, newest first, and a file name', async () => {
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

  it('The CSV file of a form without submissions has only the header', async () => {
    const client = await shared.client()
    const { id } = await client.createForm({ fields: [{ name: '=evil', type: 'text' }] })
    assert.equal((await read(client, id)).bytes, "\uFEFFid,created_at,'=evil\r\n")
  })

  it('The CSV file keeps columns of fields that the form no longer has', async () => {
    const client = await shared.client()
    const field = (name: string) => ({ name, type: 'text' })
    const { id } = await client.createForm({ fields: [field('gone'), field('kept')] })
    await submit(client, id, { gone: 'old', kept: 'one' })
    ;(await client.patch(`/forms/${id}`, { fields: [field('fresh'), field('kept')] })).expect(200)
    await submit(client, id, { fresh: 'new', kept: 'two' })
    const lines = (await read(client, id)).bytes.split('\r\n').map((line) => line.split(',').slice(2))
    assert.deepEqual(lines, [['fresh', 'kept', 'gone'], ['new', 'two', ''], ['', 'one', 'old'], []])
  })

  it('The CSV file has all submissions, though they are read page by page', async () => {
    const client = await shared.client()
    const { id } = await client.createForm({ fields: [{ name: 'n', type: 'number' }] })
    const { store } = shared.running.service
    const form = (await store.forms.findPublic(id)) ?? assert.fail()
    const count = 1_234
    await store.write(async (tx) => {
      for (let n = 0; n < count; n += 1) {
        const data: JsonObject = { n }
        const last = n.toString(16).padStart(12, '0')
        const submission = {
          id: `018f0000-0000-7000-8000-${last}`,
          formId: id,
          formVersion: 1,
          data,
          createdAt: n,
        }
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

  it('An error for a CSV request is JSON, like any other', async () => {
    const client = await shared.client()
    const otherClient = await shared.client()
    const { id } = await client.createForm()
    ;(await otherClient.get(`/forms/${id}/submissions.csv`)).error(404, 'NOT_FOUND')
    ;(await client.get('/forms/nothing/submissions.csv')).error(400, 'VALIDATION_ERROR')
  })

  it('HEAD returns only the headers of the CSV file', async () => {
    const client = await shared.client()
    const { id } = await client.createForm()
    const headers = { authorization: `Bearer ${client.key}` }
    const url = `${shared.running.url}/v1/forms/${id}/submissions.csv`
    const response = await fetch(url, { method: 'HEAD', headers })
    assert.deepEqual([response.status, await response.text()], [200, ''])
    assert.equal(response.headers.get('content-type'), 'text/csv; charset=utf-8')
  })
})

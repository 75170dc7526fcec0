import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Form, Submission, SubmissionDetail } from '@millrace/contract/form.ts'
import { issuePaths } from '../support/api-response.ts'
import type { Client } from '../support/client.ts'
import { describeOnEveryStore } from '../support/on-every-store.ts'
import { PageClient } from '../support/page-client.ts'
import { SettableClock } from '../support/settable-clock.ts'

const clock = new SettableClock('2026-03-10T12:00:00.000Z')
const HOUR = 60 * 60 * 1000

const EMAIL = { name: 'email', type: 'email', label: 'E-mail', required: true }
const TOPIC = { name: 'topic', type: 'text', label: 'Topic' }
const AGREE = { name: 'agree', type: 'checkbox', label: 'I agree', required: true }

describeOnEveryStore(
  'Extension: versions of forms',
  (shared) => {
    it('A page that was opened before a change can be sent for 24 hours, and is checked against what it showed', async () => {
      const client = await shared.client()
      const pages = new PageClient(shared.running)
      const { id } = await client.createForm({ fields: [EMAIL, TOPIC] })
      const action = readAction((await pages.get(`/f/${id}`)).body)
      assert.equal(action, `/f/${id}?version=1`)
      clock.advance(HOUR)
      ;(await client.patch(`/forms/${id}`, { fields: [{ ...EMAIL, label: 'Address' }, AGREE] })).expect(200)
      clock.advance(24 * HOUR - 1)
      const refused = await pages.send(action, { email: 'nobody', topic: 'Mills' })
      assert.equal(refused.status, 422)
      assert.equal(readAction(refused.body), action)
      assert.match(refused.body, /value="Mills"/)
      assert.equal((await pages.send(action, { email: 'a@example.com', topic: 'Mills' })).status, 303)
      const [stored] = (await client.get(`/forms/${id}/submissions`)).data<Submission[]>()
      assert.deepEqual(stored?.data, { email: 'a@example.com', topic: 'Mills' })
      const detail = (await client.get(`/forms/${id}/submissions/${stored?.id}`)).data<SubmissionDetail>()
      assert.equal(detail.version, 1)
      assert.deepEqual(
        detail.fields.map(({ label }) => label),
        ['E-mail', 'Topic'],
      )
    })

    it('After that, the page shows the current form with the answers, and nothing is stored', async () => {
      const client = await shared.client()
      const pages = new PageClient(shared.running)
      const { id } = await client.createForm({ fields: [EMAIL, TOPIC] })
      const action = readAction((await pages.get(`/f/${id}`)).body)
      ;(await client.patch(`/forms/${id}`, { fields: [EMAIL, AGREE] })).expect(200)
      clock.advance(24 * HOUR)
      const page = await pages.send(action, { email: 'a@example.com', topic: 'Mills' })
      assert.equal(page.status, 409)
      assert.match(page.body, /has changed since you opened it/)
      assert.match(page.body, /value="a@example.com"/)
      assert.deepEqual((await client.get(`/forms/${id}/submissions`)).data(), [])
      const current = readAction(page.body)
      assert.equal(current, `/f/${id}?version=2`)
      assert.equal((await pages.send(current, { email: 'a@example.com', agree: 'true' })).status, 303)
    })

    it('A form closes for everybody at once, whichever version they have', async () => {
      const client = await shared.client()
      const pages = new PageClient(shared.running)
      const { id } = await client.createForm({ fields: [EMAIL] })
      const action = readAction((await pages.get(`/f/${id}`)).body)
      const settings = { closes_at: new Date(clock.now()).toISOString() }
      ;(await client.patch(`/forms/${id}`, { fields: [EMAIL, TOPIC], settings })).expect(200)
      const page = await pages.send(action, { email: 'a@example.com' })
      assert.equal(page.status, 409)
      assert.match(page.body, /is closed/)
    })

    it('Without a version, or with an unknown one, the current form counts', async () => {
      const client = await shared.client()
      const pages = new PageClient(shared.running)
      const { id } = await client.createForm({ fields: [EMAIL] })
      for (const query of ['', '?version=', '?version=x', '?version=-1']) {
        assert.equal((await pages.send(`/f/${id}${query}`, { email: 'a@example.com' })).status, 303, query)
      }
      assert.equal((await pages.send(`/f/${id}?version=99`, { email: 'a@example.com' })).status, 409)
    })

    it('Columns keep fields that the form no longer has for as long as submissions have them', async () => {
      const client = await shared.client()
      const { id } = await client.createForm({ fields: [EMAIL, TOPIC] })
      const { id: submissionId } = await submit(client, id, { email: 'a@example.com', topic: 'Mills' })
      ;(await client.patch(`/forms/${id}`, { fields: [{ ...EMAIL, label: 'Address' }] })).expect(200)
      const columns = async () => (await client.get(`/forms/${id}?include=columns`)).data<Form>().columns
      const address = { name: 'email', label: 'Address', type: 'email', current: true }
      assert.deepEqual(await columns(), [
        address,
        { name: 'topic', label: 'Topic', type: 'text', current: false },
      ])
      ;(await client.delete(`/forms/${id}/submissions/${submissionId}`)).expect(200)
      assert.deepEqual(await columns(), [address])
    })

    it('Statistics count what is stored and say whether the form is open', async () => {
      const client = await shared.client()
      const settings = { max_submissions: 1 }
      const { id } = await client.createForm({ fields: [EMAIL], settings })
      const statistics = async () =>
        (await client.get('/forms?include=statistics')).data<Form[]>()[0]?.statistics
      assert.deepEqual(await statistics(), { submissions: 0, last_submission_at: null, state: 'open' })
      const submission = await submit(client, id, { email: 'a@example.com' })
      assert.deepEqual(await statistics(), {
        submissions: 1,
        last_submission_at: submission.created_at,
        state: 'full',
      })
      const { deleted } = (
        await client.post(`/forms/${id}/submissions/delete`, { ids: [submission.id, submission.id] })
      ).data<{ deleted: number }>()
      assert.equal(deleted, 1)
      assert.equal((await statistics())?.state, 'open')
      await submit(client, id, { email: 'b@example.com' })
    })

    it('An unknown member of include is refused', async () => {
      const client = await shared.client()
      const answer = (await client.get('/forms?include=statistics,everything')).error(400, 'VALIDATION_ERROR')
      assert.deepEqual(issuePaths(answer), ['include'])
    })

    it('If-Match refuses a change of a form that somebody else has changed', async () => {
      const client = await shared.client()
      const { id } = await client.createForm({ fields: [EMAIL] })
      const read = await client.get(`/forms/${id}`)
      const headers = { 'if-match': read.header('etag') }
      ;(await client.patch(`/forms/${id}`, { name: 'Mine' }, { headers })).expect(200)
      ;(await client.patch(`/forms/${id}`, { name: 'Theirs' }, { headers })).expect(412)
      assert.equal((await client.get(`/forms/${id}`)).data<Form>().name, 'Mine')
    })

    it('A search finds texts and numbers in any value, page by page', async () => {
      const client = await shared.client()
      const fields = [TOPIC, { name: 'count', type: 'number' }, { name: 'tags', type: 'multiselect' }]
      const { id } = await client.createForm({ fields })
      await submit(client, id, { topic: 'ÖL mill' })
      await submit(client, id, { count: 1234 })
      await submit(client, id, { tags: ['one', 'MILLET'] })
      await submit(client, id, { topic: 'nothing' })
      const find = async (query: string) =>
        (await client.get(`/forms/${id}/submissions?${query}`)).expect(200)
      const data = async (query: string) => (await find(query)).data<Submission[]>().map((one) => one.data)
      assert.deepEqual(await data('search=mill'), [{ tags: ['one', 'MILLET'] }, { topic: 'ÖL mill' }])
      assert.deepEqual(await data('search=%C3%B6l'), [{ topic: 'ÖL mill' }])
      assert.deepEqual(await data('search=23'), [{ count: 1234 }])
      assert.deepEqual(await data('search=topic'), [])
      const first = await find('search=mill&limit=1')
      const { next_cursor: cursor, has_more: hasMore } = first.cursorMeta
      assert.equal(hasMore, true)
      assert.deepEqual(await data(`search=mill&limit=1&cursor=${cursor}`), [{ topic: 'ÖL mill' }])
      const url = `${shared.running.url}/v1/forms/${id}/submissions.csv?search=mill`
      const csv = await fetch(url, { headers: { authorization: `Bearer ${client.key}` } })
      assert.equal((await csv.text()).trimEnd().split('\r\n').length, 3)
    })

    it('The preview is the page that the form would have', async () => {
      const client = await shared.client()
      const pages = new PageClient(shared.running)
      const settings = { description: 'All about mills.', color: '#6d28d9' }
      const wanted = { name: 'Mills', fields: [EMAIL, TOPIC, AGREE], settings }
      const { id } = await client.createForm(wanted)
      const { html } = (await client.post('/forms/preview', wanted)).expect(200).data<{ html: string }>()
      const { body } = await pages.get(`/f/${id}`)
      assert.equal(html, body.replace(` action="/f/${id}?version=1"`, ' action=""'))
      const thanks = (await client.post('/forms/preview', { ...wanted, page: 'thanks' })).data<{
        html: string
      }>()
      assert.match(thanks.html, /Thank you/)
      const refused = await client.post('/forms/preview', { name: '', fields: [{ ...TOPIC, pattern: '(' }] })
      assert.deepEqual(issuePaths(refused.error(400, 'VALIDATION_ERROR')), ['fields[0].pattern'])
    })
  },
  { clock },
)

function readAction(html: string): string {
  return /action="([^"]*)"/.exec(html)?.[1] ?? assert.fail('the page has no form')
}

async function submit(client: Client, id: string, data: object): Promise<Submission> {
  clock.advance(1)
  return (await client.post(`/forms/${id}/submissions`, { data })).data<Submission>()
}

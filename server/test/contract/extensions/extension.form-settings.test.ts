import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Form, Submission } from '@millrace/contract/form.ts'
import { issuePaths, messageAt } from '../support/api-response.ts'
import { describeOnEveryStore } from '../support/on-every-store.ts'
import { SettableClock } from '../support/settable-clock.ts'

const clock = new SettableClock('2026-03-10T12:00:00.000Z')
const GOOD = { data: { email: 'ada@example.com' } }

const SETTINGS = {
  description: 'Two\nlines',
  submit_label: 'Sign up',
  thank_you: 'Thanks!',
  redirect_url: 'https://example.com/thanks?a=b#c',
  closes_at: '2030-01-31T18:00:00.000Z',
  max_submissions: 10,
  color: '#6d28d9',
  embed_origins: ['https://example.com', 'http://localhost:3000', 'https://[2001:db8::1]:8443'],
}

describeOnEveryStore(
  'Extension: settings of forms',
  (shared) => {
    it('Settings are returned as they were set, and a form without them does not have the key', async () => {
      const client = await shared.client()
      const form = await client.createForm({ settings: SETTINGS })
      assert.deepEqual(form.settings, SETTINGS)
      assert.deepEqual((await client.get(`/forms/${form.id}`)).data<Form>(), form)
      assert.deepEqual((await client.get('/forms')).data<Form[]>(), [form])
      for (const plain of [await client.createForm(), await client.createForm({ settings: {} })]) {
        assert.equal('settings' in plain, false)
      }
    })

    it('Times and colours are normalised, and unknown members are ignored', async () => {
      const client = await shared.client()
      const settings = {
        closes_at: '2030-01-31T19:00:00+01:00',
        color: '#6D28D9',
        submit_label: ' Go ',
        font: 'Comic',
        embed_origins: ['https://a.example', 'https://a.example'],
      }
      assert.deepEqual((await client.createForm({ settings })).settings, {
        submit_label: 'Go',
        closes_at: '2030-01-31T18:00:00.000Z',
        color: '#6d28d9',
        embed_origins: ['https://a.example'],
      })
    })

    it('Settings are replaced by a change of settings, kept by any other change, and removed by {}', async () => {
      const client = await shared.client()
      const form = await client.createForm({ settings: SETTINGS })
      const patch = async (body: object) =>
        (await client.patch(`/forms/${form.id}`, body)).expect(200).data<Form>()
      clock.advance(1_000)
      assert.deepEqual(await patch(form), form)
      assert.deepEqual((await patch({ name: 'Other' })).settings, SETTINGS)
      assert.deepEqual((await patch({ settings: { color: '#123456' } })).settings, { color: '#123456' })
      assert.equal('settings' in (await patch({ settings: {} })), false)
    })

    it('Invalid settings are rejected with their paths and messages, all in one response', async () => {
      const client = await shared.client()
      const settings = {
        description: 'a\u0000b',
        submit_label: ' ',
        redirect_url: 'javascript:alert(1)',
        closes_at: 'tomorrow',
        max_submissions: 0,
        color: 'red',
        embed_origins: ['https://example.com/', 'https://ok.example'],
      }
      const fields = [{ name: 'x', type: 'nothing' }]
      const response = await client.post('/forms', { name: 'F', fields, settings })
      const error = response.error(400, 'VALIDATION_ERROR')
      assert.deepEqual(issuePaths(error), [
        'fields[0].type',
        'settings.closes_at',
        'settings.color',
        'settings.description',
        'settings.embed_origins[0]',
        'settings.max_submissions',
        'settings.redirect_url',
        'settings.submit_label',
      ])
      assert.equal(messageAt(error, 'settings.redirect_url'), 'must start with https:// or http://')
      assert.equal(messageAt(error, 'settings.color'), 'must be a colour such as #1a2b3c')
      assert.match(messageAt(error, 'settings.closes_at'), /date and time/)
    })

    for (const [member, values] of Object.entries({
      redirect_url: ['', '/thanks', 'example.com', 'ftp://example.com', 'https://a:b@example.com', 'data:,x'],
      closes_at: ['2026-02-30T00:00:00Z', '2026-01-31', '9999-12-31T23:59:59-23:59', '2016-12-31T23:59:60Z'],
      color: ['#fff', '6d28d9', '#6d28d9;}', '#gggggg', ''],
      max_submissions: [0, -1, 1.5, '5', 1_000_000_001],
      embed_origins: [
        ['*'],
        ["'self'"],
        ['https://*.example.com'],
        ['example.com'],
        ['https://EXAMPLE.com'],
        ['https://example.com/path'],
        ['https://example.com;script-src'],
        ["https://a'b.example"],
        ['https://a,b.example'],
        ['https://user@example.com'],
        ['file://x'],
        ['null'],
        'https://example.com',
      ],
    })) {
      it(`${member}: invalid values are rejected`, async () => {
        const client = await shared.client()
        for (const value of values) {
          const response = await client.post('/forms', {
            name: 'F',
            fields: [],
            settings: { [member]: value },
          })
          const paths = issuePaths(response.error(400, 'VALIDATION_ERROR'))
          assert.equal(paths.length, 1, JSON.stringify(value))
          assert.ok(paths[0]?.startsWith(`settings.${member}`), paths[0] ?? '')
        }
      })
    }

    it('After `closes_at` the API accepts no submission, and reading still works', async () => {
      const client = await shared.client()
      clock.set('2026-03-10T12:00:00.000Z')
      const settings = { closes_at: '2026-03-10T12:30:00.000Z' }
      const { id } = await client.createForm({ settings })
      const path = `/forms/${id}/submissions`
      clock.set('2026-03-10T12:29:59.999Z')
      ;(await client.post(path, GOOD)).expect(201)
      clock.set('2026-03-10T12:30:00.000Z')
      const error = (await client.post(path, GOOD)).error(400, 'VALIDATION_ERROR')
      assert.match(error.message, /closed at 2026-03-10T12:30:00.000Z/)
      assert.equal((await client.get(path)).data<Submission[]>().length, 1)
      ;(await client.patch(`/forms/${id}`, { settings: {} })).expect(200)
      ;(await client.post(path, GOOD)).expect(201)
    })

    it('Exactly `max_submissions` of many concurrent submissions are accepted, and more after it is raised', async () => {
      const client = await shared.client()
      const { id } = await client.createForm({ settings: { max_submissions: 5 } })
      const path = `/forms/${id}/submissions`
      ;(await client.post(path, { data: {} })).error(400, 'VALIDATION_ERROR')
      const responses = await Promise.all(Array.from({ length: 15 }, () => client.post(path, GOOD)))
      assert.equal(responses.filter(({ status }) => status === 201).length, 5)
      for (const response of responses.filter(({ status }) => status !== 201)) {
        assert.match(response.error(400, 'VALIDATION_ERROR').message, /it has reached its maximum of 5/)
      }
      assert.equal((await client.get(path)).data<Submission[]>().length, 5)
      ;(await client.patch(`/forms/${id}`, { settings: { max_submissions: 6 } })).expect(200)
      ;(await client.post(path, GOOD)).expect(201)
      ;(await client.post(path, GOOD)).error(400, 'VALIDATION_ERROR')
    })
  },
  { clock },
)

import assert from 'node:assert/strict'
import { it } from 'node:test'
import { FIELD_TYPES, type Form } from '@millrace/contract/form.ts'
import { messageAt, issuePaths } from '../support/api-response.ts'
import { describeOnEveryStore } from '../support/on-every-store.ts'
import { SettableClock } from '../support/settable-clock.ts'

const clock = new SettableClock('2026-03-10T12:00:00.000Z')

describeOnEveryStore(
  'Contract: forms',
  (shared) => {
    it('A form has `id, name, fields, created_at, updated_at, url`', async () => {
      const client = await shared.client()
      const form: object = await client.createForm({ name: '  Contact ' })
      assert.deepEqual(Object.keys(form).sort(), ['created_at', 'fields', 'id', 'name', 'updated_at', 'url'])
      const { id, name, url } = form as Form
      assert.equal(name, 'Contact')
      assert.ok(url.startsWith(`${shared.running.url}/`) && url.includes(id), url)
      assert.deepEqual((await client.get(`/forms/${id}`)).expect(200).data(), form)
      assert.deepEqual((await client.get('/forms')).expect(200).data(), [form])
    })

    it('Every field type is accepted, and `required` is false by default', async () => {
      const client = await shared.client()
      const fields = FIELD_TYPES.map((type) => ({ name: type, type }))
      const form = await client.createForm({ fields })
      assert.deepEqual(
        form.fields,
        fields.map((field) => ({ ...field, required: false })),
      )
      assert.equal(FIELD_TYPES.length, 20)
    })

    it('The types `tel`, `dropdown` and `datetime-local` are aliases of phone, select and datetime', async () => {
      const client = await shared.client()
      const fields = ['tel', 'dropdown', 'datetime-local'].map((type) => ({ name: type, type }))
      const form = await client.createForm({ fields })
      assert.deepEqual(
        form.fields.map(({ type }) => type),
        ['phone', 'select', 'datetime'],
      )
    })

    it('An unknown field type is rejected with a list of the allowed ones', async () => {
      const client = await shared.client()
      for (const type of ['upload', 'EMAIL', 'string', '', 'constructor', 5, null, ['text']]) {
        const response = await client.post('/forms', { name: 'F', fields: [{ name: 'a', type }] })
        const message = messageAt(response.error(400, 'VALIDATION_ERROR'), 'fields[0].type')
        for (const allowed of FIELD_TYPES) assert.ok(message.includes(allowed), `${allowed}: ${message}`)
      }
    })

    it('The optional properties of a field are stored and returned', async () => {
      const client = await shared.client()
      const fields = [
        {
          name: 'code',
          type: 'text',
          required: true,
          label: 'Code',
          help: 'As printed',
          placeholder: 'AB-1',
          default: 'AB-7',
          min_length: 2,
          max_length: 8,
          pattern: '[A-Z]+-[0-9]+',
        },
        { name: 'size', type: 'select', required: false, options: ['S', { value: 'm', label: 'M' }] },
        { name: 'count', type: 'number', required: false, min: 1, max: 9.5 },
        { name: 'day', type: 'date', required: false, min: '2026-01-01', max: '2026-12-31' },
      ]
      assert.deepEqual((await client.createForm({ fields })).fields, fields)
    })

    it('Field names have 1 to 100 characters and are unique in the form', async () => {
      const client = await shared.client()
      const text = (name: unknown) => ({ name, type: 'text' })
      await client.createForm({ fields: [text('x'.repeat(100)), text('Ж'), text('constructor2')] })
      for (const [fields, path] of [
        [[text('')], 'fields[0].name'],
        [[text('  ')], 'fields[0].name'],
        [[text('x'.repeat(101))], 'fields[0].name'],
        [[text(5)], 'fields[0].name'],
        [[{ type: 'text' }], 'fields[0].name'],
        [[text('a'), text('b'), text('a')], 'fields[2].name'],
        [[text('a'), text(' a ')], 'fields[1].name'],
        [[text('__proto__')], 'fields[0].name'],
      ] as const) {
        const error = (await client.post('/forms', { name: 'F', fields })).error(400, 'VALIDATION_ERROR')
        assert.deepEqual(issuePaths(error), [path])
      }
    })

    it('Properties that contradict each other or the field type are rejected', async () => {
      const client = await shared.client()
      for (const [field, path] of [
        [{ type: 'text', min_length: 5, max_length: 2 }, 'min_length'],
        [{ type: 'number', min: 5, max: 2 }, 'min'],
        [{ type: 'text', pattern: '(' }, 'pattern'],
        [{ type: 'text', pattern: '(?=a)' }, 'pattern'],
        [{ type: 'number', default: 'x' }, 'default'],
        [{ type: 'email', default: 'not-an-address' }, 'default'],
        [{ type: 'text', required: 'yes' }, 'required'],
        [{ type: 'text', min_length: -1 }, 'min_length'],
        [{ type: 'text', min_length: 1.5 }, 'min_length'],
        [{ type: 'select', options: 'a' }, 'options'],
      ] as const) {
        const fields = [{ name: 'f', ...field }]
        const error = (await client.post('/forms', { name: 'F', fields })).error(400, 'VALIDATION_ERROR')
        assert.deepEqual(issuePaths(error), [`fields[0].${path}`], JSON.stringify(field))
      }
    })

    it('Of many mistakes, up to a hundred are listed', async () => {
      const client = await shared.client()
      const refused = async (path: string, count: number) => {
        const fields = Array.from({ length: count }, () => ({ name: 7, type: 'text' }))
        return issuePaths((await client.post(path, { name: 'F', fields })).error(400, 'VALIDATION_ERROR'))
      }
      for (const path of ['/forms', '/forms/preview']) {
        const all = Array.from({ length: 99 }, (_, number) => `fields[${number}].name`)
        assert.deepEqual((await refused(path, 99)).toSorted(), all.toSorted())
        const first = await refused(path, 300)
        assert.deepEqual(
          [first.length, first.includes('')],
          [101, true],
          'and one says that there may be more',
        )
      }
    })

    it('A form without fields, without a name or with fields that are not an array is rejected', async () => {
      const client = await shared.client()
      assert.deepEqual((await client.createForm({ fields: [] })).fields, [])
      const error = (await client.post('/forms', {})).error(400, 'VALIDATION_ERROR')
      assert.deepEqual(issuePaths(error), ['fields', 'name'])
      ;(await client.post('/forms', { name: 'F', fields: {} })).error(400, 'VALIDATION_ERROR')
      ;(await client.post('/forms', { name: 'F', fields: [5] })).error(400, 'VALIDATION_ERROR')
    })

    it('Unknown members of a form and of its fields are ignored', async () => {
      const client = await shared.client()
      const fields = [{ name: 'a', type: 'text', required: true, colour: 'red', id: 7 }]
      const form = await client.createForm({ fields, id: 'mine', theme: 'dark' })
      assert.deepEqual(form.fields, [{ name: 'a', type: 'text', required: true }])
    })

    it('Patch changes name and fields, and the body that GET returns can be sent back without effect', async () => {
      const client = await shared.client()
      const form = await client.createForm({ name: 'Old' })
      clock.advance(1_000)
      const same = (await client.patch(`/forms/${form.id}`, form)).expect(200)
      assert.deepEqual(same.data<Form>(), form)
      const fields = [{ name: 'b', type: 'number', required: true }]
      const changed = (await client.patch(`/forms/${form.id}`, { name: 'New', fields }))
        .expect(200)
        .data<Form>()
      assert.deepEqual([changed.name, changed.fields, changed.created_at], ['New', fields, form.created_at])
      assert.equal(Date.parse(changed.updated_at) - Date.parse(form.updated_at), 1_000)
      ;(await client.patch(`/forms/${form.id}`, { fields: [{ name: 'x', type: 'y' }] })).error(
        400,
        'VALIDATION_ERROR',
      )
    })

    it('Concurrent changes of different fields are all kept', async () => {
      const client = await shared.client()
      const { id } = await client.createForm()
      for (let round = 0; round < 5; round += 1) {
        const name = `Name ${round}`
        const fields = [{ name: `field_${round}`, type: 'text', required: false }]
        const responses = await Promise.all([
          client.patch(`/forms/${id}`, { name }),
          client.patch(`/forms/${id}`, { fields }),
        ])
        for (const response of responses) response.expect(200)
        const form = (await client.get(`/forms/${id}`)).data<Form>()
        assert.deepEqual([form.name, form.fields], [name, fields])
      }
    })

    it('Deleting a form deletes its submissions', async () => {
      const client = await shared.client()
      const { id } = await client.createForm()
      ;(await client.post(`/forms/${id}/submissions`, { data: { email: 'a@example.com' } })).expect(201)
      ;(await client.delete(`/forms/${id}`)).expect(200)
      ;(await client.get(`/forms/${id}`)).error(404, 'NOT_FOUND')
      ;(await client.get(`/forms/${id}/submissions`)).error(404, 'NOT_FOUND')
      ;(await client.post(`/forms/${id}/submissions`, { data: { email: 'a@example.com' } })).error(
        404,
        'NOT_FOUND',
      )
    })
  },
  { clock },
)

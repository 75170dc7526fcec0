import assert from 'node:assert/strict'
import { it } from 'node:test'
import { FIELD_TYPES, type FieldType, type Submission } from '@millrace/contract/form.ts'
import { messageAt, issuePaths } from '../support/api-response.ts'
import { describeOnEveryStore } from '../support/on-every-store.ts'

interface Values {
  readonly options?: readonly unknown[]
  readonly good: readonly unknown[]
  readonly bad: readonly unknown[]
}

const CHOICES = ['a', { value: 'b', label: 'B' }]

/** For every type: values that are valid and values that are not. */
const VALUES: Readonly<Record<FieldType, Values>> = {
  text: { good: ['x', 'two words', '🚀 \u202eRTL', '{{ input }}'], bad: [5, true, {}, ['x']] },
  textarea: { good: ['line\nline'], bad: [5, {}, ['x']] },
  email: {
    good: ['ada@example.com', 'a+b@sub.example.org', 'x@localhost', 'ж@пример.рф'],
    bad: ['ada', 'ada@', '@example.com', 'a b@example.com', 'a@b@c', 'a@b..c', 'a@-x', 5, {}],
  },
  number: { good: [0, -1.5, 1e10], bad: ['5', true, {}, [1]] },
  phone: { good: ['+49 30 123-456', '(030) 1234', '112'], bad: ['call me', '+', '12', 5, '12345x'] },
  url: {
    good: ['https://example.com/a?b=c#d', 'http://localhost:8080'],
    bad: ['example.com', 'ftp://example.com', 'javascript:alert(1)', 'https://', 'https://a b', 5],
  },
  password: { good: ['p@ss word'], bad: [5, {}] },
  date: {
    good: ['2026-01-31', '2024-02-29'],
    bad: ['2026-02-30', '31.01.2026', '2026-1-1', '2026-01-31T00:00', 5],
  },
  time: { good: ['08:30', '23:59:59', '00:00:00.5'], bad: ['24:00', '8:30', '08:60', 'noon', 5] },
  datetime: {
    good: ['2026-01-31T08:30', '2026-01-31T08:30:00Z', '2026-01-31T08:30:00.123+02:00'],
    bad: ['2026-01-31', '2026-02-30T08:30', '2026-01-31T25:00', 'now', 5],
  },
  select: { options: CHOICES, good: ['a', 'b'], bad: ['c', 'B', ['a'], 1, {}] },
  radio: { options: CHOICES, good: ['a', 'b'], bad: ['c', ['a'], 1] },
  multiselect: { options: CHOICES, good: [['a'], ['b', 'a']], bad: ['a', ['c'], ['a', 'a'], [1], {}] },
  checkbox: { good: [true, false], bad: ['yes', 1, {}] },
  boolean: { good: [true, false], bad: ['true', 0, {}] },
  rating: { good: [1, 5], bad: [0, 6, 2.5, '3'] },
  scale: { good: [0, 10], bad: [-1, 11, 0.5, '3'] },
  color: { good: ['#1a2b3c', '#FFF'], bad: ['red', '#12', '#gggggg', 5] },
  // Valid ones are files that were uploaded: see form-files.test.ts.
  file: {
    good: [],
    bad: ['a.pdf', 5, {}, { $file: 'x' }, { $file: '018f0000-0000-7000-8000-000000000000' }],
  },
  hidden: { good: ['x', 5, true], bad: [{}, ['x']] },
}

describeOnEveryStore('Contract: submissions', (shared) => {
  it('Every field type is tested', () => {
    assert.deepEqual(Object.keys(VALUES).sort(), [...FIELD_TYPES].sort())
  })

  for (const type of FIELD_TYPES) {
    const { good, bad, options } = VALUES[type]
    it(`${type}: a valid value is stored unchanged, an invalid one is rejected`, async () => {
      const client = await shared.client()
      const { id } = await client.createForm({ fields: [{ name: 'f', type, ...(options && { options }) }] })
      const path = `/forms/${id}/submissions`
      for (const value of good) {
        const response = await client.post(path, { data: { f: value } })
        const created = response.expect(201).data<Submission>()
        assert.deepEqual(created.data, { f: value })
        assert.equal(response.header('location'), `/v1${path}/${created.id}`)
      }
      for (const value of bad) {
        const error = (await client.post(path, { data: { f: value } })).error(400, 'VALIDATION_ERROR')
        assert.deepEqual(issuePaths(error), ['data.f'], JSON.stringify(value))
      }
      const stored = (await client.get(path)).expect(200).data<Submission[]>()
      assert.deepEqual(stored.map(({ data }) => data['f']).toReversed(), good)
    })

    it(`${type}: a required field must be present`, async () => {
      const client = await shared.client()
      const field = { name: 'f', type, required: true, ...(options && { options }) }
      const { id } = await client.createForm({ fields: [field] })
      const data = type === 'checkbox' ? [{}, { f: null }, { f: false }] : [{}, { f: null }, { f: '' }]
      for (const missing of data) {
        const response = await client.post(`/forms/${id}/submissions`, { data: missing })
        assert.deepEqual(issuePaths(response.error(400, 'VALIDATION_ERROR')), ['data.f'])
      }
      const fitting = type === 'checkbox' ? true : good[0]
      if (fitting === undefined) return
      ;(await client.post(`/forms/${id}/submissions`, { data: { f: fitting } })).expect(201)
    })
  }

  it('An optional field may be omitted, null or empty', async () => {
    const client = await shared.client()
    const fields = FIELD_TYPES.map((type) => ({ name: type, type }))
    const { id } = await client.createForm({ fields })
    ;(await client.post(`/forms/${id}/submissions`, { data: {} })).expect(201)
    const empty = Object.fromEntries(FIELD_TYPES.map((type) => [type, type === 'multiselect' ? [] : null]))
    ;(await client.post(`/forms/${id}/submissions`, { data: empty })).expect(201)
  })

  it('Every unknown field name is rejected', async () => {
    const client = await shared.client()
    const { id } = await client.createForm()
    const data = { email: 'a@example.com', one: 1, Email: 'x', toString: 'y' }
    const error = (await client.post(`/forms/${id}/submissions`, { data })).error(400, 'VALIDATION_ERROR')
    assert.deepEqual(issuePaths(error), ['data.Email', 'data.one', 'data.toString'])
  })

  it('The properties min, max, min_length, max_length and pattern are enforced', async () => {
    const client = await shared.client()
    const fields = [
      { name: 'code', type: 'text', min_length: 2, max_length: 4, pattern: '[a-z]+' },
      { name: 'age', type: 'number', min: 18, max: 99 },
      { name: 'day', type: 'date', min: '2026-01-01', max: '2026-12-31' },
      { name: 'stars', type: 'rating', max: 3 },
    ]
    const { id } = await client.createForm({ fields })
    const path = `/forms/${id}/submissions`
    const good = { code: 'abcd', age: 18, day: '2026-12-31', stars: 3 }
    ;(await client.post(path, { data: good })).expect(201)
    for (const [name, values] of [
      ['code', ['a', 'abcde', 'ABC', 'ab1', 'a\nb']],
      ['age', [17.9, 100]],
      ['day', ['2025-12-31', '2027-01-01']],
      ['stars', [4]],
    ] as const) {
      for (const value of values) {
        const response = await client.post(path, { data: { ...good, [name]: value } })
        assert.deepEqual(issuePaths(response.error(400, 'VALIDATION_ERROR')), [`data.${name}`], String(value))
      }
    }
  })

  it('A stored submission has `id, form_id, data, created_at`, and nothing is trimmed, converted or evaluated', async () => {
    const client = await shared.client()
    const { id } = await client.createForm({ fields: [{ name: 'Ж "x".y', type: 'text' }] })
    const data = { 'Ж "x".y': '  {{ variables }} \u0001 </script> ' }
    const created = (await client.post(`/forms/${id}/submissions`, { data })).expect(201).data<object>()
    assert.deepEqual(Object.keys(created).sort(), ['created_at', 'data', 'form_id', 'id'])
    assert.deepEqual((created as Submission).data, data)
    assert.equal((created as Submission).form_id, id)
    assert.deepEqual((await client.get(`/forms/${id}/submissions`)).data(), [created])
  })

  it('A submission is validated against the current form, and stored ones stay as they are', async () => {
    const client = await shared.client()
    const { id } = await client.createForm()
    const old = { email: 'a@example.com' }
    ;(await client.post(`/forms/${id}/submissions`, { data: old })).expect(201)
    ;(await client.patch(`/forms/${id}`, { fields: [{ name: 'age', type: 'number' }] })).expect(200)
    ;(await client.post(`/forms/${id}/submissions`, { data: old })).error(400, 'VALIDATION_ERROR')
    ;(await client.post(`/forms/${id}/submissions`, { data: { age: 5 } })).expect(201)
    const stored = (await client.get(`/forms/${id}/submissions`)).data<Submission[]>()
    assert.deepEqual(
      stored.map(({ data }) => data),
      [{ age: 5 }, old],
    )
  })

  it('The `data` of a submission must be an object', async () => {
    const client = await shared.client()
    const { id } = await client.createForm()
    for (const body of [{}, { data: null }, { data: [] }, { data: 'x' }, { email: 'a@example.com' }]) {
      const error = (await client.post(`/forms/${id}/submissions`, body)).error(400, 'VALIDATION_ERROR')
      assert.ok(messageAt(error, 'data').length > 0)
    }
  })
})

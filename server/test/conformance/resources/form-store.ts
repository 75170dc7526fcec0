import assert from 'node:assert/strict'
import type { FormField } from '@millrace/contract/form.ts'
import type { Form, Submission } from '#domain/index.ts'
import { AWKWARD_DOCUMENTS } from '../awkward-json.ts'
import { type ConformanceOptions, type Subject, testPromises } from '../conformance-suite.ts'
import { sampleForm, sampleSubmission } from '../samples.ts'

const NEWEST = { before: undefined, limit: 100 }

export function testFormStore(options: ConformanceOptions): void {
  testPromises(options, {
    async 'A form is found as it was stored, its fields in order'(subject) {
      const fields: FormField[] = [
        { name: 'z', type: 'select', required: true, options: ['b', 'a'] },
        { name: 'a', type: 'text', required: false, default: 'a\u0000b' },
      ]
      const form = await insert(subject, { accountId: await subject.newAccount(), fields })
      const found = await subject.store.forms.find(form.accountId, form.id)
      assert.equal(JSON.stringify(found?.fields), JSON.stringify(fields))
      assert.deepEqual(found, form)
    },

    async 'Forms are listed newest first, page by page, with the total'(subject) {
      const accountId = await subject.newAccount()
      const [a, b, c] = [
        await insert(subject, { accountId }),
        await insert(subject, { accountId }),
        await insert(subject, { accountId }),
      ]
      const { forms } = subject.store
      assert.deepEqual(await forms.list(accountId, {}, { page: 1, limit: 2 }), { items: [c, b], total: 3 })
      assert.deepEqual(await forms.list(accountId, {}, { page: 2, limit: 2 }), { items: [a], total: 3 })
    },

    async 'Updating a form does not change its submissions'(subject) {
      const { store } = subject
      const form = await insert(subject, { accountId: await subject.newAccount() })
      const submission = await submit(subject, form)
      const changes = { name: 'Other', fields: [], settings: null, updatedAt: form.updatedAt + 1 }
      const changed = { ...form, ...changes, submissionCount: 1 }
      assert.equal(await store.write((tx) => store.forms.update(tx, { ...form, ...changes })), true)
      assert.deepEqual(await store.forms.find(form.accountId, form.id), changed)
      assert.deepEqual(await store.forms.listSubmissions(form.accountId, form.id, NEWEST), [submission])
    },

    async 'A form that was read within a transaction cannot be changed until the transaction ends'(subject) {
      const { store } = subject
      const { accountId, id } = await insert(subject, { accountId: await subject.newAccount(), name: '' })
      const append = async (_: unknown, n: number) => {
        await store.write(async (tx) => {
          const found = (await store.forms.find(accountId, id, tx)) ?? assert.fail()
          await store.forms.update(tx, { ...found, name: `${found.name}${n} ` })
        })
      }
      await Promise.all(Array.from({ length: 20 }, append))
      const { name } = (await store.forms.find(accountId, id)) ?? assert.fail()
      assert.deepEqual(
        new Set(name.trim().split(' ').map(Number)),
        new Set(Array.from({ length: 20 }).keys()),
      )
    },

    async 'A form is found by its id alone, for its public page'(subject) {
      const { forms } = subject.store
      const form = await insert(subject, { accountId: await subject.newAccount() })
      const plain = await insert(subject, { accountId: await subject.newAccount(), settings: null })
      assert.deepEqual(await forms.findPublic(form.id), form)
      assert.deepEqual(await forms.findPublic(plain.id), plain)
      assert.equal(await forms.findPublic(subject.ids.next(0)), undefined)
    },

    async 'Concurrent submissions never exceed the maximum of the form'(subject) {
      const { store, ids } = subject
      const form = await insert(subject, { accountId: await subject.newAccount() })
      const other = await insert(subject, { accountId: form.accountId })
      const maximum = 7
      const tryToSubmit = () =>
        store.write(async (tx) => {
          const found = (await store.forms.find(form.accountId, form.id, tx)) ?? assert.fail()
          if (found.submissionCount >= maximum) return false
          await store.forms.insertSubmission(tx, sampleSubmission(ids, form))
          return true
        })
      const taken = await Promise.all(Array.from({ length: 20 }, tryToSubmit))
      assert.equal(taken.filter(Boolean).length, maximum)
      const listed = await store.forms.listSubmissions(form.accountId, form.id, NEWEST)
      assert.equal(listed.length, maximum)
      assert.equal((await store.forms.findPublic(form.id))?.submissionCount, maximum)
      assert.equal((await store.forms.findPublic(other.id))?.submissionCount, 0)
    },

    async 'Deleting a form deletes all its submissions and no others'(subject) {
      const { store } = subject
      const accountId = await subject.newAccount()
      const [gone, stored] = [await insert(subject, { accountId }), await insert(subject, { accountId })]
      await submit(subject, gone)
      const submission = await submit(subject, stored)
      assert.equal(await store.write((tx) => store.forms.delete(tx, accountId, gone.id)), true)
      assert.equal(await store.write((tx) => store.forms.delete(tx, accountId, gone.id)), false)
      assert.deepEqual(await store.forms.listSubmissions(accountId, gone.id, NEWEST), [])
      assert.deepEqual(await store.forms.listSubmissions(accountId, stored.id, NEWEST), [submission])
    },

    async 'No submission is accepted for a form that does not exist'(subject) {
      const { store, ids } = subject
      const form = sampleForm(ids, await subject.newAccount())
      const submission = sampleSubmission(ids, form)
      await assert.rejects(store.write((tx) => store.forms.insertSubmission(tx, submission)))
    },

    async 'Every submission is read back unchanged, including the order of its keys'(subject) {
      const form = await insert(subject, { accountId: await subject.newAccount() })
      for (const [what, data] of Object.entries(AWKWARD_DOCUMENTS)) {
        await submit(subject, form, { data })
        const read = { before: undefined, limit: 1 }
        const [found] = await subject.store.forms.listSubmissions(form.accountId, form.id, read)
        assert.ok(JSON.stringify(found?.data) === JSON.stringify(data), what)
      }
    },

    async 'Submissions are listed newest first by cursor, while others are added'(subject) {
      const form = await insert(subject, { accountId: await subject.newAccount() })
      const created: Submission[] = []
      for (let n = 0; n < 5; n += 1) created.push(await submit(subject, form, { data: { n } }))
      const list = (before: string | undefined, limit: number) =>
        subject.store.forms.listSubmissions(form.accountId, form.id, { before, limit })
      const first = await list(undefined, 2)
      await submit(subject, form)
      const second = await list(first.at(-1)?.id, 2)
      const third = await list(second.at(-1)?.id, 2)
      assert.deepEqual([...first, ...second, ...third], created.toReversed())
    },

    async 'Forms are searched by name without regard to case, page by page'(subject) {
      const accountId = await subject.newAccount()
      const names = ['ÜBUNG 1', 'Other', '100% übung_2', 'Übung 3']
      const stored: Form[] = []
      for (const name of names) stored.push(await insert(subject, { accountId, name }))
      const [first, , second, third] = stored
      const { forms } = subject.store
      const search = (text: string, page: number) =>
        forms.list(accountId, { search: text }, { page, limit: 2 })
      assert.deepEqual(await search('übung', 1), { items: [third, second], total: 3 })
      assert.deepEqual(await search('ÜBUNG', 2), { items: [first], total: 3 })
      assert.deepEqual(await search('% üb', 1), { items: [second], total: 1 })
      assert.deepEqual(await search('_', 1), { items: [second], total: 1 })
      assert.deepEqual(await search('nothing', 1), { items: [], total: 0 })
    },

    async 'A version keeps the fields that it had, and knows since when it is superseded'(subject) {
      const { store } = subject
      const form = await insert(subject, { accountId: await subject.newAccount() })
      const [later, latest] = [form.updatedAt + 1, form.updatedAt + 2]
      const second = await change(subject, form, { fields: [], updatedAt: later })
      const third = await change(subject, second, { fields: form.fields, updatedAt: latest })
      const read = (number: number) => store.forms.findVersion(form.id, number)
      const shape = { formId: form.id }
      assert.deepEqual(await read(1), {
        ...shape,
        number: 1,
        fields: form.fields,
        createdAt: form.updatedAt,
        supersededAt: later,
      })
      assert.deepEqual(await read(2), {
        ...shape,
        number: 2,
        fields: [],
        createdAt: later,
        supersededAt: latest,
      })
      assert.equal((await read(3))?.supersededAt, null)
      assert.equal(await read(4), undefined)
      assert.deepEqual(await store.forms.find(form.accountId, form.id), third)
    },

    async 'Versions that nobody answered are deleted once they are old'(subject) {
      const { store } = subject
      let form = await insert(subject, { accountId: await subject.newAccount() })
      const at = form.updatedAt
      await submit(subject, form)
      form = await change(subject, form, { updatedAt: at + 10 })
      form = await change(subject, form, { updatedAt: at + 20 })
      form = await change(subject, form, { updatedAt: at + 30 }, at + 20)
      form = await change(subject, form, { updatedAt: at + 40 }, at + 21)
      const numbers = [1, 2, 3, 4, 5]
      const found = await Promise.all(numbers.map((number) => store.forms.findVersion(form.id, number)))
      assert.deepEqual(
        found.map((version) => version?.number),
        [1, undefined, 3, 4, 5],
      )
      await store.write((tx) => store.forms.delete(tx, form.accountId, form.id))
      assert.equal(await store.forms.findVersion(form.id, 1), undefined)
    },

    async 'Versions with submissions are listed newest first, until their submissions are deleted'(subject) {
      const { store } = subject
      const accountId = await subject.newAccount()
      const form = await insert(subject, { accountId })
      const other = await insert(subject, { accountId })
      const one = await submit(subject, form)
      const second = await change(subject, form, { updatedAt: form.updatedAt + 1 })
      const third = await change(subject, second, { updatedAt: form.updatedAt + 2 })
      const three = await submit(subject, third)
      await submit(subject, other)
      const answered = async () => (await store.forms.answeredVersions([form.id])).map(({ number }) => number)
      assert.deepEqual(await answered(), [3, 1])
      assert.equal((await store.forms.answeredVersions([form.id, other.id])).length, 3)
      assert.deepEqual(await store.forms.answeredVersions([]), [])
      const deleted = await store.write((tx) =>
        store.forms.deleteSubmissions(tx, accountId, form.id, [one.id, three.id, one.id]),
      )
      assert.equal(deleted, 2)
      assert.deepEqual(await answered(), [])
    },

    async 'A deleted submission is not counted, and those of other forms stay'(subject) {
      const { store } = subject
      const accountId = await subject.newAccount()
      const [form, other] = [await insert(subject, { accountId }), await insert(subject, { accountId })]
      const [first, second] = [await submit(subject, form), await submit(subject, form)]
      const foreign = await submit(subject, other)
      const remove = (account: Form['accountId'], ids: string[]) =>
        store.write((tx) => store.forms.deleteSubmissions(tx, account, form.id, ids))
      assert.equal(await remove(await subject.newAccount(), [first.id]), 0)
      assert.equal(await remove(accountId, [first.id, foreign.id, subject.ids.next(0)]), 1)
      assert.equal(await remove(accountId, []), 0)
      assert.equal((await store.forms.find(accountId, form.id))?.submissionCount, 1)
      assert.equal((await store.forms.find(accountId, other.id))?.submissionCount, 1)
      assert.deepEqual(await store.forms.listSubmissions(accountId, form.id, NEWEST), [second])
      assert.deepEqual(await store.forms.findSubmission(accountId, form.id, second.id), second)
      assert.equal(await store.forms.findSubmission(accountId, form.id, first.id), undefined)
      assert.equal(await store.forms.findSubmission(accountId, form.id, foreign.id), undefined)
    },

    async 'The time of the last submission is known for every form that has one'(subject) {
      const accountId = await subject.newAccount()
      const [form, empty] = [await insert(subject, { accountId }), await insert(subject, { accountId })]
      await submit(subject, form, { createdAt: 1_000 })
      await submit(subject, form, { createdAt: 3_000 })
      const { forms } = subject.store
      assert.deepEqual(await forms.lastSubmissions([form.id, empty.id]), new Map([[form.id, 3_000]]))
      assert.deepEqual(await forms.lastSubmissions([]), new Map())
    },

    async 'The forms of another account are neither visible nor changeable'(subject) {
      const { store } = subject
      const form = await insert(subject, { accountId: await subject.newAccount() })
      await submit(subject, form)
      const other = await subject.newAccount()
      assert.equal(await store.forms.find(other, form.id), undefined)
      assert.deepEqual(await store.forms.list(other, {}, { page: 1, limit: 9 }), { items: [], total: 0 })
      assert.deepEqual(await store.forms.listSubmissions(other, form.id, NEWEST), [])
      const foreign = { ...form, accountId: other, name: 'Mine now' }
      assert.equal(await store.write((tx) => store.forms.update(tx, foreign)), false)
      assert.equal(await store.write((tx) => store.forms.delete(tx, other, form.id)), false)
      assert.deepEqual(await store.forms.find(form.accountId, form.id), { ...form, submissionCount: 1 })
    },
  })
}

async function insert(
  { store, ids }: Subject,
  changes: Partial<Form> & Pick<Form, 'accountId'>,
): Promise<Form> {
  const form = sampleForm(ids, changes.accountId, changes)
  await store.write((tx) => store.forms.insert(tx, form))
  return form
}

/** Gives the form a new version. */
async function change(
  { store }: Subject,
  form: Form,
  changes: Partial<Form>,
  pruneBefore = 0,
): Promise<Form> {
  const changed = { ...form, version: form.version + 1, revision: form.revision + 1, ...changes }
  await store.write(async (tx) => {
    await store.forms.update(tx, changed)
    await store.forms.addVersion(tx, changed, pruneBefore)
  })
  return changed
}

async function submit(
  { store, ids }: Subject,
  form: Form,
  changes: Partial<Submission> = {},
): Promise<Submission> {
  const submission = sampleSubmission(ids, form, changes)
  await store.write((tx) => store.forms.insertSubmission(tx, submission))
  return submission
}

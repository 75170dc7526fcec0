import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Submission } from '@millrace/contract/form.ts'
import { fromTextarea, HOSTILE_TEXTS, MARKUP } from '../support/hostile-texts.ts'
import { describeOnEveryStore } from '../support/on-every-store.ts'
import { PageClient, shownValue } from '../support/page-client.ts'

// A lone surrogate cannot be encoded in a URL.
const HOSTILE = HOSTILE_TEXTS.filter((text) => text.isWellFormed())
const FIELDS_OF_A_FORM = 400

describeOnEveryStore('Hostile answers on form pages', (shared) => {
  const pages = () => new PageClient(shared.running)
  const batches = Array.from({ length: Math.ceil(HOSTILE.length / FIELDS_OF_A_FORM) }, (_, index) =>
    HOSTILE.slice(index * FIELDS_OF_A_FORM, (index + 1) * FIELDS_OF_A_FORM),
  )

  for (const type of ['text', 'textarea'] as const) {
    it(`A hostile answer is stored unchanged and shown as text: ${type}`, async () => {
      assert.ok(HOSTILE.length > 200)
      const normalise = type === 'textarea' ? fromTextarea : (text: string) => text
      const client = await shared.client()
      for (const batch of batches) {
        const fields = batch.map((_, index) => ({ name: `t${index}`, type }))
        const must = { name: 'must', type: 'text', required: true }
        const { id } = await client.createForm({ fields: [...fields, must] })
        const sent = batch.map((text, index) => [`t${index}`, text] as const)
        const rejected = await pages().send(`/f/${id}`, sent)
        assert.equal(rejected.status, 422)
        assert.equal(shownValue(rejected.body, 'must'), undefined)
        for (const [name, text] of sent)
          assert.equal(normalise(shownValue(rejected.body, name) ?? ''), normalise(text))
        assert.equal((await pages().send(`/f/${id}`, [...sent, ['must', 'x']])).status, 303)
        const [stored] = (await client.get(`/forms/${id}/submissions`)).data<Submission[]>()
        for (const [name, text] of sent) assert.equal(stored?.data[name] ?? '', normalise(text))
      }
    })
  }

  it('Hostile names, labels and texts of a form are shown as text', async () => {
    const client = await shared.client()
    for (const text of MARKUP) {
      const shown = { label: text, help: text, placeholder: text, default: text }
      const choice = { label: text, help: text, options: [text, { value: 'v', label: text }] }
      const { id } = await client.createForm({
        name: text,
        fields: [
          { name: text, type: 'text', ...shown },
          { name: 'area', type: 'textarea', ...shown },
          { name: 'hidden', type: 'hidden', default: text },
          { name: 'select', type: 'select', ...choice },
          { name: 'multi', type: 'multiselect', ...choice },
          { name: 'radio', type: 'radio', ...choice },
          { name: 'boxes', type: 'checkbox', ...choice },
        ],
        settings: { description: text, submit_label: text, thank_you: text },
      })
      const form = await pages().get(`/f/${id}`)
      assert.equal(shownValue(form.body, text.trim()), text)
      assert.equal(shownValue(form.body, 'hidden'), text)
      const thanks = await pages().get(`/f/${id}/thanks`)
      for (const { body } of [form, thanks]) {
        const tags = (body as string).replaceAll(/"[^"]*"/g, '')
        assert.doesNotMatch(tags, /<(?:script|img|b)\b|<svg\/|<!--|<[^>]* on[a-z]+=/)
        assert.equal(body.match(/<\/style>/g)?.length, 1)
      }
      const sent = [
        [text.trim(), text],
        ['select', text],
        ['multi', text],
        ['radio', text],
        ['boxes', text],
        ['hidden', text],
      ] as const
      assert.equal((await pages().send(`/f/${id}`, sent)).status, 303, text)
      const [stored] = (await client.get(`/forms/${id}/submissions`)).data<Submission[]>()
      const data = {
        [text.trim()]: text,
        select: text,
        multi: [text],
        radio: text,
        boxes: [text],
        hidden: text,
      }
      assert.deepEqual(stored?.data, data)
    }
  })
})

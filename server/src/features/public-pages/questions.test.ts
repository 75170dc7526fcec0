import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { FIELD_TYPES, type FormField } from '@millrace/contract/form.ts'
import { html } from '#http/index.ts'
import { renderQuestions, renderSummary, showFields } from './questions.ts'

describe('The questions of a public page', () => {
  it('Neither a question nor its problem shows a generated name', () => {
    for (const type of FIELD_TYPES.filter((one) => one !== 'hidden')) {
      const field: FormField = { name: 'field_ab12cd', type, required: true, label: '', options: ['One'] }
      const issues = [{ path: 'data.field_ab12cd', message: 'is required' }]
      const shown = showFields([field], [], issues)
      const page = html`${renderSummary(shown, undefined)} ${renderQuestions(shown)}`.text
      const texts = page.replaceAll(/<[^>]*>/g, ' ')
      assert.doesNotMatch(texts, /field_ab12cd/, type)
      assert.equal(texts.match(/Untitled [a-z -]+ field/g)?.length, 2, type)
    }
  })
})

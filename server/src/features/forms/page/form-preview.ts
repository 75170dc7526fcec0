import type { BodyOf } from '@millrace/contract/operation.ts'
import type { previewForm } from '@millrace/contract/submission.ts'
import { normaliseFields, normaliseSettings } from '#domain/index.ts'
import { startingTexts } from '../../public-pages/read-answers.ts'
import { renderForm } from './form-page.ts'
import { renderClosed, renderThanks } from './message-pages.ts'

/** The document of the hosted page that a form would have. It is shown to people who build the form, and sends nothing. */
export function renderPreview({ name, fields, settings, page = 'form' }: BodyOf<typeof previewForm>): string {
  const form = {
    name: name.trim(),
    fields: normaliseFields(fields),
    settings: normaliseSettings(settings),
  }
  switch (page) {
    case 'form':
      return renderForm({ form, path: '', texts: startingTexts(form.fields), isPreview: true }).body
    case 'thanks':
      return renderThanks(form, '').body
    case 'closed':
      return renderClosed(form, form.settings?.closes_at === undefined ? 'full' : 'expired', 200).body
    default:
      return page satisfies never
  }
}

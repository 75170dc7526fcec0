import { previewForm } from '@millrace/contract/submission.ts'
import { type Binding, reads } from '#http/index.ts'
import { checkForm } from '../check-form.ts'
import { renderPreview } from './form-preview.ts'

export function previewRoutes(): Binding[] {
  return [
    reads(previewForm, ({ body }) => Promise.resolve({ data: { html: renderPreview(body) } }), checkForm),
  ]
}

import type { Form, Submission } from '@millrace/contract/form.ts'
import type * as domain from '#domain/index.ts'
import { timestamp } from '../shared/timestamps.ts'

export function presentForm(form: domain.Form, publicUrl: string): Form {
  return {
    id: form.id,
    name: form.name,
    fields: [...form.fields],
    created_at: timestamp(form.createdAt),
    updated_at: timestamp(form.updatedAt),
    url: `${publicUrl}/f/${form.id}`,
    ...(form.settings === null ? {} : { settings: form.settings }),
  }
}

export function presentSubmission(submission: domain.Submission): Submission {
  return {
    id: submission.id,
    form_id: submission.formId,
    data: submission.data,
    created_at: timestamp(submission.createdAt),
  }
}

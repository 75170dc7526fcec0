import type { Form, Submission, SubmissionDetail } from '@millrace/contract/form.ts'
import type * as domain from '#domain/index.ts'
import { timestamp } from '../shared/timestamps.ts'
import type { IncludedFormMembers } from './form-includes.ts'

export function presentForm(form: domain.Form, publicUrl: string, included: IncludedFormMembers = {}): Form {
  return {
    id: form.id,
    name: form.name,
    fields: [...form.fields],
    created_at: timestamp(form.createdAt),
    updated_at: timestamp(form.updatedAt),
    url: `${publicUrl}/f/${form.id}`,
    ...(form.settings === null ? {} : { settings: form.settings }),
    ...included,
  }
}

export function formTag(form: domain.Form): string {
  return `"${form.revision}"`
}

export function presentSubmission(submission: domain.Submission): Submission {
  return {
    id: submission.id,
    form_id: submission.formId,
    data: submission.data,
    created_at: timestamp(submission.createdAt),
  }
}

export function presentSubmissionDetail(
  submission: domain.Submission,
  version: domain.FormVersion,
): SubmissionDetail {
  return { ...presentSubmission(submission), version: version.number, fields: [...version.fields] }
}

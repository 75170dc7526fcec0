import type { DomainEvent } from '../webhooks/delivery.ts'
import { writeEventBody } from '../webhooks/event-body.ts'
import type { Form, Submission } from './form.ts'

const KIND = 'form.submitted'

/** The event that is published for a submission. */
export function describeSubmission(form: Form, submission: Submission, eventId: string): DomainEvent {
  const { accountId, createdAt } = submission
  const body = writeEventBody(eventId, KIND, createdAt, {
    form_id: form.id,
    form_name: form.name,
    submission_id: submission.id,
    data: submission.data,
    created_at: new Date(createdAt).toISOString(),
  })
  return { id: eventId, accountId, kind: KIND, at: createdAt, body }
}

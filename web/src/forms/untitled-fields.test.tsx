import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, test } from 'vitest'
import { ApiError } from '../api/api-error.ts'
import { TooltipProvider } from '../components/overlay/tooltip.tsx'
import { FormInput } from '../editor/run/form-input.tsx'
import { SubmissionDetail } from '../pages/form/submissions/submission-detail.tsx'
import { fakeService, ok } from '../testing/fake-service.ts'
import { AnswerField } from '../waits/answer-field.tsx'
import { problemsOf } from '../waits/answers.ts'

const fields = [
  { name: 'field_ab12cd', type: 'email' as const, required: true, label: '' },
  { name: 'field_ef34gh', type: 'text' as const, required: false, label: '' },
  { name: 'age', type: 'number' as const, required: false },
]
const created = { created_at: '2026-01-01T00:00:00.000Z' }

function show(part: ReactNode): void {
  const data = { field_ab12cd: 'ada@example.com', field_ef34gh: 'Hello', age: 36 }
  fakeService({
    'GET /app/v1/forms/form': ok({ id: 'form', name: 'Contact', fields, ...created }),
    'GET /app/v1/forms/form/submissions/one': ok({
      id: 'one',
      form_id: 'form',
      data,
      version: 1,
      fields,
      ...created,
    }),
  })
  render(
    <QueryClientProvider client={new QueryClient()}>
      <TooltipProvider>{part}</TooltipProvider>
    </QueryClientProvider>,
  )
}

const ignore = () => undefined

test('the details of a submission describe fields without a label, and keep names that somebody chose', async () => {
  show(
    <SubmissionDetail
      formId="form"
      submissionId="one"
      canEdit={false}
      onPrevious={undefined}
      onNext={undefined}
      onDelete={ignore}
      onClose={ignore}
    />,
  )
  await screen.findByText('age')
  expect(screen.getAllByRole('term').map(({ textContent }) => textContent)).toEqual([
    'Untitled email field',
    'Untitled text field',
    'age',
  ])
})

test('the input of a run with a form describes fields without a label', async () => {
  const trigger = { id: 'form', type: 'form', data: { form_id: 'form' } }
  show(<FormInput trigger={trigger} value={{}} onChange={ignore} />)
  await screen.findByRole('textbox', { name: /^Untitled email field/ })
  screen.getByRole('textbox', { name: 'Untitled text field' })
})

test('problems with the answers of an approval name the question', () => {
  const issues = [{ path: 'data.field_ab12cd', message: 'is required' }]
  const error = new ApiError('VALIDATION_ERROR', 'The data is invalid.', { status: 400, issues })
  expect(problemsOf(error, fields).fields).toEqual({ field_ab12cd: 'Untitled email field is required.' })
})

test('a question of an approval shows the label that it is given', () => {
  const [email] = fields
  if (email === undefined) throw new Error('no field')
  show(
    <AnswerField field={email} label="Untitled email field" value="" error={undefined} onChange={ignore} />,
  )
  screen.getByRole('textbox', { name: /^Untitled email field/ })
})

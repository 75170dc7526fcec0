import Type from 'typebox'
import { NewFormFieldSchema, SubmissionDetailSchema } from './form.ts'
import { FormSettingsSchema } from './form-settings.ts'
import { defineOperation } from './operation.ts'
import { DeletedSchema, IdParams, IdSchema, textSchema } from './primitives.ts'

const SubmissionParams = Type.Object({ id: IdSchema, submission_id: IdSchema })

export const MAX_DELETED_SUBMISSIONS = 1_000

export const getSubmission = defineOperation({
  id: 'getSubmission',
  method: 'GET',
  path: '/forms/:id/submissions/:submission_id',
  tag: 'Forms',
  summary: 'Read a submission',
  description: 'Also returns the fields of the version of the form that was filled in.',
  scope: 'forms:read',
  extension: true,
  params: SubmissionParams,
  success: { status: 200, description: 'The submission.', data: SubmissionDetailSchema },
  example: {},
})

export const deleteSubmission = defineOperation({
  id: 'deleteSubmission',
  method: 'DELETE',
  path: '/forms/:id/submissions/:submission_id',
  tag: 'Forms',
  summary: 'Delete a submission',
  description:
    'It no longer counts towards `max_submissions`. Runs that it started and events that were sent do not change.',
  scope: 'forms:write',
  extension: true,
  params: SubmissionParams,
  success: { status: 200, description: 'Confirmation.', data: DeletedSchema },
  example: {},
})

export const deleteSubmissions = defineOperation({
  id: 'deleteSubmissions',
  method: 'POST',
  path: '/forms/:id/submissions/delete',
  tag: 'Forms',
  summary: 'Delete several submissions',
  description: 'Ids that are not submissions of the form are ignored.',
  scope: 'forms:write',
  extension: true,
  params: IdParams,
  body: Type.Object(
    {
      ids: Type.Array(IdSchema, {
        minItems: 1,
        maxItems: MAX_DELETED_SUBMISSIONS,
        description: 'The submissions to delete.',
      }),
    },
    { title: 'DeleteSubmissions', description: 'The submissions to delete.' },
  ),
  success: {
    status: 200,
    description: 'How many were deleted.',
    data: Type.Object(
      { deleted: Type.Integer({ description: 'The number of deleted submissions.' }) },
      { title: 'DeletedSubmissions', description: 'The outcome.' },
    ),
  },
  example: { body: { ids: ['01937b5e-8f3a-7c41-9a52-3d1f0c7be2aa'] } },
})

export const FORM_PAGES = ['form', 'thanks', 'closed'] as const

export const previewForm = defineOperation({
  id: 'previewForm',
  method: 'POST',
  path: '/forms/preview',
  tag: 'Forms',
  summary: 'Render the page of a form that is not stored',
  description: 'Returns the HTML document that the hosted page of such a form would have. Nothing is stored.',
  scope: 'forms:read',
  extension: true,
  body: Type.Object(
    {
      name: textSchema({ maxLength: 200, description: 'Display name; may be empty.' }),
      fields: Type.Array(NewFormFieldSchema, { maxItems: 500, description: 'The fields, in order.' }),
      settings: Type.Optional(FormSettingsSchema),
      page: Type.Optional(
        Type.Enum([...FORM_PAGES], {
          default: 'form',
          description:
            'The page to render: the form, the page after a submission, or the page of a closed form.',
        }),
      ),
    },
    { title: 'FormPreview', description: 'A form that is not stored.' },
  ),
  success: {
    status: 200,
    description: 'The page.',
    data: Type.Object(
      { html: Type.String({ description: 'An HTML document.' }) },
      { title: 'RenderedForm', description: 'The page of a form.' },
    ),
  },
  example: { body: { name: 'Contact', fields: [{ name: 'email', type: 'email', required: true }] } },
})

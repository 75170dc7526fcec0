import Type, { type Static } from 'typebox'
import { FormSettingsSchema } from './form-settings.ts'
import { defineOperation } from './operation.ts'
import { CursorMetaSchema, CursorQuery, PageMetaSchema, PageQuery } from './paging.ts'
import { DeletedSchema, IdParams, IdSchema, nameSchema, textSchema, TimestampSchema } from './primitives.ts'

export const FIELD_TYPES = [
  'text',
  'textarea',
  'email',
  'number',
  'phone',
  'url',
  'password',
  'date',
  'time',
  'datetime',
  'select',
  'multiselect',
  'radio',
  'checkbox',
  'boolean',
  'rating',
  'scale',
  'color',
  'hidden',
] as const
export type FieldType = (typeof FIELD_TYPES)[number]

/** Other spellings that are accepted and stored as the type on the right. */
export const FIELD_TYPE_SPELLINGS = {
  tel: 'phone',
  dropdown: 'select',
  'datetime-local': 'datetime',
} as const

const acceptedTypes = [...FIELD_TYPES, ...Object.keys(FIELD_TYPE_SPELLINGS)]

const bound = (description: string) =>
  Type.Union([Type.Number(), Type.String({ maxLength: 64 })], { description })
const length = (description: string) => Type.Integer({ minimum: 0, maximum: 1_000_000, description })
const required = Type.Boolean({ default: false, description: 'Whether a submission must answer it.' })

const fieldDetails = {
  label: Type.Optional(textSchema({ maxLength: 500, description: 'Shown instead of the name.' })),
  help: Type.Optional(textSchema({ maxLength: 2_000, description: 'A hint below the control.' })),
  placeholder: Type.Optional(
    textSchema({ maxLength: 500, description: 'Shown while the control is empty.' }),
  ),
  default: Type.Optional(Type.Unknown({ description: 'The value the control starts with.' })),
  options: Type.Optional(
    Type.Array(
      Type.Union([
        Type.String({ maxLength: 500 }),
        Type.Object({
          value: Type.String({ maxLength: 500, description: 'What a submission holds.' }),
          label: Type.String({ maxLength: 500, description: 'What people read.' }),
        }),
      ]),
      { maxItems: 1_000, description: 'What can be chosen: texts, or value and label.' },
    ),
  ),
  min: Type.Optional(bound('The smallest number, or the earliest date or time.')),
  max: Type.Optional(bound('The largest number, or the latest date or time.')),
  min_length: Type.Optional(length('The fewest characters of a text.')),
  max_length: Type.Optional(length('The most characters of a text.')),
  pattern: Type.Optional(
    textSchema({ maxLength: 1_000, description: 'A regular expression (RE2) the whole value must match.' }),
  ),
}

const fieldName = nameSchema({
  maxLength: 100,
  description: 'Key of the value in a submission; unique in the form.',
})

export const FormFieldSchema = Type.Object(
  {
    name: fieldName,
    type: Type.Enum([...FIELD_TYPES], { description: 'Which control it is, and what it accepts.' }),
    required,
    ...fieldDetails,
  },
  { title: 'FormField', description: 'One question of a form.' },
)

export const NewFormFieldSchema = Type.Object(
  {
    name: fieldName,
    type: Type.Enum(acceptedTypes, {
      description:
        '`tel`, `dropdown` and `datetime-local` are other spellings of phone, select and datetime.',
    }),
    required: Type.Optional(required),
    ...fieldDetails,
  },
  { title: 'NewFormField', description: 'One question of a form.' },
)

export const FormSchema = Type.Object(
  {
    id: IdSchema,
    name: Type.String({ description: 'What people call it.' }),
    fields: Type.Array(FormFieldSchema, { description: 'The questions, in order.' }),
    created_at: TimestampSchema,
    updated_at: TimestampSchema,
    url: Type.String({ description: 'Its hosted page.' }),
    settings: Type.Optional(FormSettingsSchema),
  },
  { title: 'Form', description: 'Questions that can be answered by API and on its own page.' },
)

export const NewFormSchema = Type.Object(
  {
    name: nameSchema({ maxLength: 200, description: 'What people call it.', examples: ['Contact'] }),
    fields: Type.Array(NewFormFieldSchema, { maxItems: 500, description: 'The questions, in order.' }),
    settings: Type.Optional(FormSettingsSchema),
  },
  { title: 'NewForm', description: 'A name and the questions.' },
)

export const FormChangesSchema = Type.Partial(NewFormSchema, {
  title: 'FormChanges',
  description:
    'Any of the fields. What GET returns can be sent back unchanged: read-only fields are ignored.',
})

export const SubmissionSchema = Type.Object(
  {
    id: IdSchema,
    form_id: IdSchema,
    data: Type.Record(Type.String(), Type.Unknown(), { description: 'Field name to value.' }),
    created_at: TimestampSchema,
  },
  { title: 'Submission', description: 'One answer to a form.' },
)

export type FormField = Static<typeof FormFieldSchema>
export type NewFormField = Static<typeof NewFormFieldSchema>
export type Form = Static<typeof FormSchema>
export type NewForm = Static<typeof NewFormSchema>
export type FormChanges = Static<typeof FormChangesSchema>
export type Submission = Static<typeof SubmissionSchema>

const contactForm = {
  name: 'Contact',
  fields: [
    { name: 'email', type: 'email', required: true },
    { name: 'message', type: 'textarea', required: false, max_length: 2000 },
  ],
}

export const listForms = defineOperation({
  id: 'listForms',
  method: 'GET',
  path: '/forms',
  tag: 'Forms',
  summary: 'List forms',
  scope: 'forms:read',
  query: PageQuery,
  success: {
    status: 200,
    description: 'A page of forms.',
    data: Type.Array(FormSchema),
    meta: PageMetaSchema,
  },
  example: {},
})

export const getForm = defineOperation({
  id: 'getForm',
  method: 'GET',
  path: '/forms/:id',
  tag: 'Forms',
  summary: 'Read a form',
  scope: 'forms:read',
  params: IdParams,
  success: { status: 200, description: 'The form.', data: FormSchema },
  example: {},
})

export const createForm = defineOperation({
  id: 'createForm',
  method: 'POST',
  path: '/forms',
  tag: 'Forms',
  summary: 'Create a form',
  scope: 'forms:write',
  body: NewFormSchema,
  success: { status: 201, description: 'The form as it was stored.', data: FormSchema },
  example: { body: contactForm },
})

export const updateForm = defineOperation({
  id: 'updateForm',
  method: 'PATCH',
  path: '/forms/:id',
  tag: 'Forms',
  summary: 'Change a form',
  description: 'Submissions that were stored before stay as they are.',
  scope: 'forms:write',
  extension: true,
  params: IdParams,
  body: FormChangesSchema,
  success: { status: 200, description: 'The form after the change.', data: FormSchema },
  example: { body: { name: 'Contact us' } },
})

export const deleteForm = defineOperation({
  id: 'deleteForm',
  method: 'DELETE',
  path: '/forms/:id',
  tag: 'Forms',
  summary: 'Delete a form and its submissions',
  scope: 'forms:write',
  extension: true,
  params: IdParams,
  success: { status: 200, description: 'Confirmation.', data: DeletedSchema },
  example: {},
})

export const createSubmission = defineOperation({
  id: 'createSubmission',
  method: 'POST',
  path: '/forms/:id/submissions',
  tag: 'Forms',
  summary: 'Submit data to a form',
  description: 'The data is checked against the fields of the form; every problem is listed.',
  scope: 'forms:submit',
  params: IdParams,
  body: Type.Object(
    { data: Type.Record(Type.String(), Type.Unknown(), { description: 'Field name to value.' }) },
    { title: 'NewSubmission', description: 'An answer to the questions of the form.' },
  ),
  success: { status: 201, description: 'The submission as it was stored.', data: SubmissionSchema },
  example: { body: { data: { email: 'ada@example.com', message: 'Hello' } } },
})

export const listSubmissions = defineOperation({
  id: 'listSubmissions',
  method: 'GET',
  path: '/forms/:id/submissions',
  tag: 'Forms',
  summary: 'List the submissions of a form',
  description: 'Newest first.',
  scope: 'forms:read',
  params: IdParams,
  query: CursorQuery,
  success: {
    status: 200,
    description: 'A page of submissions.',
    data: Type.Array(SubmissionSchema),
    meta: CursorMetaSchema,
  },
  example: {},
})

export const exportSubmissions = defineOperation({
  id: 'exportSubmissions',
  method: 'GET',
  path: '/forms/:id/submissions.csv',
  tag: 'Forms',
  summary: 'Export all submissions of a form as CSV',
  description:
    'Newest first, for spreadsheets: RFC 4180 in UTF-8 with a byte order mark. The columns are `id`, `created_at`, the ' +
    'fields in their order, and fields of earlier submissions that the form has no more. Several choices stand in one ' +
    'cell, with `; ` between them. A text that a spreadsheet would take for a formula (it begins with `=`, `+`, `-`, ' +
    '`@`, a tab or a line break) gets an apostrophe in front, and so does one that begins with apostrophes before such a character: to get the text back, ' +
    'take one away there. The list as JSON has every value unchanged.',
  scope: 'forms:read',
  extension: true,
  params: IdParams,
  success: {
    status: 200,
    description: 'All submissions, one a line.',
    data: Type.String({ description: 'A header line, then a line for each submission.' }),
    mediaType: 'text/csv',
  },
  example: {},
})

import Type, { type Static } from 'typebox'
import { FormSettingsSchema } from './form-settings.ts'
import { defineOperation } from './operation.ts'
import { CursorMetaSchema, CursorQuery, PageMetaSchema, PageQuery } from './paging.ts'
import {
  DeletedSchema,
  IdParams,
  IdSchema,
  includeSchema,
  nameSchema,
  nullable,
  textSchema,
  TimestampSchema,
} from './primitives.ts'

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
  'file',
] as const
export type FieldType = (typeof FIELD_TYPES)[number]

/** The most files of one field. */
export const MAX_FIELD_FILES = 20

/** The most files of all fields of a form together. */
export const MAX_FORM_FILES = 50

/** Alternative spellings, stored as the type on the right. */
export const FIELD_TYPE_SPELLINGS = {
  tel: 'phone',
  dropdown: 'select',
  'datetime-local': 'datetime',
} as const

const acceptedTypes = [...FIELD_TYPES, ...Object.keys(FIELD_TYPE_SPELLINGS)]

const bound = (description: string) =>
  Type.Union([Type.Number(), Type.String({ maxLength: 64 })], { description })
const length = (description: string) => Type.Integer({ minimum: 0, maximum: 1_000_000, description })
const required = Type.Boolean({ default: false, description: 'Whether a submission must contain a value.' })

const fieldDetails = {
  label: Type.Optional(textSchema({ maxLength: 500, description: 'The label; defaults to the name.' })),
  help: Type.Optional(textSchema({ maxLength: 2_000, description: 'Help text below the control.' })),
  placeholder: Type.Optional(
    textSchema({ maxLength: 500, description: 'Placeholder text of the empty control.' }),
  ),
  default: Type.Optional(Type.Unknown({ description: 'The initial value of the control.' })),
  options: Type.Optional(
    Type.Array(
      Type.Union([
        Type.String({ maxLength: 500 }),
        Type.Object({
          value: Type.String({ maxLength: 500, description: 'The value in the submission.' }),
          label: Type.String({ maxLength: 500, description: 'The label of the option.' }),
        }),
      ]),
      { maxItems: 1_000, description: 'The options to choose from: texts, or objects with value and label.' },
    ),
  ),
  min: Type.Optional(bound('The smallest number, or the earliest date or time.')),
  max: Type.Optional(bound('The largest number, or the latest date or time.')),
  min_length: Type.Optional(length('The minimum length of a text.')),
  max_length: Type.Optional(length('The maximum length of a text.')),
  pattern: Type.Optional(
    textSchema({
      maxLength: 1_000,
      description: 'A regular expression (RE2) that the whole value must match.',
    }),
  ),
  accept: Type.Optional(
    Type.Array(
      Type.String({
        minLength: 2,
        maxLength: 200,
        description: 'A media type (`application/pdf`), a group (`image/*`) or the end of a name (`.pdf`).',
      }),
      {
        maxItems: 50,
        description:
          'The files that a field of type `file` accepts; any file by default. It compares the name and the type that the ' +
          'sender states and does not look into the content.',
        examples: [['application/pdf', 'image/*', '.docx']],
      },
    ),
  ),
  max_bytes: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 1_000_000_000_000,
      description:
        'The largest file that a field of type `file` accepts, in bytes. The limit of the service applies as well.',
    }),
  ),
  max_files: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: MAX_FIELD_FILES,
      default: 1,
      description:
        'How many files a field of type `file` accepts. With 1 the value is a file, with more it is a list of files.',
    }),
  ),
}

/** A submission with this key could not be sent: every JSON body with it is refused. */
const IMPOSSIBLE_KEY = '__proto__'

const fieldName = Type.Refine(
  nameSchema({
    maxLength: 100,
    description: 'The key of the value in a submission; unique within the form.',
  }),
  (name) => name.trim() !== IMPOSSIBLE_KEY,
  () => `must not be "${IMPOSSIBLE_KEY}"`,
)

export const FormFieldSchema = Type.Object(
  {
    name: fieldName,
    type: Type.Enum([...FIELD_TYPES], {
      description: 'The type of control, which also determines the valid values.',
    }),
    required,
    ...fieldDetails,
  },
  { title: 'FormField', description: 'A field of a form.' },
)

export const NewFormFieldSchema = Type.Object(
  {
    name: fieldName,
    type: Type.Enum(acceptedTypes, {
      description:
        'The type of control. `tel`, `dropdown` and `datetime-local` are alternative spellings of `phone`, `select` and `datetime`.',
    }),
    required: Type.Optional(required),
    ...fieldDetails,
  },
  { title: 'NewFormField', description: 'A field of a form.' },
)

export const FORM_STATES = ['open', 'expired', 'full'] as const
export type FormState = (typeof FORM_STATES)[number]

/** What `include` can add to a form; without it the shape does not change. */
export const FORM_INCLUDES = ['statistics', 'columns'] as const

const include = includeSchema(FORM_INCLUDES, 'statistics')

const FormStatisticsSchema = Type.Object(
  {
    submissions: Type.Integer({ description: 'The number of stored submissions.' }),
    last_submission_at: nullable(TimestampSchema),
    state: Type.Enum([...FORM_STATES], {
      description:
        'Whether the form accepts submissions: `open`, `expired` (after `closes_at`) or `full` (at `max_submissions`).',
    }),
  },
  { title: 'FormStatistics', description: 'How a form is used.' },
)

const SubmissionColumnSchema = Type.Object(
  {
    name: Type.String({
      description: 'The name of the field, which is the key of its value in a submission.',
    }),
    label: Type.String({
      description:
        'The label, from the newest version of the form that has the field. Without one, it is the name, or a description such as ' +
        '`Untitled email field` if the form builder generated the name.',
    }),
    type: Type.Enum([...FIELD_TYPES], { description: 'The type of the field in that version.' }),
    current: Type.Boolean({ description: 'Whether the form still has the field.' }),
  },
  { title: 'SubmissionColumn', description: 'A field of the form, or of a version that has submissions.' },
)

export const FormSchema = Type.Object(
  {
    id: IdSchema,
    name: Type.String({ description: 'Display name.' }),
    fields: Type.Array(FormFieldSchema, { description: 'The fields, in order.' }),
    created_at: TimestampSchema,
    updated_at: TimestampSchema,
    url: Type.String({ description: 'The URL of the hosted page.' }),
    settings: Type.Optional(FormSettingsSchema),
    statistics: Type.Optional(FormStatisticsSchema),
    columns: Type.Optional(
      Type.Array(SubmissionColumnSchema, {
        description: 'The fields in order, then those of earlier versions that submissions still have.',
      }),
    ),
  },
  { title: 'Form', description: 'A form that accepts submissions by API and on a hosted page.' },
)

export const NewFormSchema = Type.Object(
  {
    name: nameSchema({ maxLength: 200, description: 'Display name.', examples: ['Contact'] }),
    fields: Type.Array(NewFormFieldSchema, { maxItems: 500, description: 'The fields, in order.' }),
    settings: Type.Optional(FormSettingsSchema),
  },
  { title: 'NewForm', description: 'A form to create.' },
)

export const FormChangesSchema = Type.Partial(NewFormSchema, {
  title: 'FormChanges',
  description: 'The members to change. The result of GET can be sent back: read-only members are ignored.',
})

export const SubmissionSchema = Type.Object(
  {
    id: IdSchema,
    form_id: IdSchema,
    data: Type.Record(Type.String(), Type.Unknown(), { description: 'The values by field name.' }),
    created_at: TimestampSchema,
  },
  { title: 'Submission', description: 'A submission of a form.' },
)

export const SubmissionDetailSchema = Type.Object(
  {
    ...SubmissionSchema.properties,
    version: Type.Integer({ description: 'The version of the form that was filled in, from 1.' }),
    fields: Type.Array(FormFieldSchema, { description: 'The fields of that version, in order.' }),
  },
  {
    title: 'SubmissionDetail',
    description: 'A submission with the fields as they were when it was filled in.',
  },
)

export type FormField = Static<typeof FormFieldSchema>
export type NewFormField = Static<typeof NewFormFieldSchema>
export type Form = Static<typeof FormSchema>
export type NewForm = Static<typeof NewFormSchema>
export type FormChanges = Static<typeof FormChangesSchema>
export type FormStatistics = Static<typeof FormStatisticsSchema>
export type SubmissionColumn = Static<typeof SubmissionColumnSchema>
export type Submission = Static<typeof SubmissionSchema>
export type SubmissionDetail = Static<typeof SubmissionDetailSchema>

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
  query: Type.Object({
    ...PageQuery.properties,
    search: Type.Optional(
      textSchema({ maxLength: 200, description: 'A substring of the name, case-insensitive.' }),
    ),
    include: Type.Optional(include),
  }),
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
  description: 'The response carries an `ETag` for a later `If-Match`.',
  scope: 'forms:read',
  params: IdParams,
  query: Type.Object({ include: Type.Optional(include) }),
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
  success: { status: 201, description: 'The created form.', data: FormSchema },
  example: { body: contactForm },
})

export const updateForm = defineOperation({
  id: 'updateForm',
  method: 'PATCH',
  path: '/forms/:id',
  tag: 'Forms',
  summary: 'Update a form',
  description:
    'Earlier submissions do not change. People who opened the page before can still send what they saw, for 24 hours. ' +
    'With `If-Match`, the request is refused if the form has changed since.',
  scope: 'forms:write',
  extension: true,
  params: IdParams,
  body: FormChangesSchema,
  conditional: true,
  success: { status: 200, description: 'The updated form.', data: FormSchema },
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
  conditional: true,
  success: { status: 200, description: 'Confirmation.', data: DeletedSchema },
  example: {},
})

export const createSubmission = defineOperation({
  id: 'createSubmission',
  method: 'POST',
  path: '/forms/:id/submissions',
  tag: 'Forms',
  summary: 'Submit data to a form',
  description:
    'The data is validated against the fields of the form; the error lists every problem. The value of a field of type ' +
    '`file` is a file that was uploaded with `POST /files`, or a list of them; `{"$file": id}` is enough. The values can also be sent as ' +
    '`multipart/form-data`, with a part for each value or file, named after its field.',
  scope: 'forms:submit',
  formData: true,
  params: IdParams,
  body: Type.Object(
    { data: Type.Record(Type.String(), Type.Unknown(), { description: 'The values by field name.' }) },
    { title: 'NewSubmission', description: 'The values to submit.' },
  ),
  audit: 'never',
  success: { status: 201, description: 'The stored submission.', data: SubmissionSchema },
  example: { body: { data: { email: 'ada@example.com', message: 'Hello' } } },
})

const submissionSearch = textSchema({
  maxLength: 200,
  description: 'Only submissions in which a text or number contains this, case-insensitive.',
})

export const listSubmissions = defineOperation({
  id: 'listSubmissions',
  method: 'GET',
  path: '/forms/:id/submissions',
  tag: 'Forms',
  summary: 'List the submissions of a form',
  description:
    'Newest first. With `search`, one request looks at up to 10,000 submissions: a page can have fewer items than its limit ' +
    'although more follow. `has_more` says so.',
  scope: 'forms:read',
  params: IdParams,
  query: Type.Object({ ...CursorQuery.properties, search: Type.Optional(submissionSearch) }),
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
    'fields in order, and fields of earlier submissions that the form no longer has. Multiple choices share one ' +
    'cell, separated by `; `, and so do several files, each with its name and its address. A text that a spreadsheet would interpret as a formula (it starts with `=`, `+`, `-`, ' +
    '`@`, a tab or a line break) is prefixed with an apostrophe, and so is a text that starts with apostrophes followed by such a character: remove one apostrophe to ' +
    'restore the text. The JSON list returns every value unchanged.',
  scope: 'forms:read',
  extension: true,
  params: IdParams,
  query: Type.Object({ search: Type.Optional(submissionSearch) }),
  success: {
    status: 200,
    description: 'All submissions, one per line.',
    data: Type.String({ description: 'A header line, then one line per submission.' }),
    mediaType: 'text/csv',
  },
  example: {},
})

import Type, { type Static } from 'typebox'
import { defineOperation } from './operation.ts'
import { DeletedSchema, IdParams, IdSchema, textSchema, TimestampSchema } from './primitives.ts'

export const FileSchema = Type.Object(
  {
    $file: Type.String({
      format: 'uuid',
      description: 'The id once more: wherever a workflow takes a file, this object can be sent as it is.',
    }),
    id: IdSchema,
    name: Type.String({ description: 'The name, without folders and control characters.' }),
    media_type: Type.String({
      description: 'The media type that the sender named. The content was not checked against it.',
      examples: ['text/csv'],
    }),
    size: Type.Integer({ minimum: 0, description: 'In bytes.' }),
    sha256: Type.String({ description: 'SHA-256 of the content, in hex.' }),
    created_at: TimestampSchema,
  },
  { title: 'File', description: 'A stored file, without its content.' },
)

export type File = Static<typeof FileSchema>

export const createFile = defineOperation({
  id: 'createFile',
  method: 'POST',
  path: '/files',
  tag: 'Files',
  summary: 'Upload a file',
  description:
    'The body is the content, with its media type as `Content-Type`, or one file in `multipart/form-data`. A file that ' +
    'nothing refers to is deleted after 24 hours; executions and submissions keep the files that they contain.',
  scope: 'files:write',
  extension: true,
  upload: true,
  query: Type.Object({
    name: Type.Optional(
      textSchema({
        maxLength: 1_000,
        description: 'The name of the file. Defaults to the one in `multipart/form-data`, or `file`.',
      }),
    ),
  }),
  success: { status: 201, description: 'The file.', data: FileSchema },
  example: { query: 'name=order.json', body: { order: 1042, total: 99.5 } },
})

export const getFile = defineOperation({
  id: 'getFile',
  method: 'GET',
  path: '/files/:id',
  tag: 'Files',
  summary: 'Read about a file',
  scope: 'files:read',
  extension: true,
  params: IdParams,
  success: { status: 200, description: 'The file.', data: FileSchema },
  example: {},
})

export const readFileContent = defineOperation({
  id: 'readFileContent',
  method: 'GET',
  path: '/files/:id/content',
  tag: 'Files',
  summary: 'Download a file',
  description:
    'Returns the content with its media type. A `Range` of bytes is honoured with status 206. Browsers save the content ' +
    'instead of showing it, and run nothing in it.',
  scope: 'files:read',
  extension: true,
  ranges: true,
  params: IdParams,
  success: {
    status: 200,
    description: 'The content.',
    mediaType: '*/*',
    data: Type.String({ format: 'binary', description: 'The bytes of the file.' }),
  },
  example: {},
})

export const deleteFile = defineOperation({
  id: 'deleteFile',
  method: 'DELETE',
  path: '/files/:id',
  tag: 'Files',
  summary: 'Delete a file',
  description: 'Refused with 409 while an execution or a submission refers to the file.',
  scope: 'files:write',
  extension: true,
  conflicts: true,
  params: IdParams,
  success: { status: 200, description: 'Confirmation.', data: DeletedSchema },
  example: {},
})

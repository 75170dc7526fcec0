import type { TSchema } from 'typebox'
import { ChangeMetaSchema, SavedMetaSchema } from '@millrace/contract/change-meta.ts'
import type { Operation } from '@millrace/contract/operation.ts'
import { referToHeaders, successHeaders } from './answer-headers.ts'
import { referToErrors } from './error-responses.ts'
import type {
  Content,
  JsonSchema,
  OperationObject,
  Parameter,
  Reference,
  Response,
} from './open-api-document.ts'
import type { PublishedSchemas } from './published-schemas.ts'
import type { RecordedAnswer } from './recorded-example.ts'

export interface DescribedOperation {
  readonly operation: Operation
  readonly all: readonly Operation[]
  readonly schemas: PublishedSchemas
  readonly recorded: readonly RecordedAnswer[]
}

export function describeOperation(described: DescribedOperation): OperationObject {
  const { operation, schemas } = described
  const parameters = [
    ...describeParameters('path', operation.params, operation, schemas),
    ...describeParameters('query', operation.query, operation, schemas),
    ...headerParameters(operation),
  ]
  const responses: [string, Response | Reference][] = [
    ...describeSuccesses(described),
    ...describePart(described),
    ...describeUnchanged(described),
    ...referToErrors(operation),
  ]
  return {
    operationId: operation.id,
    tags: [operation.tag],
    summary: operation.summary,
    ...(operation.description === undefined ? {} : { description: operation.description }),
    ...(operation.extension === true ? { 'x-extension': true } : {}),
    security: [{ apiKey: [operation.scope] }],
    ...(parameters.length === 0 ? {} : { parameters }),
    ...describeBody(operation, schemas),
    responses: Object.fromEntries(responses),
  }
}

function describeParameters(
  location: 'path' | 'query',
  group: TSchema | undefined,
  operation: Operation,
  schemas: PublishedSchemas,
): Parameter[] {
  if (group === undefined) return []
  const { properties = {}, required = [] } = schemas.publish(group)
  const examples = location === 'query' ? readQuery(operation.example?.query) : {}
  return Object.entries(properties).map(([name, full]) => {
    const { description, ...schema } = full
    return {
      name,
      in: location,
      required: location === 'path' || required.includes(name),
      ...(description === undefined ? {} : { description }),
      schema,
      ...(examples[name] === undefined ? {} : { example: typed(schema, examples[name]) }),
    }
  })
}

function readQuery(query: string | undefined): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(query))
}

function typed(schema: JsonSchema, text: string): unknown {
  return schema.type === 'integer' ? Number(text) : text
}

function headerParameters(operation: Operation): Reference[] {
  const names: string[] = []
  if (operation.method === 'POST') names.push('IdempotencyKey')
  if (operation.conditional === true) names.push('IfMatch')
  if (operation.revalidated === true) names.push('IfNoneMatch')
  if (operation.success.also !== undefined) names.push('Prefer')
  if (operation.resumable === true) names.push('LastEventId')
  if (operation.ranges === true) names.push('Range', 'IfRange')
  return names.map((name) => ({ $ref: `#/components/parameters/${name}` }))
}

const BYTES: JsonSchema = { type: 'string', format: 'binary', description: 'The bytes of the file.' }

const UPLOADS: Content = {
  '*/*': { schema: BYTES },
  'multipart/form-data': {
    schema: { type: 'object', required: ['file'], properties: { file: BYTES } },
  },
}

const FORMS: Content = {
  'multipart/form-data': {
    schema: {
      type: 'object',
      description: 'A part for each value or file, named after its field.',
      additionalProperties: { anyOf: [{ type: 'string' }, BYTES] },
    },
  },
}

function describeBody(
  { body, bodyOptional, upload, formData, example }: Operation,
  schemas: PublishedSchemas,
): Pick<OperationObject, 'requestBody'> {
  if (upload === true) return { requestBody: { required: true, content: UPLOADS } }
  if (body === undefined) return {}
  const sample = example?.body === undefined ? {} : { example: example.body }
  return {
    requestBody: {
      required: bodyOptional !== true,
      content: {
        'application/json': { schema: schemas.publish(body), ...sample },
        ...(formData === true && FORMS),
      },
    },
  }
}

function describeSuccesses({ operation, all, schemas, recorded }: DescribedOperation): [string, Response][] {
  const { success } = operation
  return [success, ...(success.also ?? [])]
    .toSorted((a, b) => a.status - b.status)
    .map((answer) => {
      const example = recorded.find(({ status }) => status === answer.status)?.body
      const { mediaType, meta } = { mediaType: undefined, meta: undefined, ...answer }
      const data = schemas.publish(answer.data)
      const schema = mediaType === undefined ? envelope(data, describeMeta(operation, meta, schemas)) : data
      return [
        String(answer.status),
        {
          description: answer.description,
          headers: referToHeaders(successHeaders(operation, answer.status, all)),
          content: {
            [mediaType ?? 'application/json']: { schema, ...(example === undefined ? {} : { example }) },
          },
        },
      ]
    })
}

function describePart({ operation, all, schemas, recorded }: DescribedOperation): [string, Response][] {
  const { ranges, success } = operation
  if (ranges !== true) return []
  const headers = referToHeaders(successHeaders(operation, 206, all))
  const example = recorded.find(({ status }) => status === 206)?.body
  const media = { schema: schemas.publish(success.data), ...(example === undefined ? {} : { example }) }
  const content = { [success.mediaType ?? 'application/json']: media }
  return [['206', { description: 'The bytes of the `Range`.', headers, content }]]
}

function describeUnchanged({ operation, all }: DescribedOperation): [string, Response][] {
  if (operation.revalidated !== true) return []
  const headers = referToHeaders(successHeaders(operation, 304, all))
  return [['304', { description: '`If-None-Match` names the current state.', headers, content: {} }]]
}

interface DescribedMeta {
  readonly schema: JsonSchema
  readonly required: boolean
}

/** The `meta` of lists is always there, that of changes only if there is something to say. */
function describeMeta(
  { body, method, reportsProblems }: Operation,
  meta: TSchema | undefined,
  schemas: PublishedSchemas,
): DescribedMeta | undefined {
  if (meta !== undefined) return { schema: schemas.publish(meta), required: true }
  if (reportsProblems === true) return { schema: schemas.publish(SavedMetaSchema), required: false }
  if (body === undefined || method === 'GET' || method === 'DELETE') return undefined
  return { schema: schemas.publish(ChangeMetaSchema), required: false }
}

function envelope(data: JsonSchema, meta: DescribedMeta | undefined): JsonSchema {
  return {
    type: 'object',
    required: ['success', 'data', ...(meta?.required === true ? ['meta'] : [])],
    properties: { success: { const: true }, data, ...(meta === undefined ? {} : { meta: meta.schema }) },
  }
}

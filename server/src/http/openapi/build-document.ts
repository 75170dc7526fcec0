import { ErrorAnswerSchema } from '@millrace/contract/errors.ts'
import type { Operation } from '@millrace/contract/operation.ts'
import type { Paused } from '#domain/index.ts'
import { HEADERS } from './answer-headers.ts'
import { describeOperation } from './describe-operation.ts'
import { describeError, ERROR_RESPONSES } from './error-responses.ts'
import type { OpenApiDocument, OperationObject, Parameter } from './open-api-document.ts'
import { PublishedSchemas } from './published-schemas.ts'
import type { RecordedExamples } from './recorded-example.ts'
import { TAG_DESCRIPTIONS } from './tags.ts'

export interface DocumentSources {
  readonly operations: readonly Operation[]
  readonly version: string
  readonly examples: RecordedExamples
}

const REQUEST_HEADERS: Readonly<Record<string, Parameter>> = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description:
      'A unique text. If you repeat the request with the same key within 24 hours, the service returns the first response and does nothing twice.',
    schema: { type: 'string', minLength: 1, maxLength: 255 },
  },
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    required: false,
    description:
      'The `ETag` of the resource that you read. The request is refused with 412 if the resource has changed since.',
    schema: { type: 'string' },
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    required: false,
    description:
      'The `ETag` of the state that you have. If it is still the current one, the response is an empty 304.',
    schema: { type: 'string' },
  },
  LastEventId: {
    name: 'Last-Event-ID',
    in: 'header',
    required: false,
    description: 'The `id` of the last event you received: the stream continues after it.',
    schema: { type: 'string', pattern: '^\\d{1,9}\\.\\d{1,9}$', examples: ['3.0'] },
  },
  Range: {
    name: 'Range',
    in: 'header',
    required: false,
    description: 'The bytes to return, such as `bytes=0-1023`; one range.',
    schema: { type: 'string', examples: ['bytes=0-1023'] },
  },
  IfRange: {
    name: 'If-Range',
    in: 'header',
    required: false,
    description: 'Honour `Range` only if the content still has this `ETag`; otherwise all of it is returned.',
    schema: { type: 'string' },
  },
  Prefer: {
    name: 'Prefer',
    in: 'header',
    required: false,
    description: '`wait=N`: wait up to N seconds, at most 60, for the end of the execution and return it.',
    schema: { type: 'string', examples: ['wait=10'] },
  },
}

const DESCRIPTION = [
  'Every request carries `Authorization: Bearer <API key>`. Create keys in the web app (Settings → API Keys → Create Key) or on the command line.',
  'Every response is an envelope: `{"success": true, "data": …, "meta": …}` or `{"success": false, "error": {"code", "message", "details"}}`. The codes are a closed set.',
  'Lists are page-numbered (`page`, `limit`, `total`) or, if they grow with use, read by cursor (`cursor`, `next_cursor`, `has_more`).',
  'A version is deprecated at least 12 months before it is removed, and announces this in `Deprecation`, `Sunset` and `Link` headers.',
  'Operations with `x-extension` are additions to the core specification.',
].join('\n\n')

/** The OpenAPI document of one version of the API. The same sources result in the same document, byte for byte. */
export function* buildDocument({ operations, version, examples }: DocumentSources): Paused<OpenApiDocument> {
  const schemas = new PublishedSchemas()
  schemas.publish(ErrorAnswerSchema)
  const paths: Record<string, Record<string, OperationObject>> = {}
  for (const operation of operations) {
    const item = (paths[templatePath(operation.path)] ??= {})
    const recorded = examples.answers[operation.id] ?? []
    item[operation.method.toLowerCase()] = describeOperation({
      operation,
      all: operations,
      schemas,
      recorded,
    })
    yield
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Millrace',
      version,
      summary: 'Workflow automation: workflows, executions, forms, credentials, integrations and webhooks.',
      description: DESCRIPTION,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
    servers: [{ url: '/v1', description: 'This service.' }],
    tags: describeTags(operations),
    paths,
    components: {
      schemas: schemas.components(),
      parameters: REQUEST_HEADERS,
      headers: HEADERS,
      responses: Object.fromEntries(
        ERROR_RESPONSES.map((error) => [error.name, describeError(error, examples.refusals[error.status])]),
      ),
      securitySchemes: {
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          description: 'An API key. Each operation names the scope that it requires.',
        },
      },
    },
  }
}

function describeTags(operations: readonly Operation[]): OpenApiDocument['tags'] {
  const used = [...new Set(operations.map((operation) => operation.tag))]
  return used.map((name) => {
    const description = TAG_DESCRIPTIONS[name]
    if (description === undefined) throw new Error(`The tag ${name} has no description in tags.ts.`)
    return { name, description }
  })
}

/** `/workflows/:id` → `/workflows/{id}` */
function templatePath(path: string): string {
  return path.replaceAll(/:(\w+)/g, '{$1}')
}

import { Compile } from 'typebox/schema'
import type {
  Header,
  JsonSchema,
  OpenApiDocument,
  OperationObject,
  Parameter,
  Reference,
  Response,
} from '#http/openapi/open-api-document.ts'
import type { TestResponse, TestService } from '#test/support/test-service.ts'

export interface ServedOperation {
  readonly id: string
  readonly method: string
  /** Below `/v1`, with `{id}` parameters. */
  readonly path: string
  readonly tag: string
  readonly described: OperationObject
  readonly parameters: readonly Parameter[]
  readonly body: { readonly schema: JsonSchema; readonly example?: unknown } | undefined
}

/** Present only when the request asked for it. */
const OCCASIONAL = new Set(['Idempotent-Replayed'])

/** The document as a client receives it, and methods to compare responses with it. */
export class ServedDocument {
  readonly document: OpenApiDocument
  readonly operations: readonly ServedOperation[]
  readonly #validators = new Map<string, (value: unknown) => string[]>()

  static async of(service: TestService): Promise<ServedDocument> {
    const response = await service.request('GET', '/openapi.json', { key: null })
    return new ServedDocument(response.body as OpenApiDocument)
  }

  constructor(document: OpenApiDocument) {
    this.document = document
    this.operations = Object.entries(document.paths).flatMap(([path, item]) =>
      Object.entries(item).map(([method, described]) => ({
        id: described.operationId,
        method: method.toUpperCase(),
        path,
        tag: String(described.tags[0]),
        described,
        parameters: (described.parameters ?? []).map((parameter) => this.resolve<Parameter>(parameter)),
        body: described.requestBody?.content['application/json'],
      })),
    )
  }

  resolve<T extends object>(value: T | Reference): T {
    if (!isReference(value)) return value
    let target: unknown = this.document
    for (const part of value.$ref.split('/').slice(1)) target = (target as Record<string, unknown>)[part]
    if (target === undefined) throw new Error(`${value.$ref} has no target`)
    return target as T
  }

  /** The schema with every reference replaced by its target. */
  inline(schema: JsonSchema): JsonSchema {
    return this.#inline(schema, false)
  }

  /** The problems of a response: a status, body or header that the document does not describe. */
  problems(operation: ServedOperation, response: TestResponse): string[] {
    const described = operation.described.responses[response.status]
    if (described === undefined) return [`the document does not list the status ${response.status}`]
    const declared = this.resolve<Response>(described)
    return [
      ...this.#checkBody(`${operation.id} ${response.status}`, declared, response),
      ...this.#checkHeaders(declared, response.headers),
    ]
  }

  /** Problems of a value, such as an example, including members that the schema does not declare. */
  check(name: string, schema: JsonSchema, value: unknown): string[] {
    let validate = this.#validators.get(name)
    if (validate === undefined) {
      const validator = Compile(this.#inline(schema, true))
      validate = (candidate) => {
        if (validator.Check(candidate)) return []
        return validator.Errors(candidate)[1].map(({ instancePath, message }) => `${instancePath} ${message}`)
      }
      this.#validators.set(name, validate)
    }
    return validate(value)
  }

  #checkBody(name: string, { content }: Response, { headers, body }: TestResponse): string[] {
    const type = headers.get('content-type')?.split(';', 1)[0] ?? 'nothing'
    const media = content[type]
    if (media !== undefined) return this.check(name, media.schema, body)
    const bytes = content['*/*']
    if (bytes === undefined) return [`the document does not describe ${type}`]
    // The content of a file, which may be JSON that was read already.
    return this.check(name, bytes.schema, typeof body === 'string' ? body : JSON.stringify(body))
  }

  #checkHeaders({ headers: listed = {} }: Response, headers: Headers): string[] {
    const problems: string[] = []
    for (const name of Object.keys(this.document.components.headers)) {
      const value = headers.get(name)
      const reference = listed[name]
      if (value === null) {
        if (reference !== undefined && !OCCASIONAL.has(name)) problems.push(`the header ${name} is missing`)
      } else if (reference === undefined) problems.push(`the header ${name} is not in the document`)
      else {
        const { schema } = this.resolve<Header>(reference)
        const read = schema.type === 'integer' ? Number(value) : value
        problems.push(...this.check(`header ${name}`, schema, read).map((text) => `${name}: ${text}`))
      }
    }
    return problems
  }

  #inline(schema: JsonSchema, closed: boolean): JsonSchema {
    const { $ref, ...own } = schema
    const whole = $ref === undefined ? own : { ...this.resolve<JsonSchema>({ $ref }), ...own }
    const inlined: Record<string, unknown> = {}
    for (const [keyword, value] of Object.entries(whole))
      inlined[keyword] = this.#inlineKeyword(keyword, value, closed)
    const isClosed = closed && whole.type === 'object' && whole.properties !== undefined
    return isClosed ? { additionalProperties: false, ...inlined } : inlined
  }

  #inlineKeyword(keyword: string, value: unknown, closed: boolean): unknown {
    const part = (inner: JsonSchema) => this.#inline(inner, closed)
    switch (keyword) {
      case 'properties':
        return Object.fromEntries(
          Object.entries(value as Record<string, JsonSchema>).map(([name, inner]) => [name, part(inner)]),
        )
      case 'items':
        return part(value as JsonSchema)
      case 'anyOf':
      case 'allOf':
        return (value as JsonSchema[]).map(part)
      case 'additionalProperties':
        return typeof value === 'boolean' ? value : part(value as JsonSchema)
      default:
        return value
    }
  }
}

function isReference(value: object): value is Reference {
  return '$ref' in value && value.$ref !== undefined
}

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
import type { TestAnswer, TestService } from '#test/support/test-service.ts'

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

/** Comes only when something in the request asked for it. */
const OCCASIONAL = new Set(['Idempotent-Replayed'])

/** The document as a client gets it, and the means to hold answers against it. */
export class ServedDocument {
  readonly document: OpenApiDocument
  readonly operations: readonly ServedOperation[]
  readonly #validators = new Map<string, (value: unknown) => string[]>()

  static async of(service: TestService): Promise<ServedDocument> {
    const answer = await service.request('GET', '/openapi.json', { key: null })
    return new ServedDocument(answer.body as OpenApiDocument)
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
    let place: unknown = this.document
    for (const part of value.$ref.split('/').slice(1)) place = (place as Record<string, unknown>)[part]
    if (place === undefined) throw new Error(`${value.$ref} leads nowhere`)
    return place as T
  }

  /** The schema with every reference replaced by what it refers to. */
  inline(schema: JsonSchema): JsonSchema {
    return this.#inline(schema, false)
  }

  /** What is wrong with an answer: a status, a body or a header that the document does not tell of. */
  complaints(operation: ServedOperation, answer: TestAnswer): string[] {
    const described = operation.described.responses[answer.status]
    if (described === undefined) return [`the document does not list the status ${answer.status}`]
    const response = this.resolve<Response>(described)
    return [
      ...this.#checkBody(`${operation.id} ${answer.status}`, response, answer),
      ...this.#checkHeaders(response, answer.headers),
    ]
  }

  /** Complaints about a value, such as an example. Members that the schema does not name are among them. */
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

  #checkBody(name: string, { content }: Response, { headers, body }: TestAnswer): string[] {
    const type = headers.get('content-type')?.split(';', 1)[0] ?? 'nothing'
    const media = content[type]
    return media === undefined
      ? [`the document does not tell of ${type}`]
      : this.check(name, media.schema, body)
  }

  #checkHeaders({ headers: listed = {} }: Response, headers: Headers): string[] {
    const complaints: string[] = []
    for (const name of Object.keys(this.document.components.headers)) {
      const value = headers.get(name)
      const reference = listed[name]
      if (value === null) {
        if (reference !== undefined && !OCCASIONAL.has(name)) complaints.push(`the header ${name} is missing`)
      } else if (reference === undefined) complaints.push(`the header ${name} is not in the document`)
      else {
        const { schema } = this.resolve<Header>(reference)
        const read = schema.type === 'integer' ? Number(value) : value
        complaints.push(...this.check(`header ${name}`, schema, read).map((text) => `${name}: ${text}`))
      }
    }
    return complaints
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

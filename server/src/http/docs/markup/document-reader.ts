import type {
  JsonSchema,
  OpenApiDocument,
  OperationObject,
  Parameter,
  Reference,
  Response,
} from '../../openapi/open-api-document.ts'

export interface LocatedOperation {
  readonly method: string
  readonly path: string
  readonly operation: OperationObject
}

/** Resolves the references of a document. */
export class DocumentReader {
  readonly document: OpenApiDocument

  constructor(document: OpenApiDocument) {
    this.document = document
  }

  readonly schema = (schema: JsonSchema): JsonSchema =>
    schema.$ref === undefined ? schema : (this.#follow(schema.$ref) as JsonSchema)

  parameters({ parameters = [] }: OperationObject): Parameter[] {
    return parameters.map((parameter) => this.#resolve(parameter))
  }

  responses({ responses }: OperationObject): [string, Response][] {
    return Object.entries(responses).map(([status, response]) => [status, this.#resolve(response)])
  }

  operationsOf(tag: string): LocatedOperation[] {
    return Object.entries(this.document.paths).flatMap(([path, item]) =>
      Object.entries(item)
        .filter(([, operation]) => operation.tags.includes(tag))
        .map(([method, operation]) => ({ method, path, operation })),
    )
  }

  #resolve<T extends object>(value: T | Reference): T {
    return '$ref' in value ? (this.#follow(value.$ref) as T) : value
  }

  #follow(reference: string): unknown {
    let target: unknown = this.document
    for (const part of reference.split('/').slice(1)) target = (target as Record<string, unknown>)[part]
    if (target === undefined) throw new Error(`The reference ${reference} has no target.`)
    return target
  }
}

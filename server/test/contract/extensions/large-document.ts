/** Generates OpenAPI documents as large as those of well-known services. */

export interface LargeDocument {
  readonly yaml: string
  readonly operations: number
}

/** YAML with this many bytes, or a little more: responses, examples and descriptions make up most of it. */
export function largeYaml(bytes: number): LargeDocument {
  const parts = [HEAD]
  let size = HEAD.length
  let operations = 0
  while (size < bytes) {
    const part = describeResource(operations / 2)
    parts.push(part)
    size += part.length
    operations += 2
  }
  parts.push('components:\n  schemas:\n')
  for (let index = 0; index < SCHEMAS; index += 1) parts.push(describeSchema(index))
  return { yaml: parts.join(''), operations }
}

const SCHEMAS = 200
const HEAD = `openapi: 3.0.3
info: {title: Large, version: "1"}
servers:
- url: https://api.example.com
paths:
`

function describeResource(index: number): string {
  return `  "/resources/{owner}/things-${index}":
    get:
      summary: List things ${index}
      description: |-
        Lists the things of an owner, number ${index}. Everybody with access to the owner
        can use this operation: it has no other requirements.
      operationId: things/list-${index}
      parameters:
      - &owner-${index}
        name: owner
        in: path
        required: true
        schema: {type: string}
      - name: per_page
        in: query
        schema: {type: integer, default: 30}
      responses:
        '200':
          description: Response
          content:
            application/json:
              schema:
                type: array
                items: {"$ref": "#/components/schemas/thing-${index % SCHEMAS}"}
              examples:
                default:
                  value:
${EXAMPLE}
    post:
      summary: Create thing ${index}
      operationId: things/create-${index}
      parameters:
      - *owner-${index}
      requestBody:
        required: true
        content:
          application/json:
            schema: {"$ref": "#/components/schemas/thing-${index % SCHEMAS}"}
`
}

const EXAMPLE = Array.from(
  { length: 20 },
  (_, index) => `                  - id: ${index}
                    url: https://api.example.com/resources/someone/things/${index}
                    title: "A thing with a title that is as long as titles are: ${index}"
                    labels: [one, two, "three and four"]
                    created_at: 2026-01-01T00:00:00Z`,
).join('\n')

function describeSchema(index: number): string {
  return `    thing-${index}:
      type: object
      required: [title]
      properties:
        title: {type: string, description: The title.}
        labels: {type: array, items: {type: string}}
        next: {"$ref": "#/components/schemas/thing-${(index + 1) % SCHEMAS}"}
`
}

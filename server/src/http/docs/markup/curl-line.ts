import type { OperationObject } from '../../openapi/open-api-document.ts'

export interface Request {
  readonly method: string
  /** With `{id}` parameters. */
  readonly path: string
  readonly operation: OperationObject
  /** URL of the service with the version, such as `http://127.0.0.1:8080/v1`. */
  readonly base: string
}

/** A command for a shell in which the key, and the id if there is one, are variables. */
export function curlLine({ method, path, operation, base }: Request): string {
  const lines = [`curl "${base}${nameIds(path)}${exampleQuery(operation)}"`]
  if (method !== 'get') lines.push(`-X ${method.toUpperCase()}`)
  lines.push('-H "Authorization: Bearer $MILLRACE_API_KEY"')
  const body = operation.requestBody?.content['application/json']?.example
  if (body !== undefined) {
    lines.push("-H 'Content-Type: application/json'", `-d '${quoteJson(body)}'`)
  }
  return lines.join(' \\\n  ')
}

const MAX_LINE = 60

/** On one line if it is short, and escaped for single quotes. */
function quoteJson(body: unknown): string {
  const short = JSON.stringify(body)
  const text = short.length <= MAX_LINE ? short : JSON.stringify(body, undefined, 2)
  return text.replaceAll("'", String.raw`'\''`)
}

/** `/workflows/{id}` → `/workflows/$WORKFLOW_ID` */
function nameIds(path: string): string {
  return path.replaceAll(/([a-z]+)s\/\{\w+\}/g, (_match, singular: string) => {
    return `${singular}s/$${singular.toUpperCase()}_ID`
  })
}

function exampleQuery({ parameters = [] }: OperationObject): string {
  const query = new URLSearchParams()
  for (const parameter of parameters) {
    if ('in' in parameter && parameter.in === 'query' && parameter.example !== undefined) {
      query.set(parameter.name, `${parameter.example as string | number}`)
    }
  }
  return query.size === 0 ? '' : `?${query.toString()}`
}

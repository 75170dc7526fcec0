import type { OperationObject } from '../openapi/open-api-document.ts'

export interface Request {
  readonly method: string
  /** With `{id}` parameters. */
  readonly path: string
  readonly operation: OperationObject
  /** Address of the service with the version, such as `http://127.0.0.1:8080/v1`. */
  readonly base: string
}

/** A command that can be pasted into a shell where the key, and the id if there is one, are variables. */
export function curlLine({ method, path, operation, base }: Request): string {
  const options: string[] = []
  if (method !== 'get') options.push(`-X ${method.toUpperCase()}`)
  options.push(`"${base}${nameIds(path)}${exampleQuery(operation)}"`)
  const lines = [`curl ${options.join(' ')}`, '-H "Authorization: Bearer $MILLRACE_API_KEY"']
  const body = operation.requestBody?.content['application/json']?.example
  if (body !== undefined) {
    lines.push(
      "-H 'Content-Type: application/json'",
      `-d '${JSON.stringify(body).replaceAll("'", String.raw`'\''`)}'`,
    )
  }
  return lines.join(' \\\n  ')
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

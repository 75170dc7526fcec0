import type { Issue } from '@millrace/contract/errors.ts'
import type { SchemaError } from '#domain/index.ts'

/** Turns schema errors into sentences, one per path and reason. */
export function describeErrors(errors: readonly SchemaError[]): readonly Issue[] {
  const issues = new Map<string, Issue>()
  const alternatives = errors.filter((error) => error.keyword === 'anyOf')
  for (const error of errors) {
    // Errors inside the branches of an alternative are reported once, by the alternative itself.
    if (alternatives.some((anyOf) => error !== anyOf && isInside(error, anyOf))) continue
    for (const issue of describe(error, errors)) issues.set(`${issue.path}\n${issue.message}`, issue)
  }
  return [...issues.values()]
}

function isInside(error: SchemaError, anyOf: SchemaError): boolean {
  return error.schemaPath.startsWith(`${anyOf.schemaPath}/anyOf/`)
}

function describe(error: SchemaError, all: readonly SchemaError[]): Issue[] {
  const path = toPath(error.instancePath)
  const params = error.params as Record<string, unknown>
  switch (error.keyword) {
    case 'required':
      return (params['requiredProperties'] as string[]).map((name) => ({
        path: path === '' ? name : `${path}.${name}`,
        message: 'is required',
      }))
    case 'type':
      return [{ path, message: `must be ${withArticle(String(params['type']))}` }]
    case 'enum':
      return [{ path, message: `must be one of ${listWords(params['allowedValues'] as unknown[])}` }]
    case 'const':
      return [{ path, message: `must be ${JSON.stringify(params['allowedValue'])}` }]
    case 'minLength':
      return [
        {
          path,
          message:
            params['limit'] === 1
              ? 'must not be empty'
              : `must have at least ${String(params['limit'])} characters`,
        },
      ]
    case 'maxLength':
      return [{ path, message: `must not have more than ${count(params['limit'], 'character')}` }]
    case 'minItems':
      return [
        {
          path,
          message:
            params['limit'] === 1
              ? 'must not be empty'
              : `must have at least ${String(params['limit'])} items`,
        },
      ]
    case 'maxItems':
      return [{ path, message: `must not have more than ${count(params['limit'], 'item')}` }]
    case 'minimum':
      return [{ path, message: `must be at least ${String(params['limit'])}` }]
    case 'maximum':
      return [{ path, message: `must be at most ${String(params['limit'])}` }]
    case 'format':
      return [
        { path, message: `must be ${FORMATS[String(params['format'])] ?? `a ${String(params['format'])}`}` },
      ]
    case 'pattern':
      return [{ path, message: `must match ${String(params['pattern'])}` }]
    case 'anyOf':
      return [{ path, message: describeAlternatives(error, all) }]
    default:
      return [{ path, message: error.message }]
  }
}

const FORMATS: Readonly<Record<string, string>> = {
  uuid: 'a UUID',
  'date-time': 'a date and time in ISO 8601',
}

function describeAlternatives(anyOf: SchemaError, all: readonly SchemaError[]): string {
  const types = new Set<string>()
  for (const error of all) {
    if (error.keyword === 'type' && error.instancePath === anyOf.instancePath && isInside(error, anyOf)) {
      types.add(withArticle(String((error.params as { type: unknown }).type)))
    }
  }
  return types.size === 0 ? 'does not match any of the allowed forms' : `must be ${joinWords([...types])}`
}

function count(limit: unknown, noun: string): string {
  return `${String(limit)} ${limit === 1 ? noun : `${noun}s`}`
}

function withArticle(type: string): string {
  if (type === 'null') return 'null'
  if (type === 'object') return 'an object'
  if (type === 'array') return 'an array'
  if (type === 'integer') return 'a whole number'
  return `a ${type}`
}

function listWords(values: readonly unknown[]): string {
  return joinWords(values.map((value) => (typeof value === 'string' ? value : JSON.stringify(value))))
}

function joinWords(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1) ?? ''}`
}

/** `/fields/0/type` → `fields[0].type` */
function toPath(pointer: string): string {
  let path = ''
  for (const raw of pointer.split('/').slice(1)) {
    const part = raw.replaceAll('~1', '/').replaceAll('~0', '~')
    if (/^\d+$/.test(part)) path += `[${part}]`
    else path += path === '' ? part : `.${part}`
  }
  return path
}

import { findSimilar } from '@millrace/expressions'
import {
  findKnownCredentialType,
  parsed,
  type ParsedCredential,
  readOutgoingUrl,
  unreadable,
} from '#domain/index.ts'

/** One input of a credential form. */
export interface CredentialField {
  readonly name: string
  readonly title: string
  readonly help: string
  /** A secret is never shown again and is redacted from all outputs. */
  readonly secret: boolean
  readonly optional?: boolean
  readonly options?: readonly string[]
  readonly example: string
  /** Explains, as the end of a sentence, why a value is invalid; undefined when it is valid. Never repeats the value. */
  readonly check?: (text: string) => string | undefined
}

/** The values of the fields, by name. */
export type CredentialFields = Readonly<Partial<Record<string, string>>>

/** The form for the secrets of an integration. Its fields are stored together as one string. */
export interface CredentialForm {
  /** The credential type. Creating a credential of this type connects the integration. */
  readonly type: string
  readonly title: string
  /** Where to get the credential. */
  readonly help: string
  readonly fields: readonly CredentialField[]
  /** How the fields become one string. `text`: the string is the first field. `json`: a JSON object of the fields. */
  readonly encoding: 'text' | 'json' | 'text or json'
  /** Describes the format of the string. */
  readonly form: string
  readonly example: string
  readonly parse: (value: string) => ParsedCredential<CredentialFields>
}

interface FormDescription {
  readonly type: string
  readonly title: string
  readonly help: string
}

/** Creates a form with several fields. If only the first is required, the value can be that field alone. */
export function fieldsForm(description: FormDescription, fields: readonly CredentialField[]): CredentialForm {
  const [first, ...others] = fields
  if (first === undefined) throw new Error(`The credential form "${description.type}" has no fields.`)
  const alone = others.every(({ optional }) => optional === true)
  const names = fields.map(({ name }) => name).join(', ')
  const sample = JSON.stringify(
    Object.fromEntries(
      fields.filter(({ optional }) => optional !== true).map((field) => [field.name, field.example]),
    ),
  )
  const inJson = `a JSON object with ${names}`
  return {
    ...description,
    fields,
    encoding: alone ? (others.length === 0 ? 'text' : 'text or json') : 'json',
    form: alone
      ? `Value: ${first.title}${others.length === 0 ? '.' : `, or ${inJson}.`}`
      : `Value: ${inJson}.`,
    example: alone ? first.example : sample,
    parse(value) {
      if (alone && !value.trimStart().startsWith('{')) return readFields({ [first.name]: value }, fields)
      const read = readObject(value)
      return read === undefined
        ? unreadable(`must be a JSON object such as ${sample}`)
        : readFields(read, fields)
    },
  }
}

/** Creates a form with one field for a credential type that exists without an integration. */
export function knownForm(type: string, help: string): CredentialForm {
  const known = findKnownCredentialType(type)
  if (known === undefined) throw new Error(`The credential type "${type}" does not exist.`)
  const { title, form, example, parse } = known
  return {
    type,
    title,
    help,
    fields: [{ name: 'value', title, help: form, secret: true, example }],
    encoding: 'text',
    form,
    example,
    parse(value) {
      const result = parse(value)
      return result.ok ? parsed({ value }) : result
    },
  }
}

/** An alternative to the public URL of a service: a self-hosted installation or a proxy. */
export function baseUrlField(example: string): CredentialField {
  return {
    name: 'base_url',
    title: 'Base URL',
    help: 'Set this only if you do not use the public URL, for example for a self-hosted installation.',
    secret: false,
    optional: true,
    example,
    check: checkBaseUrl,
  }
}

export function checkBaseUrl(text: string): string | undefined {
  const url = readOutgoingUrl(text)
  if (!url.ok) return url.problem
  return url.url.search === '' && url.url.hash === '' ? undefined : 'must not have a query or a fragment'
}

/** Names every field that is wrong. */
function readFields(
  given: Readonly<Record<string, unknown>>,
  fields: readonly CredentialField[],
): ParsedCredential<CredentialFields> {
  const read: Record<string, string> = {}
  const problems = findUnknownFields(given, fields)
  for (const field of fields) {
    const value = Object.hasOwn(given, field.name) ? given[field.name] : undefined
    const problem = findFieldProblem(field, value, fields.length === 1)
    if (problem !== undefined) problems.push(problem)
    else if (typeof value === 'string' && value !== '') read[field.name] = value
  }
  return problems.length === 0 ? parsed(read) : unreadable(problems.join(', and it '))
}

/** Other names are not repeated: a secret may be among them. */
function findUnknownFields(
  given: Readonly<Record<string, unknown>>,
  fields: readonly CredentialField[],
): string[] {
  const names = fields.map(({ name }) => name)
  const unknown = Object.keys(given).filter((name) => !names.includes(name))
  if (unknown.length === 0) return []
  const misspelled = unknown.flatMap((name) => {
    const meant = findSimilar(name, names)
    return meant === undefined ? [] : [`has the unknown field ${name} (did you mean ${meant}?)`]
  })
  return misspelled.length === unknown.length
    ? misspelled
    : [...misspelled, `must have only the fields ${names.join(', ')}`]
}

function findFieldProblem(
  { name, optional, options, check }: CredentialField,
  value: unknown,
  isOnly: boolean,
): string | undefined {
  if (value === undefined || value === null || value === '') {
    if (optional === true) return undefined
    return isOnly ? 'must not be empty' : `has no ${name}`
  }
  if (typeof value !== 'string') return `must have a string as ${name}`
  if (options !== undefined && !options.includes(value)) {
    return `must have one of ${options.join(', ')} as ${name}`
  }
  const problem = check?.(value)
  if (problem === undefined) return undefined
  return isOnly ? problem : `has ${/^[aeiou]/.test(name) ? 'an' : 'a'} ${name} that ${problem}`
}

/** Parses a JSON object; undefined for everything else. */
export function readObject(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined
  } catch {
    return undefined
  }
}

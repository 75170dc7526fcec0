import {
  findKnownCredentialType,
  parsed,
  type ParsedCredential,
  readOutgoingUrl,
  unreadable,
} from '#domain/index.ts'

/** One thing a person fills in. */
export interface CredentialField {
  readonly name: string
  readonly title: string
  readonly help: string
  /** A secret is never shown again, and is taken out of everything that comes back. */
  readonly secret: boolean
  readonly optional?: boolean
  readonly options?: readonly string[]
  readonly example: string
  /** What is wrong with it, as the end of a sentence; undefined when nothing is. Never repeats any of it. */
  readonly check?: (text: string) => string | undefined
}

/** What was filled in, by the names of the fields. */
export type CredentialFields = Readonly<Partial<Record<string, string>>>

/** How a person gives an integration its secrets: fields, which are kept as one string. */
export interface CredentialForm {
  /** The credential type; creating a credential of it connects the integration. */
  readonly type: string
  readonly title: string
  /** Where to get it. */
  readonly help: string
  readonly fields: readonly CredentialField[]
  /** How the string is made of the fields. `text`: it is the first field. `json`: a JSON object of the fields. */
  readonly encoding: 'text' | 'json' | 'text or json'
  /** What the string looks like. */
  readonly form: string
  readonly example: string
  readonly parse: (value: string) => ParsedCredential<CredentialFields>
}

interface FormWords {
  readonly type: string
  readonly title: string
  readonly help: string
}

/** A form of several fields. Where only the first must be filled in, its text alone will do as the value. */
export function fieldsForm(words: FormWords, fields: readonly CredentialField[]): CredentialForm {
  const [first, ...others] = fields
  if (first === undefined) throw new Error(`The form of ${words.type} has no fields.`)
  const alone = others.every(({ optional }) => optional === true)
  const names = fields.map(({ name }) => name).join(', ')
  const sample = JSON.stringify(
    Object.fromEntries(
      fields.filter(({ optional }) => optional !== true).map((field) => [field.name, field.example]),
    ),
  )
  const inJson = `JSON with ${names}`
  return {
    ...words,
    fields,
    encoding: alone ? (others.length === 0 ? 'text' : 'text or json') : 'json',
    form: alone ? `${first.title} alone${others.length === 0 ? '.' : `, or ${inJson}.`}` : `${inJson}.`,
    example: alone ? first.example : sample,
    parse(value) {
      if (alone && !value.trimStart().startsWith('{')) return readFields({ [first.name]: value }, fields)
      const read = readObject(value)
      return read === undefined
        ? unreadable(`must be JSON that looks like ${sample}`)
        : readFields(read, fields)
    },
  }
}

/** The form of a credential type that is known without any integration: its one string, as it is. */
export function knownForm(type: string, help: string): CredentialForm {
  const known = findKnownCredentialType(type)
  if (known === undefined) throw new Error(`There is no credential type ${type}.`)
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

/** Another address than the service's public one: a company's own installation, or a proxy. */
export function baseUrlField(example: string): CredentialField {
  return {
    name: 'base_url',
    title: 'Base URL',
    help: 'Only for another address than the public one, such as an installation of your own.',
    secret: false,
    optional: true,
    example,
    check: checkBaseUrl,
  }
}

export function checkBaseUrl(text: string): string | undefined {
  const url = readOutgoingUrl(text)
  if (!url.ok) return url.problem
  return url.url.search === '' && url.url.hash === '' ? undefined : 'must end before ? and #'
}

function readFields(
  given: Readonly<Record<string, unknown>>,
  fields: readonly CredentialField[],
): ParsedCredential<CredentialFields> {
  const names = fields.map(({ name }) => name)
  if (Object.keys(given).some((name) => !names.includes(name))) {
    return unreadable(`must hold ${names.join(', ')} and nothing else`)
  }
  const read: Record<string, string> = {}
  for (const { name, optional, options, check } of fields) {
    const value = Object.hasOwn(given, name) ? given[name] : undefined
    if (value === undefined || value === null || value === '') {
      if (optional === true) continue
      return unreadable(fields.length === 1 ? 'must not be empty' : `lacks ${name}`)
    }
    if (typeof value !== 'string') return unreadable(`must hold ${name} as text`)
    if (options !== undefined && !options.includes(value)) {
      return unreadable(`must have one of ${options.join(', ')} as ${name}`)
    }
    const problem = check?.(value)
    if (problem !== undefined)
      return unreadable(fields.length === 1 ? problem : `has a ${name} that ${problem}`)
    read[name] = value
  }
  return parsed(read)
}

/** JSON that is an object; undefined for everything else. */
export function readObject(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined
  } catch {
    return undefined
  }
}

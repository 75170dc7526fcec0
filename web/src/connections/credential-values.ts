/** Builds the `value` of a credential from the fields of a form. */
import type { CatalogueEntry } from '../api/integrations.ts'
import * as t from '../texts/credentials.ts'

export interface CredentialField {
  readonly name: string
  readonly title: string
  readonly help: string
  readonly isSecret: boolean
  readonly isRequired: boolean
  readonly options?: readonly string[]
  readonly example: string
  readonly isLong?: boolean
}

export interface CredentialKind {
  readonly type: string
  readonly title: string
  readonly help: string
  readonly fields: readonly CredentialField[]
  /** The value to store; `fields` are trimmed texts by name. */
  encode(fields: Readonly<Record<string, string>>): string
}

type GeneralType = keyof typeof t.types

const secretFields = new Set(['key', 'token', 'password', 'value', 'client_secret', 'url'])
/** Their only field has several lines. */
const longTypes: ReadonlySet<string> = new Set(['openapi', 'signing_key'])
const optionalFields = new Set(['scope', 'audience', 'auth'])
const optionsOf: Readonly<Record<string, readonly string[]>> = { auth: ['basic', 'body'] }
const examples: Readonly<Record<string, string>> = {
  header: 'X-Api-Key',
  parameter: 'api_key',
  token_url: 'https://auth.example.com/token',
}
const urlExamples: Readonly<Record<string, string>> = {
  smtp: 'smtps://user:password@smtp.example.com',
  postgres: 'postgres://user:password@db.example.com/shop?sslmode=require',
}

const encoders: Readonly<Record<GeneralType, (fields: Readonly<Record<string, string>>) => string>> = {
  api_key: ({ key = '' }) => key,
  bearer_token: ({ token = '' }) => token,
  basic_auth: ({ user = '', password = '' }) => `${user}:${password}`,
  custom_header: ({ header = '', value = '' }) => `${header}: ${value}`,
  query_param: ({ parameter = '', value = '' }) => `${parameter}=${value}`,
  oauth2_client: asJson,
  openapi: ({ value = '' }) => value,
  signing_key: ({ value = '' }) => value,
  smtp: ({ url = '' }) => url,
  postgres: ({ url = '' }) => url,
}

function asJson(fields: Readonly<Record<string, string>>): string {
  return JSON.stringify(Object.fromEntries(Object.entries(fields).filter(([, text]) => text !== '')))
}

function isGeneral(type: string): type is GeneralType {
  return Object.hasOwn(t.types, type)
}

/** The form of a credential type: a general one, one of the catalogue, or a single text for any other. */
export function kindOfCredential(type: string, catalogue: readonly CatalogueEntry[]): CredentialKind {
  const entry = catalogue.find((one) => one.credential?.type === type)?.credential
  if (isGeneral(type)) return generalKind(type)
  if (entry === undefined || entry === null) return opaqueKind(type)
  const fields = entry.fields.map(
    ({ name, title, help, secret, required, options, example }): CredentialField => ({
      name,
      title,
      help,
      isSecret: secret,
      isRequired: required,
      ...(options && { options }),
      example,
    }),
  )
  const [first] = fields
  return {
    type,
    title: entry.title,
    help: entry.help,
    fields,
    encode: (values) => {
      const filled = Object.entries(values).filter(([, text]) => text !== '')
      const isText =
        entry.encoding === 'text' ||
        (entry.encoding === 'text or json' && filled.length <= 1 && first !== undefined)
      return isText ? (values[first?.name ?? ''] ?? '') : asJson(values)
    },
  }
}

function generalKind(type: GeneralType): CredentialKind {
  const { title, fields } = t.types[type]
  return {
    type,
    title,
    help: t.typeHelp[type],
    fields: Object.entries(fields).map(([name, label]) => ({
      name,
      title: label,
      help: t.fieldHelp[name] ?? '',
      isSecret: secretFields.has(name) && !longTypes.has(type),
      isRequired: !optionalFields.has(name),
      example: name === 'url' ? (urlExamples[type] ?? '') : (examples[name] ?? ''),
      ...(optionsOf[name] !== undefined && { options: optionsOf[name] }),
      ...(longTypes.has(type) && { isLong: true }),
    })),
    encode: encoders[type],
  }
}

function opaqueKind(type: string): CredentialKind {
  return {
    type,
    title: type,
    help: t.other,
    fields: [{ name: 'value', title: t.value, help: '', isSecret: true, isRequired: true, example: '' }],
    encode: ({ value = '' }) => value,
  }
}

export function isMissing(field: CredentialField, values: Readonly<Record<string, string>>): boolean {
  return field.isRequired && (values[field.name] ?? '').trim() === ''
}

export function isIncomplete(kind: CredentialKind, values: Readonly<Record<string, string>>): boolean {
  return kind.fields.some((field) => isMissing(field, values))
}

export function encodeValues(kind: CredentialKind, values: Readonly<Record<string, string>>): string {
  return kind.encode(Object.fromEntries(kind.fields.map(({ name }) => [name, (values[name] ?? '').trim()])))
}

/** The types that people can create: the general ones and those of the catalogue. */
export function listCredentialTypes(catalogue: readonly CatalogueEntry[]): readonly string[] {
  const services = catalogue.flatMap(({ credential }) => credential?.type ?? [])
  return [...new Set([...Object.keys(t.types), ...services])]
}

export function splitHosts(text: string): string[] {
  return text.split(/[\s,]+/).filter((host) => host !== '')
}

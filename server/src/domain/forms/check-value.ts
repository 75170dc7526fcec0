import type { FormField } from '@millrace/contract/form.ts'
import { checkFiles } from './field-files.ts'
import type { FieldPatterns } from './field-patterns.ts'
import { numberRange } from './number-range.ts'

/** The problem with a non-empty value; undefined if it is valid. All values of a form share the check of patterns. */
export function checkValue(field: FormField, value: unknown, patterns: FieldPatterns): string | undefined {
  switch (field.type) {
    case 'text':
    case 'textarea':
    case 'password':
    case 'phone':
    case 'email':
    case 'url':
    case 'color':
    case 'date':
    case 'time':
    case 'datetime':
      return checkText(field, value, patterns)
    case 'select':
    case 'radio':
      return checkChoice(field, value)
    case 'multiselect':
      return checkChoices(field, value)
    case 'checkbox':
      return field.options === undefined ? checkBoolean(value) : checkChoices(field, value)
    case 'boolean':
      return checkBoolean(value)
    case 'number':
    case 'rating':
    case 'scale':
      return checkNumber(field, value)
    case 'hidden':
      return ['string', 'number', 'boolean'].includes(typeof value)
        ? undefined
        : 'must be a text, a number, true or false'
    case 'file':
      return checkFiles(field, value)
    default:
      return field.type satisfies never
  }
}

function checkText(field: FormField, value: unknown, patterns: FieldPatterns): string | undefined {
  if (typeof value !== 'string') return 'must be a text'
  const format = FORMATS[field.type]
  if (format !== undefined && !format.isValid(value)) return format.message
  const length = hasLengthLimit(field) ? lengthOf(value) : 0
  if (field.min_length !== undefined && length < field.min_length)
    return `must have at least ${countCharacters(field.min_length)}`
  if (field.max_length !== undefined && length > field.max_length)
    return `must not have more than ${countCharacters(field.max_length)}`
  const mismatch = field.pattern === undefined ? undefined : checkPattern(field.pattern, value, patterns)
  if (mismatch !== undefined) return mismatch
  // ISO dates and times of the same format sort as text.
  if (typeof field.min === 'string' && format?.sortable === true && value < field.min)
    return `must not be before ${field.min}`
  if (typeof field.max === 'string' && format?.sortable === true && value > field.max)
    return `must not be after ${field.max}`
  return undefined
}

function hasLengthLimit(field: FormField): boolean {
  return field.min_length !== undefined || field.max_length !== undefined
}

/** The number of characters: a pair of code units is one. */
function lengthOf(value: string): number {
  let length = 0
  for (let index = 0; index < value.length; index += 1) {
    if ((value.codePointAt(index) ?? 0) > 0xffff) index += 1
    length += 1
  }
  return length
}

function checkPattern(pattern: string, value: string, patterns: FieldPatterns): string | undefined {
  const result = patterns.compare(pattern, value)
  if (result === 'match') return undefined
  return result === 'mismatch'
    ? `must match ${pattern}`
    : `cannot be compared with its pattern: ${result.problem}`
}

function countCharacters(count: number): string {
  return count === 1 ? '1 character' : `${count} characters`
}

interface TextFormat {
  isValid(value: string): boolean
  readonly message: string
  readonly sortable?: boolean
}

const FORMATS: Readonly<Partial<Record<FormField['type'], TextFormat>>> = {
  email: {
    isValid: (value) =>
      value.length <= 254 &&
      /^[^\s@"<>(),;:\\[\]]+@[a-z0-9\u0080-\u{10ffff}]([a-z0-9.\u0080-\u{10ffff}-]*[a-z0-9\u0080-\u{10ffff}])?$/iu.test(
        value,
      ) &&
      !value.includes('..'),
    message: 'must be an email address',
  },
  url: { isValid: isWebAddress, message: 'must be a URL that starts with http:// or https://' },
  phone: {
    isValid: (value) => /^\+?[\d\s()./-]{3,40}$/.test(value) && /\d.*\d.*\d/.test(value),
    message: 'must be a phone number',
  },
  color: {
    isValid: (value) => /^#([\da-f]{3}|[\da-f]{6})$/i.test(value),
    message: 'must be a colour such as #1a2b3c',
  },
  date: { isValid: isDate, message: 'must be a date such as 2026-01-31', sortable: true },
  time: { isValid: isTime, message: 'must be a time such as 08:30', sortable: true },
  datetime: {
    isValid: isDateTime,
    message: 'must be a date and time such as 2026-01-31T08:30',
    sortable: true,
  },
}

function isWebAddress(value: string): boolean {
  return /^https?:\/\//i.test(value) && !/\s/.test(value) && URL.canParse(value)
}

function isDate(value: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value)) return false
  const at = Date.parse(`${value}T00:00:00Z`)
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(value)
}

function isTime(value: string): boolean {
  return /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,9})?)?$/.test(value)
}

function isDateTime(value: string): boolean {
  const match = /^(\d{4}-\d{2}-\d{2})[T ]([\d:.]+)(Z|[+-]([01]\d|2[0-3]):?[0-5]\d)?$/.exec(value)
  return match !== null && isDate(match[1] ?? '') && isTime(match[2] ?? '')
}

function checkNumber(field: FormField, value: unknown): string | undefined {
  if (typeof value !== 'number' || !Number.isFinite(value)) return 'must be a number'
  const { min, max, whole } = numberRange(field)
  if (whole && !Number.isInteger(value)) return 'must be a whole number'
  if (min !== undefined && value < min) return `must be at least ${min}`
  if (max !== undefined && value > max) return `must be at most ${max}`
  return undefined
}

function checkBoolean(value: unknown): string | undefined {
  return typeof value === 'boolean' ? undefined : 'must be true or false'
}

function checkChoice(field: FormField, value: unknown): string | undefined {
  if (typeof value !== 'string') return 'must be a text'
  const allowed = allowedValues(field)
  return allowed === undefined || allowed.includes(value) ? undefined : `must be one of ${allowed.join(', ')}`
}

function checkChoices(field: FormField, value: unknown): string | undefined {
  if (!Array.isArray(value)) return 'must be a list of texts'
  const allowed = allowedValues(field)
  const known = allowed && new Set(allowed)
  for (const one of value) {
    if (typeof one !== 'string') return 'must be a list of texts'
    if (known !== undefined && !known.has(one)) return `must contain only ${allowed?.join(', ')}`
  }
  if (new Set(value).size < value.length) return 'must not contain the same choice twice'
  return undefined
}

/** A choice field without options accepts any text. */
function allowedValues(field: FormField): string[] | undefined {
  if (field.options === undefined || field.options.length === 0) return undefined
  return field.options.map((option) => (typeof option === 'string' ? option : option.value))
}

import { fieldLabels } from '@millrace/contract/field-label.ts'
import type { FormField } from '@millrace/contract/form.ts'
import { ApiError, describeError } from '../api/api-error.ts'
import * as errors from '../texts/errors.ts'

export type Answers = Record<string, unknown>

/** The values that the controls start with. */
export function startingAnswers(fields: readonly FormField[]): Answers {
  return Object.fromEntries(
    fields.flatMap((field) => {
      if (field.default !== undefined && field.default !== null) return [[field.name, field.default]]
      return isTick(field) ? [[field.name, false]] : []
    }),
  )
}

/** What is sent: empty answers are left out, numbers and lists have their type. */
export function readAnswers(fields: readonly FormField[], answers: Answers): Answers {
  return Object.fromEntries(
    fields.flatMap((field) => {
      const value = readAnswer(field, answers[field.name])
      return value === undefined ? [] : [[field.name, value]]
    }),
  )
}

function readAnswer(field: FormField, value: unknown): unknown {
  if (value === undefined || value === '') return undefined
  if (takesSeveral(field)) {
    const chosen = typeof value === 'string' ? value.split('\n') : value
    const lines = Array.isArray(chosen) ? chosen.filter((line) => line !== '') : []
    return lines.length === 0 ? undefined : lines
  }
  const isNumber = field.type === 'number' || field.type === 'rating' || field.type === 'scale'
  if (!isNumber || typeof value !== 'string') return value
  // A text that is no number is sent as it is: the server says what is wrong with it.
  const number = Number(value.trim().replace(',', '.'))
  return Number.isFinite(number) && value.trim() !== '' ? number : value
}

/** Whether the field is a single yes-or-no box. */
export function isTick({ type, options }: FormField): boolean {
  return type === 'boolean' || (type === 'checkbox' && options === undefined)
}

export function takesSeveral(field: FormField): boolean {
  return field.type === 'multiselect' || (field.type === 'checkbox' && !isTick(field))
}

export function optionsOf({ options = [] }: FormField): readonly { value: string; label: string }[] {
  return options.map((option) => (typeof option === 'string' ? { value: option, label: option } : option))
}

export interface AnswerProblems {
  /** By the name of the field. */
  fields: Readonly<Record<string, string>>
  form: string | undefined
}

export const NO_PROBLEMS: AnswerProblems = { fields: {}, form: undefined }

/** What the server refused, at the fields that it concerns. */
export function problemsOf(error: unknown, fields: readonly FormField[]): AnswerProblems {
  if (!(error instanceof ApiError) || error.issues.length === 0)
    return { fields: {}, form: describeError(error) }
  const labels = fieldLabels(fields)
  const found: Record<string, string> = {}
  const others: string[] = []
  for (const { path, message } of error.issues) {
    const field = fields.find(({ name, type }) => path === `data.${name}` && type !== 'hidden')
    if (field === undefined) others.push(errors.issue(path, message))
    else found[field.name] = errors.issue(labels.get(field.name) ?? field.name, message)
  }
  return { fields: found, form: others.length === 0 ? undefined : others.join(' ') }
}

import type { FormField } from '@millrace/contract/form.ts'
import type { JsonObject, JsonValue } from '#domain/index.ts'

/** The values of a control as texts: those that were sent, or those it starts with. */
export type Texts = readonly string[]

/** The texts that were sent for each field. Browsers send line breaks in names as CR LF. */
export function sentTexts(fields: readonly FormField[], sent: URLSearchParams): Texts[] {
  // Grouped once: a lookup per field would scan all pairs each time.
  const byName = Map.groupBy(sent, ([name]) => name)
  return fields.map(({ name }) =>
    (byName.get(name.replaceAll(/\r\n|\r|\n/g, '\r\n')) ?? []).map(([, text]) => text),
  )
}

/** The values that the controls start with. */
export function startingTexts(fields: readonly FormField[]): Texts[] {
  return fields.map((field) => {
    const value = defaultOf(field)
    if (value === undefined || value === null) return []
    if (typeof value === 'object') return value
    return value === false && field.type !== 'hidden' ? [] : [String(value)]
  })
}

/** The data of a submission. Empty answers are left out; a checkbox that is not ticked is false. */
export function readAnswers(fields: readonly FormField[], texts: readonly Texts[]): JsonObject {
  const data = fields.map((field, index): [string, JsonValue | undefined] => [
    field.name,
    readAnswer(field, texts[index] ?? []),
  ])
  return Object.fromEntries(data.filter((entry): entry is [string, JsonValue] => entry[1] !== undefined))
}

function readAnswer(field: FormField, texts: Texts): JsonValue | undefined {
  const [text = ''] = texts
  if (takesSeveral(field)) return readList(field, texts)
  if (isTick(field)) return text !== '' && text !== 'false'
  if (text === '') return undefined
  switch (field.type) {
    case 'number':
    case 'rating':
    case 'scale':
      return readNumber(text)
    case 'textarea':
      return withPlainBreaks(text)
    case 'hidden':
      return readHidden(field, text)
    default:
      return text
  }
}

/** Whether the field is a single yes-or-no checkbox. */
export function isTick({ type, options }: FormField): boolean {
  return type === 'boolean' || (type === 'checkbox' && options === undefined)
}

export function takesSeveral(field: FormField): boolean {
  return field.type === 'multiselect' || (field.type === 'checkbox' && !isTick(field))
}

/** Without options any texts are accepted, one per line. */
function readList({ options = [] }: FormField, texts: Texts): JsonValue | undefined {
  const lines = options.length > 0 ? texts : texts.flatMap((text) => withPlainBreaks(text).split('\n'))
  const chosen = lines.filter((line) => line !== '')
  return chosen.length === 0 ? undefined : chosen
}

/** A text that is not a number is returned unchanged, so that the check refuses it. */
function readNumber(text: string): JsonValue {
  const trimmed = text.trim()
  return /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i.test(trimmed) ? Number(trimmed) : text
}

/** Browsers send line breaks as CR LF; length limits count them as one character. */
function withPlainBreaks(text: string): string {
  return text.replaceAll('\r\n', '\n')
}

/** The browser turned the default into a text; an unchanged one gets its type back. */
function readHidden(field: FormField, text: string): JsonValue {
  const value = defaultOf(field)
  const plain = withPlainBreaks(text)
  return value !== undefined && String(value) === plain ? value : plain
}

/** The default was checked when the form was stored, so it has one of these types. */
function defaultOf(field: FormField): string | number | boolean | null | readonly string[] | undefined {
  return field.default as ReturnType<typeof defaultOf>
}

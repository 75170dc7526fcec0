import type { FormField } from '@millrace/contract/form.ts'
import { numberRange } from '#domain/index.ts'
import { html, type Html } from '#http/index.ts'
import { attributes } from './attributes.ts'
import { browserPattern } from './browser-pattern.ts'
import { labelled, type ShownField, accessibilityAttributes } from './shown-field.ts'

interface Native {
  readonly type: string
  readonly autocomplete?: string
  /** Format of values that the control accepts; it silently drops others. */
  readonly holds?: RegExp
}

const CLOCK = String.raw`\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?`
const DAY = String.raw`\d{4}-\d{2}-\d{2}`

const NATIVE: Readonly<Partial<Record<FormField['type'], Native>>> = {
  email: { type: 'email', autocomplete: 'email' },
  phone: { type: 'tel', autocomplete: 'tel' },
  url: { type: 'url', autocomplete: 'url' },
  // Browsers must not fill in the password that is saved for this address: that is the one of the web app.
  password: { type: 'password', autocomplete: 'new-password' },
  date: { type: 'date', holds: new RegExp(`^${DAY}$`) },
  time: { type: 'time', holds: new RegExp(`^${CLOCK}$`) },
  datetime: { type: 'datetime-local', holds: new RegExp(`^${DAY}[T ]${CLOCK}$`) },
  number: { type: 'number' },
  rating: { type: 'number' },
  scale: { type: 'number' },
  color: { type: 'color' },
}

/** A single-line question. Types without a native control are plain text. */
export function renderInput(shown: ShownField): Html {
  return labelled(shown, html`<input${attributes({ id: shown.id, ...inputAttributes(shown) })} />`)
}

export function renderTextarea(shown: ShownField): Html {
  const { field, id, texts } = shown
  const own = attributes({
    id,
    name: field.name,
    rows: 5,
    dir: 'auto',
    placeholder: field.placeholder,
    ...lengths(field),
    ...accessibilityAttributes(shown),
  })
  // HTML parsers drop a line break right after the tag, so we add one.
  return labelled(shown, html`<textarea${own}>${'\n'}${texts.join('\n')}</textarea>`)
}

export function renderHidden({ field, texts }: ShownField): Html {
  return html`<input${attributes({ type: 'hidden', name: field.name, value: texts[0] ?? '' })} />`
}

function inputAttributes(shown: ShownField) {
  const { field } = shown
  const native = NATIVE[field.type] ?? { type: 'text' }
  const pattern = browserPattern(field.pattern)
  const isText = ['text', 'email', 'tel', 'url', 'password'].includes(native.type)
  return {
    type: native.type,
    name: field.name,
    value: value(shown, native),
    placeholder: field.placeholder,
    autocomplete: native.autocomplete,
    ...(isText
      ? { dir: 'auto', pattern, title: pattern && field.help, ...lengths(field) }
      : bounds(field, native)),
    ...accessibilityAttributes(shown),
  }
}

function value({ field, texts }: ShownField, { holds }: Native): string | undefined {
  const [text] = texts
  // A password is never sent back: pages are cached, and people look over shoulders.
  if (text === undefined || field.type === 'password' || holds?.test(text) === false) return undefined
  const short = field.type === 'color' ? /^#(.)(.)(.)$/.exec(text) : null
  return short === null
    ? text
    : `#${short
        .slice(1)
        .map((digit) => digit + digit)
        .join('')}`
}

function lengths({ min_length: min, max_length: max }: FormField) {
  return { minlength: min === 0 ? undefined : min, maxlength: max }
}

function bounds(field: FormField, { type, holds }: Native) {
  if (type === 'number') {
    const { min, max, whole } = numberRange(field)
    return { min, max, step: whole ? '1' : 'any' }
  }
  if (holds === undefined) return {}
  const usable = (bound: string | number | undefined) =>
    typeof bound === 'string' && holds.test(bound) ? bound : undefined
  const { min, max } = { min: usable(field.min), max: usable(field.max) }
  // Without `step` browsers accept only whole minutes, counted from `min`.
  const hasSeconds = [min, max, field.default].some((text) => /:\d{2}:/.test(String(text)))
  return { min, max, step: hasSeconds ? 'any' : undefined }
}

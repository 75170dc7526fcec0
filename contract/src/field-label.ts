import type { FieldType, FormField } from './form.ts'

/** The form builder gives a field such a name until the first label names it; `_2` marks a copy. It means nothing to people. */
const GENERATED_NAME = /^field_[a-z\d]{6}(_\d+)?$/

const TYPE_WORDS: Readonly<Record<FieldType, string>> = {
  text: 'text',
  textarea: 'long text',
  email: 'email',
  number: 'number',
  phone: 'phone',
  url: 'link',
  password: 'password',
  date: 'date',
  time: 'time',
  datetime: 'date and time',
  select: 'dropdown',
  multiselect: 'multiple choice',
  radio: 'single choice',
  checkbox: 'checkbox',
  boolean: 'yes-or-no',
  rating: 'rating',
  scale: 'scale',
  color: 'colour',
  hidden: 'hidden',
  file: 'file',
}

/** What people read for the fields whose name would tell them nothing, by name. */
export function untitledLabels(
  fields: readonly Pick<FormField, 'name' | 'type' | 'label'>[],
): ReadonlyMap<string, string> {
  const labels = fieldLabels(fields)
  return new Map(fields.filter(isUntitled).map(({ name }) => [name, labels.get(name) ?? name]))
}

/** Whether a field has neither a label nor a name that somebody chose. */
function isUntitled({ name, label }: Pick<FormField, 'name' | 'label'>): boolean {
  return label !== undefined && label.trim() === '' && GENERATED_NAME.test(name)
}

/**
 * What people read for each field of a form, by name: its label, or else its name. A name that the form builder generated is
 * replaced by a description such as "Untitled email field", numbered if the form has several of the type.
 */
export function fieldLabels(
  fields: readonly Pick<FormField, 'name' | 'type' | 'label'>[],
): ReadonlyMap<string, string> {
  const untitled = fields.filter(isUntitled)
  const labels = new Map<string, string>()
  for (const { name, label = '' } of fields) labels.set(name, label.trim() === '' ? name : label)
  for (const type of new Set(untitled.map((field) => field.type))) {
    const same = untitled.filter((field) => field.type === type)
    const title = `Untitled ${TYPE_WORDS[type]} field`
    for (const [index, { name }] of same.entries())
      labels.set(name, same.length === 1 ? title : `${title} ${index + 1}`)
  }
  return labels
}

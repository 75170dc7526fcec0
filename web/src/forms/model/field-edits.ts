import type { Draft } from 'immer'
import type { FormField, FormSettings } from '../../api/forms.ts'
import type { GraphDocument, JsonValue } from '../../graph/types.ts'
import * as t from '../../texts/forms/builder.ts'
import { type FieldDetail, type FieldType, hasOptions, kindOf } from './field-kinds.ts'
import { toField, toNode } from './form-document.ts'

type FormDraft = Draft<GraphDocument>

/**
 * A name that a field has until it gets its first label. It is random: two people who add a field at the same time must not
 * create the same name, because a merge would take both for one field.
 */
const PLACEHOLDER_NAME = /^field_[a-z\d]{6}$/
const MAX_NAME = 100

/** Adds a field after another one, or at the end, and returns its name. */
export function addField(draft: FormDraft, type: FieldType, after: string | undefined): string {
  const name = randomName()
  const options = hasOptions(type) ? { options: [t.firstOption, t.secondOption] } : {}
  const field: FormField = { name, type, required: false, label: '', ...options }
  const at = after === undefined ? -1 : draft.nodes.findIndex(({ id }) => id === after)
  draft.nodes.splice(at < 0 ? draft.nodes.length : at + 1, 0, toNode(field) as FormDraft['nodes'][number])
  return name
}

export function removeField(draft: FormDraft, name: string): void {
  draft.nodes = draft.nodes.filter(({ id }) => id !== name)
}

export function duplicateField(draft: FormDraft, name: string): string {
  const at = draft.nodes.findIndex(({ id }) => id === name)
  const node = draft.nodes[at]
  if (node === undefined) return name
  const copy = freeName(draft, name)
  draft.nodes.splice(at + 1, 0, { ...structuredClone(toPlain(node)), id: copy } as FormDraft['nodes'][number])
  return copy
}

/** Moves a field so that it gets the given position. */
export function moveField(draft: FormDraft, name: string, to: number): void {
  const from = draft.nodes.findIndex(({ id }) => id === name)
  const target = Math.min(Math.max(to, 0), draft.nodes.length - 1)
  if (from < 0 || from === target) return
  const [node] = draft.nodes.splice(from, 1)
  if (node !== undefined) draft.nodes.splice(target, 0, node)
}

/** Sets a member of a field; undefined removes it. */
export function setMember(draft: FormDraft, name: string, member: keyof FormField, value: unknown): void {
  const node = draft.nodes.find(({ id }) => id === name)
  if (node === undefined) return
  node.data ??= {}
  if (value === undefined) delete node.data[member]
  else node.data[member] = value as Draft<JsonValue>
}

/** Changes the type, and drops settings that the new type does not have. */
export function setType(draft: FormDraft, name: string, type: FieldType): void {
  const node = draft.nodes.find(({ id }) => id === name)
  if (node === undefined || node.type === type) return
  const { details } = kindOf(type)
  const before = kindOf(node.type as FieldType)
  const data = node.data ?? {}
  const isSameRange =
    details.includes('number-range') === before.details.includes('number-range') &&
    details.includes('date-range') === before.details.includes('date-range')
  for (const [detail, members] of Object.entries(membersOf)) {
    if (!details.includes(detail as FieldDetail)) for (const member of members) delete data[member]
  }
  if (!isSameRange || before.group === 'date') for (const member of ['min', 'max']) delete data[member]
  delete data['default']
  if (details.includes('options') && data['options'] === undefined) {
    data['options'] = [t.firstOption, t.secondOption]
  }
  node.type = type
  node.data = data
}

const membersOf: Record<Exclude<FieldDetail, 'number-range' | 'date-range'>, readonly string[]> = {
  placeholder: ['placeholder'],
  default: ['default'],
  options: ['options'],
  length: ['min_length', 'max_length'],
  pattern: ['pattern'],
  files: ['accept', 'max_bytes', 'max_files'],
}

/** Gives a field another name, which is the key of its answers. Returns the name that it has then. */
export function renameField(draft: FormDraft, name: string, wanted: string): string {
  const node = draft.nodes.find(({ id }) => id === name)
  const trimmed = [...wanted.trim()].slice(0, MAX_NAME).join('')
  if (node === undefined || trimmed === '' || trimmed === name) return name
  node.id = draft.nodes.some(({ id }) => id === trimmed) ? freeName(draft, trimmed) : trimmed
  return node.id
}

/** The first label of a new field also names it. Later labels do not: answers and workflows refer to the name. */
export function nameByLabel(draft: FormDraft, name: string): string {
  const node = draft.nodes.find(({ id }) => id === name)
  const label = node?.data?.['label']
  if (typeof label !== 'string' || !PLACEHOLDER_NAME.test(name)) return name
  const stem = toName(label)
  return stem === '' ? name : renameField(draft, name, stem)
}

export function setSetting<Member extends keyof FormSettings>(
  draft: FormDraft,
  member: Member,
  value: FormSettings[Member] | undefined,
): void {
  if (value === undefined) delete draft.variables[member]
  else draft.variables[member] = value as Draft<JsonValue>
}

/** `Your e-mail address` becomes `your_e_mail_address`. Letters of every script are kept. */
function toName(label: string): string {
  const name = label
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '_')
    .replaceAll(/^_+|_+$/g, '')
  return [...name].slice(0, 40).join('').replace(/_+$/, '')
}

function randomName(): string {
  const letters = 'abcdefghijklmnopqrstuvwxyz0123456789'
  const random = crypto.getRandomValues(new Uint8Array(6))
  return `field_${Array.from(random, (byte) => letters[byte % letters.length]).join('')}`
}

function freeName(draft: FormDraft, stem: string): string {
  const taken = new Set(draft.nodes.map(({ id }) => id))
  const base = [...stem].slice(0, MAX_NAME - 6).join('')
  for (let count = 2; ; count += 1) {
    const name = `${base}_${count}`
    if (!taken.has(name)) return name
  }
}

function toPlain(node: FormDraft['nodes'][number]) {
  return JSON.parse(JSON.stringify(toNode(toField(node)))) as FormDraft['nodes'][number]
}

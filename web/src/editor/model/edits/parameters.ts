import type { JsonValue } from '../../../graph/types.ts'
import { type DocumentDraft, findNode } from './names.ts'

type Container = Record<string | number, unknown>

/** Sets a parameter at a path in `data`; undefined removes it. Missing objects and lists on the way are created. */
export function setParameter(
  draft: DocumentDraft,
  id: string,
  path: readonly (string | number)[],
  value: JsonValue | undefined,
): void {
  const node = findNode(draft, id)
  const [last, ...parents] = path.toReversed()
  if (node === undefined || last === undefined || path.some(isUnsafe)) return
  if (node.data === undefined) {
    if (value === undefined) return
    node.data = {}
  }
  let container = node.data as Container
  for (const [index, key] of parents.toReversed().entries()) {
    const next = Object.hasOwn(container, key) ? container[key] : undefined
    if (typeof next !== 'object' || next === null) {
      if (value === undefined) return
      container[key] = typeof path[index + 1] === 'number' ? [] : {}
    }
    container = container[key] as Container
  }
  if (value !== undefined) container[last] = value
  else if (Array.isArray(container)) container.splice(Number(last), 1)
  else delete container[last]
}

function isUnsafe(key: string | number): boolean {
  return key === '__proto__'
}

/** The members of a node that an edit may set; `id` and `name` have edits of their own. */
export type NodeMember =
  | 'type'
  | 'credential_id'
  | 'disabled'
  | 'retry'
  | 'on_error'
  | 'timeout_ms'
  | 'on_unknown'
  | 'pinned_output'
  | 'notes'
  | 'data'

/** Sets a member of a node; undefined removes it. */
export function setMember(
  draft: DocumentDraft,
  id: string,
  member: NodeMember,
  value: JsonValue | undefined,
): void {
  const node = findNode(draft, id)
  if (node === undefined) return
  if (value === undefined) delete node[member]
  else Object.assign(node, { [member]: value })
}

export function setDisabled(draft: DocumentDraft, ids: Iterable<string>, disabled: boolean): void {
  for (const id of ids) setMember(draft, id, 'disabled', disabled || undefined)
}

/** Pins the output of a node for runs in the editor; undefined removes the pin. */
export function pinOutput(draft: DocumentDraft, id: string, output: JsonValue | undefined): void {
  setMember(draft, id, 'pinned_output', output)
}

export function setVariable(draft: DocumentDraft, name: string, value: JsonValue | undefined): void {
  if (isUnsafe(name)) return
  if (value === undefined) delete draft.variables[name]
  else Object.assign(draft.variables, { [name]: value })
}

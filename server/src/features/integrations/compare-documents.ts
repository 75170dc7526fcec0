import { isDeepStrictEqual } from 'node:util'
import type { ImportedOperation, JsonValue } from '#domain/index.ts'
import { listReferences } from '#integrations/index.ts'

interface StoredDocument {
  readonly operations: readonly ImportedOperation[]
  /** Values that schemas refer to, by pointer. */
  readonly parts: ReadonlyMap<string, JsonValue>
}

export interface OperationChanges {
  readonly added: readonly ImportedOperation[]
  /** With another request or other parameters; a changed title or description is no change. */
  readonly changed: readonly ImportedOperation[]
  readonly removed: readonly ImportedOperation[]
}

/** Compares two imports of a service by the names of their actions. */
export function compareDocuments(earlier: StoredDocument, later: StoredDocument): OperationChanges {
  const before = new Map(earlier.operations.map((operation) => [operation.name, operation]))
  const names = new Set(later.operations.map(({ name }) => name))
  const changedParts = findChangedParts(earlier.parts, later.parts)
  const added: ImportedOperation[] = []
  const changed: ImportedOperation[] = []
  for (const operation of later.operations) {
    const known = before.get(operation.name)
    if (known === undefined) added.push(operation)
    else if (!isDeepStrictEqual(requestOf(known), requestOf(operation)) || refersTo(operation, changedParts))
      changed.push(operation)
  }
  return { added, changed, removed: earlier.operations.filter(({ name }) => !names.has(name)) }
}

function requestOf({ title: _title, help: _help, ...request }: ImportedOperation) {
  return request
}

/** The pointers whose values differ, and those that refer to them, directly or not. */
function findChangedParts(
  earlier: ReadonlyMap<string, JsonValue>,
  later: ReadonlyMap<string, JsonValue>,
): ReadonlySet<string> {
  const changed = new Set<string>()
  for (const [pointer, part] of later)
    if (!isDeepStrictEqual(earlier.get(pointer), part)) changed.add(pointer)
  const referrers = new Map<string, string[]>()
  for (const [pointer, part] of later)
    for (const reference of listReferences(part))
      referrers.set(reference, [...(referrers.get(reference) ?? []), pointer])
  // A set can grow while it is iterated: each pointer is visited once.
  for (const pointer of changed) for (const referrer of referrers.get(pointer) ?? []) changed.add(referrer)
  return changed
}

function refersTo({ schema }: ImportedOperation, pointers: ReadonlySet<string>): boolean {
  return [...listReferences(schema)].some((reference) => pointers.has(reference))
}

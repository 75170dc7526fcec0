import { isDeepStrictEqual } from 'node:util'
import type { ImportedOperation, ImportedTexts, JsonValue } from '#domain/index.ts'
import { listReferences } from '../document/openapi-document-reader.ts'

interface OperationChange {
  readonly name: string
  readonly method: string
  readonly path: string
}

export interface DocumentComparison {
  readonly added: readonly OperationChange[]
  /** With another request or other parameters; a changed title or description is no change. */
  readonly changed: readonly OperationChange[]
  readonly removed: readonly OperationChange[]
}

/** Compares two imports of a service by the names of their actions. */
export function compareDocuments(earlier: ImportedTexts, later: ImportedTexts): DocumentComparison {
  const before = readOperations(earlier)
  const after = readOperations(later)
  const changedParts = findChangedParts(earlier.parts, later.parts)
  const added: OperationChange[] = []
  const changed: OperationChange[] = []
  for (const [name, operation] of after) {
    const known = before.get(name)
    if (known === undefined) added.push(toChange(operation))
    else if (!isDeepStrictEqual(requestOf(known), requestOf(operation)) || refersTo(operation, changedParts))
      changed.push(toChange(operation))
  }
  const removed = [...before.values()].filter(({ name }) => !after.has(name)).map(toChange)
  return { added, changed, removed }
}

function readOperations({ operations }: ImportedTexts): ReadonlyMap<string, ImportedOperation> {
  return new Map(
    operations.map(({ name, definition }) => [name, JSON.parse(definition) as ImportedOperation]),
  )
}

function toChange({ name, method, path }: ImportedOperation): OperationChange {
  return { name, method, path }
}

function requestOf({ title: _title, help: _help, ...request }: ImportedOperation) {
  return request
}

/** The pointers whose values differ, and those that refer to them, directly or not. */
function findChangedParts(
  earlier: ReadonlyMap<string, string>,
  later: ReadonlyMap<string, string>,
): ReadonlySet<string> {
  const changed = new Set<string>()
  const referrers = new Map<string, string[]>()
  for (const [pointer, text] of later) {
    const part = JSON.parse(text) as JsonValue
    if (!isSame(earlier.get(pointer), text, part)) changed.add(pointer)
    for (const reference of listReferences(part)) {
      const known = referrers.get(reference)
      if (known === undefined) referrers.set(reference, [pointer])
      else known.push(pointer)
    }
  }
  // A set can grow while it is iterated: each pointer is visited once.
  for (const pointer of changed) for (const referrer of referrers.get(pointer) ?? []) changed.add(referrer)
  return changed
}

/** The same members in another order are no change. */
function isSame(earlier: string | undefined, text: string, part: JsonValue): boolean {
  if (earlier === undefined) return false
  return earlier === text || isDeepStrictEqual(JSON.parse(earlier), part)
}

function refersTo({ schema }: ImportedOperation, pointers: ReadonlySet<string>): boolean {
  if (pointers.size === 0) return false
  return [...listReferences(schema)].some((reference) => pointers.has(reference))
}

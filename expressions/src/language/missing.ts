import type { Evaluate } from './compilation.ts'
import { ExpressionError, shorten, type SourceLocation } from '#expressions/runtime/problem.ts'
import type { Evaluation } from '#expressions/runtime/evaluation.ts'
import { findSimilar } from '#expressions/runtime/similar.ts'
import { isPlainObject, type Value } from '#expressions/runtime/values.ts'

/** A read of `object.key`, with what is needed to explain why `object` was not there. */
export interface MissingRead {
  readonly location: SourceLocation
  readonly object: SourceLocation
  /** The object is `nodes["…"]`. */
  readonly isNodeLookup: boolean
  /** For the object `parent.objectKey`: code and source of the parent. */
  readonly parent: Evaluate | undefined
  readonly parentLocation: SourceLocation | undefined
  readonly objectKey: string | undefined
  readonly key: string | undefined
}

export function failMissing(run: Evaluation, read: MissingRead, value: null | undefined, key: string): never {
  const object = read.object.source
  if (read.isNodeLookup) {
    return read.location.fail(
      `\`${object}\` has no output: the node has not run before this one, or its branch was skipped.`,
      `To allow this write \`${object}?.${key}\`.`,
    )
  }
  const state = value === null ? 'which is empty (null)' : 'which is missing'
  return read.location.fail(
    `Cannot read \`${shorten(key, 60)}\` of \`${object}\`, ${state}.`,
    suggest(run, read, key) ?? explainScope(object) ?? `To allow this write \`${object}?.${key}\`.`,
  )
}

/** Looks once more at the object that should have held the missing one: `input.user.email` → `input.email`. */
function suggest(run: Evaluation, read: MissingRead, key: string): string | undefined {
  const { parent, parentLocation, objectKey } = read
  if (parent === undefined || parentLocation === undefined || objectKey === undefined) return undefined
  const holder = evaluateAgain(run, parent)
  if (!isPlainObject(holder)) return undefined
  const source = parentLocation.source
  const similar = findSimilar(objectKey, Object.keys(holder))
  if (similar !== undefined) return `Did you mean \`${source}${access(similar)}${access(key)}\`?`
  if (Object.hasOwn(holder, key)) return `Did you mean \`${source}${access(key)}\`?`
  return undefined
}

function evaluateAgain(run: Evaluation, code: Evaluate): Value {
  try {
    return code(run)
  } catch (error) {
    // The budget may end here; the first failure is still the one to tell.
    if (error instanceof ExpressionError) return undefined
    throw error
  }
}

function explainScope(object: string): string | undefined {
  if (object === 'item' || object === 'index') {
    return `\`${object}\` exists only inside a for_each or a loop.`
  }
  return object === 'event' ? '`event` exists only in the `match` of a wait.' : undefined
}

function access(key: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`
}

import type { Evaluate } from './compilation.ts'
import { ExpressionError, shorten, type SourceLocation } from '#expressions/runtime/problem.ts'
import type { Evaluation } from '#expressions/runtime/evaluation.ts'
import { findSimilar } from '#expressions/runtime/similar.ts'
import { isPlainObject, type Value } from '#expressions/runtime/values.ts'

/** A read of `object.key`, with the context that explains why `object` is missing. */
export interface MissingRead {
  readonly location: SourceLocation
  readonly object: SourceLocation
  /** True if the object is `nodes["…"]`. */
  readonly isNodeLookup: boolean
  /** If the object is `parent.objectKey`: the code and the source location of the parent. */
  readonly parent: Evaluate | undefined
  readonly parentLocation: SourceLocation | undefined
  readonly objectKey: string | undefined
  readonly key: string | undefined
}

export function failMissing(
  evaluation: Evaluation,
  read: MissingRead,
  value: null | undefined,
  key: string,
): never {
  const object = read.object.source
  if (read.isNodeLookup) {
    return read.location.fail(
      `\`${object}\` has no output: the node has not run yet, or its branch was skipped.`,
      `If it can be missing, write \`${object}?.${key}\`.`,
    )
  }
  const state = value === null ? 'which is empty (null)' : 'which is missing'
  return read.location.fail(
    `Cannot read \`${shorten(key, 60)}\` of \`${object}\`, ${state}.`,
    suggest(evaluation, read, key) ??
      explainScope(object) ??
      `If it can be missing, write \`${object}?.${key}\`.`,
  )
}

/** Inspects the parent of the missing object: `input.user.email` → `input.email`. */
function suggest(evaluation: Evaluation, read: MissingRead, key: string): string | undefined {
  const { parent, parentLocation, objectKey } = read
  if (parent === undefined || parentLocation === undefined || objectKey === undefined) return undefined
  const holder = evaluateAgain(evaluation, parent)
  if (!isPlainObject(holder)) return undefined
  const source = parentLocation.source
  const similar = findSimilar(objectKey, Object.keys(holder))
  if (similar !== undefined) return `Did you mean \`${source}${access(similar)}${access(key)}\`?`
  if (Object.hasOwn(holder, key)) return `Did you mean \`${source}${access(key)}\`?`
  return undefined
}

function evaluateAgain(evaluation: Evaluation, code: Evaluate): Value {
  try {
    return code(evaluation)
  } catch (error) {
    // The budget can run out here. The first failure is still the one to report.
    if (error instanceof ExpressionError) return undefined
    throw error
  }
}

function explainScope(object: string): string | undefined {
  if (object === 'item' || object === 'index') {
    return `\`${object}\` exists only inside a \`for_each\` or \`loop\`.`
  }
  return object === 'event' ? '`event` exists only in the `match` of a `wait` node.' : undefined
}

function access(key: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`
}

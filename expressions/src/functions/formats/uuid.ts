import { sha256 } from '@noble/hashes/sha2.js'
import type { Scope } from '#expressions/runtime/scope.ts'

/** How many were made for a scope. A step evaluates all its parameters with one scope, in the same order each time. */
const counts = new WeakMap<Scope, number>()

/** Made of the seed of the scope, so that a replay and a retry get the same ones. */
export function nextUuid(scope: Scope): string {
  const count = (counts.get(scope) ?? 0) + 1
  counts.set(scope, count)
  const bytes = sha256(new TextEncoder().encode(`${scope.seed ?? ''} ${count}`)).subarray(0, 16)
  // The bits that say which kind of UUID it is: version 4.
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const digits = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

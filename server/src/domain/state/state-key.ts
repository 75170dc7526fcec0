import { STATE_LIMITS } from './state-entry.ts'

/** Says what is wrong with a key; completes the sentence "The key …". Undefined when nothing is. */
export function findStateKeyProblem(key: string): string | undefined {
  if (key === '') return 'must not be empty'
  // Paths of URLs cannot contain them.
  if (key === '.' || key === '..') return 'must not be "." or ".."'
  if (key.length > STATE_LIMITS.keyLength) {
    return `has ${key.length} characters, but at most ${STATE_LIMITS.keyLength} are allowed`
  }
  if (/\p{Cc}/u.test(key) || !key.isWellFormed()) return 'must not contain control characters'
  return undefined
}

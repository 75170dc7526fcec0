import { toStreamSafe } from './stream-safe.ts'

/**
 * Normalizes a text for case-insensitive comparison. Done here instead of in the databases, which differ for letters beyond
 * ASCII.
 */
export function foldCase(text: string): string {
  return toStreamSafe(text).normalize('NFC').toUpperCase().toLowerCase()
}

import { readStored, writeStored } from '../../components/stored-value.ts'

const KEY = 'editor.recently-added'
const LIMIT = 8

export function readRecent(): readonly string[] {
  return readStored<readonly string[]>(KEY, isStrings) ?? []
}

export function rememberRecent(id: string): void {
  writeStored(KEY, [id, ...readRecent().filter((one) => one !== id)].slice(0, LIMIT))
}

function isStrings(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string')
}

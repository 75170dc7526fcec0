import { readFile } from 'node:fs/promises'
import type { GuideName } from './guide-names.ts'

const GUIDES = new URL('../../../../../docs/guides/', import.meta.url)

export function readGuide(name: GuideName): Promise<string> {
  return readFile(new URL(`${name}.md`, GUIDES), 'utf8')
}

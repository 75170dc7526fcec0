import { readFile } from 'node:fs/promises'
import type { GuideName } from './guide-names.ts'

const GUIDES = new URL('../../../../../docs/guides/', import.meta.url)
const IMAGES = new URL('../images/', GUIDES)

export function readGuide(name: GuideName): Promise<string> {
  return readFile(new URL(`${name}.md`, GUIDES), 'utf8')
}

export function readImage(name: string): Promise<Buffer> {
  return readFile(new URL(`${name}.png`, IMAGES))
}

import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { describe, it } from 'node:test'
import { findRetiredWords } from './retired-words.ts'

const ROOT = resolve(import.meta.dirname, '../../..')
const IGNORED_FOLDERS = new Set(['node_modules', 'dist', '.git', '.tmp', 'data'])
const READ = /\.(?:ts|tsx|js|mjs|md|css|html|json|yaml)$/

/** Files that must name what they replace or repeat. */
const EXCEPTIONS = new Map([
  ['server/src/store/executions/journal/journal-text.ts', 'reads journals that earlier versions wrote'],
  ['server/test/upgrade', 'compares with a database of the previous release'],
  ['server/test/docs/retired-words.ts', 'the list itself'],
  ['server/test/docs/retired-words.test.ts', 'the test of the list'],
  ['server/src/http/openapi/golden', 'recorded answers have the field `frame` of /v1'],
  ['docs/reference/openapi.json', 'the field `frame` of /v1'],
  ['package-lock.json', 'names of packages'],
])

describe('The vocabulary', () => {
  it('No file contains a word that was retired', () => {
    const files = listFiles(ROOT)
    assert.ok(files.length > 1_000, `only ${files.length} files were found`)
    const findings = files.flatMap((path) =>
      findRetiredWords(path, readFileSync(join(ROOT, path), 'utf8')).map(
        ({ line, message }) => `${path}:${line} ${message}`,
      ),
    )
    assert.deepEqual(findings, [])
  })

  it('Every exception is still needed', () => {
    const unneeded = [...EXCEPTIONS.keys()].filter(
      (prefix) => prefix !== 'package-lock.json' && !hasRetiredWord(prefix),
    )
    assert.deepEqual(unneeded, [])
  })

  for (const [path, text] of [
    ['a.md', 'The doorbell rings.'],
    ['a.ts', '// A wake-up for the queue'],
    ['a.ts', '/** Shows a sign of life. */'],
    ['a.md', 'Webhooks are told of events.'],
    ['a.ts', "log.error('the timer was called off')"],
    ['a.md', 'A frame is one pass of a loop.'],
    ['a.ts', 'const frame = 1'],
    ['a.ts', 'function lockPlacesOf() {}'],
    ['a.ts', 'const place_key = 1'],
    ['a.ts', 'export const NOBODY = 1'],
    ['a.tsx', 'const paceMs = 5'],
    ['a.ts', 'interface EngineParts {}'],
    ['a.ts', 'class StoreHome {}'],
    ['a.md', 'This has to be mended.'],
  ] as const) {
    it(`The check finds a retired word in ${path}: ${text}`, () => {
      assert.notDeepEqual(findRetiredWords(path, text), [])
    })
  }

  for (const [path, text] of [
    ['a.ts', "// In place of a list\nreply.header('x-frame-options', 'DENY')"],
    ['a.ts', 'const text = "frame-ancestors \'none\'"'],
    ['a.ts', "const words = 'nobody told the other place'"],
    ['a.md', 'In the first place, nobody knows.'],
    ['a.ts', 'const replaced = text.replaceAll(a, b)'],
  ] as const) {
    it(`The check accepts ordinary words: ${text.replaceAll('\n', ' ')}`, () => {
      assert.deepEqual(findRetiredWords(path, text), [])
    })
  }
})

function listFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const full = join(folder, entry.name)
    if (entry.isDirectory()) return IGNORED_FOLDERS.has(entry.name) ? [] : listFiles(full)
    const path = relative(ROOT, full).replaceAll('\\', '/')
    return READ.test(path) && !isException(path) ? [path] : []
  })
}

function isException(path: string): boolean {
  return [...EXCEPTIONS.keys()].some((prefix) => path === prefix || path.startsWith(`${prefix}/`))
}

function hasRetiredWord(prefix: string): boolean {
  const full = join(ROOT, prefix)
  const files = READ.test(prefix)
    ? [full]
    : readdirSync(full, { recursive: true, encoding: 'utf8' })
        .filter((name) => READ.test(name))
        .map((name) => join(full, name))
  return files.some((file) => findRetiredWords(file, readFileSync(file, 'utf8')).length > 0)
}

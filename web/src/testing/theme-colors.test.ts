import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const styles = readFileSync(join(import.meta.dirname, '../app/styles.css'), 'utf8')
const sources = import.meta.glob<string>('../**/*.tsx', { query: '?raw', import: 'default', eager: true })

/** Utilities of Tailwind that begin like a colour of the background. */
const OTHERS = new Set([
  'bg-none',
  'bg-cover',
  'bg-contain',
  'bg-center',
  'bg-no-repeat',
  'bg-fixed',
  'bg-clip-text',
])

test('every background has a colour of the theme, which has none of the colours of Tailwind', () => {
  const colors = new Set([...styles.matchAll(/--color-([a-z-]+):/g)].map(([, name]) => `bg-${name}`))
  const used = Object.values(sources).flatMap((source) =>
    [...source.matchAll(/(?<![\w-])bg-[a-z][a-z-]*/g)].map(([name]) => name),
  )
  const unknown = [...new Set(used)].filter((name) => !colors.has(name) && !OTHERS.has(name))
  expect(used.length).toBeGreaterThan(100)
  expect(unknown).toEqual([])
})

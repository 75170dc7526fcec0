import { expect, test } from 'vitest'
import { topicsOf } from './page-topics.ts'

const guides = import.meta.glob<string>('../../../docs/guides/*.md', {
  query: '?raw',
  import: 'default',
  eager: true,
})
const sources = import.meta.glob<string>(['../**/*.tsx', './page-topics.ts'], {
  query: '?raw',
  import: 'default',
  eager: true,
})

/** Ids as `server/src/http/docs/guides/heading-ids.ts` forms them. */
function idOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-')
}

const sections = new Set(
  Object.entries(guides).flatMap(([path, text]) => {
    const name = /([a-z-]+)\.md$/.exec(path)?.[1] ?? ''
    const headings = [...text.matchAll(/^#{2,3} (.+)$/gm)].map(
      ([, heading = '']) => `${name}#${idOf(heading)}`,
    )
    return [name, ...headings]
  }),
)

test('every topic that a page offers is a section of a guide', () => {
  const used = Object.entries(sources).flatMap(([path, text]) => {
    const pattern = path.endsWith('page-topics.ts') ? /'([a-z-]+(?:#[\w-]+)?)'[,\]]/g : /\btopic="([^"]+)"/g
    return [...text.matchAll(pattern)].map(([, topic = '']) => topic)
  })
  expect(used.length).toBeGreaterThan(40)
  expect(used.filter((topic) => !sections.has(topic))).toEqual([])
})

test('the most specific topic of a page comes first', () => {
  expect(topicsOf('/workflows/42/triggers')[0]).toBe('page:/docs/guides/triggers')
  expect(topicsOf('/workflows/42')[0]).toBe('page:/docs/guides/editor')
  expect(topicsOf('/nowhere')).toEqual([])
})

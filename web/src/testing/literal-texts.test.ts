import { expect, test } from 'vitest'
import { findLiteralTexts } from './find-literal-texts.ts'

const sources = import.meta.glob<string>(
  ['../**/*.{ts,tsx}', '!../texts/**', '!../**/testing/**', '!../**/*.test.*'],
  {
    query: '?raw',
    import: 'default',
    eager: true,
  },
)

test('no source file outside of the catalogue contains a literal text', () => {
  expect(Object.keys(sources).length).toBeGreaterThan(70)
  const found = Object.entries(sources).flatMap(([path, source]) =>
    findLiteralTexts(path, source).map(({ line, text }) => `${path}:${line} ${text}`),
  )
  expect(found).toEqual([])
})

test.each([
  ['text between tags', `<p>Hello</p>`, 'Hello'],
  ['lower-case text between tags', `<p>{count} left</p>`, 'left'],
  ['text in a fragment', `<>done</>`, 'done'],
  ['a string in braces', `<p>{'hello'}</p>`, 'hello'],
  ['a branch of a condition', `<p>{on ? hide : 'show'}</p>`, 'show'],
  ['a conditional text', `<p>{failed && 'could not copy'}</p>`, 'could not copy'],
  ['a template in braces', '<p>{`${count} keys`}</p>', '… keys'],
  ['a concatenation', `<p>{count + ' keys'}</p>`, 'keys'],
  ['an accessible name', `<button aria-label="close" />`, 'close'],
  ['an accessible name with a value', '<button aria-label={`close ${name}`} />', 'close …'],
  ['a title', `<Card title={on ? a : 'your plan'} />`, 'your plan'],
  ['a placeholder', `<input placeholder="search" />`, 'search'],
  ['an alternative text', `<img alt="logo" />`, 'logo'],
  ['a label', `<TextField label="name" />`, 'name'],
  ['a description', `<Dialog description="permanent" />`, 'permanent'],
  ['a label in a list of options', `const options = [{ value: 'dark', label: 'dark' }]`, 'dark'],
  ['a toast', `toast('Key revoked.')`, 'Key revoked.'],
  ['a toast with a value', 'toast(`Revoked ${name}.`)', 'Revoked ….'],
  ['an error text in a variable', `found.name = 'Enter a name.'`, 'Enter a name.'],
  [
    'an error for the user',
    `throw new ApiError('NETWORK', 'Cannot reach Millrace.')`,
    'Cannot reach Millrace.',
  ],
  ['a returned word', `const lastUsed = () => 'Never'`, 'Never'],
  ['a word in a table', `const names = { owner: 'Owner' }`, 'Owner'],
  ['a document title', `document.title = 'Plan'`, 'Plan'],
])('the check reports %s', (_, source, text) => {
  expect(findLiteralTexts('planted.tsx', source).map((found) => found.text)).toEqual([text])
})

test.each([
  ['texts of the catalogue', `<Card title={t.title}>{t.intro(name)}</Card>`],
  [
    'class names and other attributes',
    `<a className="flex gap-2" href="#main" target="_blank" role="tab" />`,
  ],
  ['drawings', `<path d="M10 2.5a7.5 7.5 0 0 1 7.5 7.5" />`],
  ['punctuation', `<span>…</span>`],
  ['spaces', `<p>{a}{' '}{b}</p>`],
  ['names of exports', `lazyRouteComponent(() => import('./a.tsx'), 'PlanPage')`],
  ['headers and codes', `headers.set('Content-Type', 'application/json'); fail('NETWORK')`],
  ['comparisons', `if (event.key === 'Enter') switch (event.key) { case 'Escape': close() }`],
  ['names of keys', `const modifiers = ['Shift', 'Control']`],
  ['errors for developers', `throw new Error('Toasts require a provider')`],
  ['types', `type Name = 'Owner' | 'Member'`],
])('the check accepts %s', (_, source) => {
  expect(findLiteralTexts('planted.tsx', source)).toEqual([])
})

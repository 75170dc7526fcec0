import type { HostileCase } from '../hostile-case.ts'
import { chain, numbered } from './graphs.ts'

const RUNS = 4

/** Nodes that work on lists of a hundred thousand items, and on lists that have one large value very often. */
export const listNodes: readonly HostileCase[] = [
  computing('sort-90k-items', 'sort', { by: [{ field: '', order: 'descending' }] }, '{{ input.numbers }}', {
    numbers: numbered(90_000, (n) => (n * 7919) % 90_001),
  }),
  computing(
    'filter-items-of-a-long-list',
    'filter',
    { conditions: [{ field: '', operator: 'one_of', value: '{{ input.others }}' }] },
    '{{ input.texts }}',
    { texts: numbered(40_000, (n) => `k${n}`), others: numbered(40_000, (n) => `j${n}`) },
  ),
  computing(
    'filter-that-compares-large-items',
    'filter',
    { conditions: [{ field: '', operator: 'equals', value: '{{ input.other }}' }] },
    '{{ input.numbers.map(n => input.large) }}',
    {
      numbers: numbered(2_000, (n) => n),
      large: numbered(30_000, (n) => n),
      other: [...numbered(29_999, (n) => n), 'x'],
    },
  ),
  computing('unique-of-large-items', 'unique', {}, '{{ input.numbers.map(n => input.large) }}', {
    numbers: numbered(2_000, (n) => n),
    large: Object.fromEntries(numbered(30_000, (n) => [`k${n}`, n])),
  }),
  computing(
    'unique-of-items-that-contain-a-large-value',
    'unique',
    {},
    '{{ input.numbers.map(n => ({ n, large: input.large })) }}',
    {
      numbers: numbered(2_000, (n) => n),
      large: Object.fromEntries(numbered(30_000, (n) => [`k${n}`, n])),
    },
  ),
  computing(
    'flatten-with-many-copies',
    'flatten',
    { field: 'entries', keep: 'other_fields' },
    '{{ [{ ...input.fields, entries: input.numbers }] }}',
    {
      numbers: numbered(20_000, (n) => n),
      fields: Object.fromEntries(numbered(2_000, (n) => [`k${n}`, n])),
    },
  ),
]

function computing(name: string, type: string, data: object, items: string, input: object): HostileCase {
  return {
    name,
    async run(attack) {
      const id = await attack.createWorkflow(chain({ id: 'compute', type, data: { ...data, items } }))
      const ends = new Set<string>()
      await attack.flood(RUNS, 2, async () => ends.add(await attack.runToEnd(id, input)))
      return [...ends].join(', ')
    },
  }
}

import type { HostileCase } from '../hostile-case.ts'
import type { Attack } from '../service/attack.ts'
import { chain, evaluating, numbered, prose } from './graphs.ts'

const TEXT = prose(800_000)
const RUNS = 6

export const expressions: readonly HostileCase[] = [
  evaluate('replace-white-space-800-kb', String.raw`input.text.replace(/\s+/g, ' ')`, { text: TEXT }),
  evaluate('replace-by-function', 'input.text.replace(/[a-z]/g, c => c + c).length', { text: TEXT }),
  evaluate('replace-empty-matches', "input.text.replace(/x*/g, '-').length", { text: TEXT }),
  evaluate('replace-all-grows', "input.text.replaceAll('e', input.text.slice(0, 100)).length", {
    text: TEXT,
  }),
  evaluate('catastrophic-pattern', '/^(a+)+$/.test(input.text)', { text: `${'a'.repeat(300_000)}!` }),
  evaluate('catastrophic-alternatives', '/(x+x+)+y|(.*a){12}b/.test(input.text)', {
    text: 'xa'.repeat(200_000),
  }),
  evaluate('pattern-with-counts', '/((a{1,30}){1,30}b?){1,2}c/.test(input.text)', {
    text: 'a'.repeat(200_000),
  }),
  evaluate('match-all-groups', String.raw`(input.text.match(/(\w)(\w)?(\w)?/g) ?? []).length`, {
    text: TEXT,
  }),
  evaluate('search-in-repetitions', 'input.text.includes(input.part)', {
    text: 'a'.repeat(500_000),
    part: `${'a'.repeat(250_000)}b${'a'.repeat(200_000)}`,
  }),
  evaluate('search-in-repetitions-from-the-end', 'input.text.lastIndexOf(input.part)', {
    text: 'a'.repeat(500_000),
    part: `${'a'.repeat(250_000)}b${'a'.repeat(200_000)}`,
  }),
  evaluate('split-every-character', "input.text.split('').reverse().join('').length", { text: TEXT }),
  evaluate('sort-90k', 'input.list.toSorted((a, b) => b - a).length', {
    list: numbered(90_000, (n) => (n * 7919) % 90_001),
  }),
  evaluate('sort-texts', 'input.list.toSorted().length', {
    list: numbered(60_000, (n) => `k${(n * 7919) % 90_001}`),
  }),
  evaluate('map-filter-90k', 'input.list.map(x => x * 2).filter(x => x % 3 == 0).length', {
    list: numbered(90_000, (n) => n),
  }),
  evaluate('unique-and-includes', 'input.list.filter((x, i) => input.list.indexOf(x) == i).length', {
    list: numbered(20_000, (n) => n),
  }),
  evaluate('quadratic-copies', 'input.list.reduce((all, x) => [...all, x], []).length', {
    list: numbered(20_000, (n) => n),
  }),
  evaluate('object-spread-copies', 'input.list.reduce((all, x) => ({ ...all, [x]: x }), {})', {
    list: numbered(5_000, (n) => `k${n}`),
  }),
  evaluate(
    'concat-doubles',
    numbered(17, () => 0).reduce((text) => `[${text}].flatMap(x => [...x, ...x])`, 'input.list'),
    { list: numbered(1_000, (n) => n) },
  ),
  evaluate(
    'repeat-and-pad',
    "['ab'.repeat(500000), 'x'.padEnd(1000000, 'yz'), 'q'.repeat(1000000)].join('').length",
    {},
  ),
  evaluate('text-additions', 'input.list.reduce((text, x) => text + input.filler, "").length', {
    list: numbered(9_000, (n) => n),
    filler: 'f'.repeat(100),
  }),
  evaluate(
    'json-of-big-values',
    'JSON.parse(JSON.stringify(JSON.parse(JSON.stringify(input)))).list.length',
    { list: numbered(60_000, (n) => ({ n })) },
  ),
  evaluate('json-again-and-again', 'input.turns.map(() => JSON.stringify(input.list).length).length', {
    turns: numbered(500, (n) => n),
    list: numbered(40_000, (n) => n),
  }),
  evaluate('deep-nesting', `${'['.repeat(60)}input.list${']'.repeat(60)}`, {
    list: numbered(50_000, (n) => n),
  }),
  evaluate('date-formats', 'input.list.map(x => date(x).format("EEEE, d MMMM yyyy HH:mm:ss zzz"))', {
    list: numbered(5_000, (n) => n * 86_400_000),
  }),
  evaluate('date-in-a-pattern-of-weekdays', 'date(input.text, input.pattern)', {
    text: `2026 ${'a'.repeat(300)}!`,
    pattern: `yyyy ${"EEE'a'".repeat(30)}`,
  }),
  evaluate('normalize-combining-marks', 'input.text.normalize("NFD").length', {
    text: `a${'\u0301\u0316'.repeat(150_000)}`,
  }),
  evaluate('compare-combining-marks', 'input.text.localeCompare(input.text + "b")', {
    text: `a${'\u0301\u0316'.repeat(150_000)}`,
  }),
  evaluate('extract-from-beginnings-of-urls', '[input.text.extractUrl(), input.text.extractEmail()]', {
    text: 'a@a.http://'.repeat(70_000),
  }),
  evaluate('csv-with-equal-names', 'parseCsv(input.text, { header: true }).length', {
    text: `${'a,'.repeat(90_000)}a\n1`,
  }),
  evaluate('big-powers', 'input.list.map(x => (x ** 99).toString().padStart(400, "0"))', {
    list: numbered(10_000, (n) => n),
  }),
  evaluate('deep-equal-and-flat', 'input.list.flat(20).length', {
    list: numbered(19_000, (n) => [[[[[n]]]]]),
  }),
  {
    name: 'hundred-parameters-at-the-limit',
    async run(attack) {
      const values = Object.fromEntries(
        numbered(100, (n) => [`v${n}`, String.raw`{{ input.text.replace(/\s+/g, '${n}').length }}`]),
      )
      return runMany(attack, chain({ id: 'compute', type: 'set', data: { values } }), {
        text: prose(100_000),
      })
    },
  },
  {
    name: 'switch-with-sixty-conditions',
    async run(attack) {
      const condition = String.raw`input.text.replace(/\s+/g, ' ').length < 0`
      const cases = numbered(60, (n) => ({ name: `case ${n}`, condition }))
      return runMany(attack, chain({ id: 'choose', type: 'switch', data: { cases } }), {
        text: prose(400_000),
      })
    },
  },
  {
    name: 'eight-parameters-at-the-limit',
    async run(attack) {
      const names = ['to', 'cc', 'bcc', 'from', 'reply_to', 'subject', 'text', 'html']
      const data = Object.fromEntries(
        names.map((name) => [name, String.raw`{{ input.text.replace(/\s+/g, ' ') }}`]),
      )
      return runMany(attack, chain({ id: 'send', type: 'email', data }), { text: prose(400_000) })
    },
  },
  {
    name: 'text-of-a-thousand-expressions',
    async run(attack) {
      const text = numbered(1_000, (n) => `{{ input.list.map(x => x + ${n}).length }}`).join(' ')
      return runMany(attack, chain({ id: 'compute', type: 'set', data: { values: { text } } }), {
        list: numbered(1_000, (n) => n),
      })
    },
  },
  {
    name: 'anonymous-800-kb-to-a-webhook',
    async run(attack) {
      const graph = {
        nodes: [
          { id: 'hook', type: 'webhook', data: { respond: 'last_node' } },
          {
            id: 'compute',
            type: 'set',
            data: { values: { text: String.raw`{{ input.body.text.replace(/\s+/g, ' ') }}` } },
          },
        ],
        edges: [{ source: 'hook', target: 'compute' }],
      }
      const id = await attack.createWorkflow(graph, { status: 'published' })
      const { body } = await attack.send('GET', `/v1/workflows/${id}/triggers`)
      const { pathname } = new URL(body.data[0].url as string)
      await attack.flood(10, 4, () => attack.anonymous('POST', pathname, { body: { text: TEXT } }))
    },
  },
]

/** Runs the expression several times at once. */
function evaluate(name: string, expression: string, input: object): HostileCase {
  return { name, run: (attack) => runMany(attack, evaluating(expression), input) }
}

async function runMany(
  attack: Attack,
  graph: { nodes: readonly object[]; edges: readonly object[] },
  input: object,
): Promise<string> {
  const id = await attack.createWorkflow(graph)
  const ends = new Set<string>()
  await attack.flood(RUNS, 3, async () => ends.add(await attack.runToEnd(id, input)))
  return [...ends].join(', ')
}

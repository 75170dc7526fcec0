import type { HostileCase } from '../hostile-case.ts'
import type { Attack, Graph } from '../service/attack.ts'
import { chain, numbered, prose } from './graphs.ts'

export const drafts: readonly HostileCase[] = [
  save('two-thousand-nodes', () =>
    chain(
      ...numbered(2_000, (n) => ({
        id: `n${n}`,
        type: 'set',
        data: { values: { n: `{{ nodes.n${Math.max(0, n - 1)}.output.n }}` } },
      })),
    ),
  ),
  save('thousand-nodes-that-refer-to-all-before', () =>
    chain(
      ...numbered(999, (n) => ({
        id: `n${n}`,
        type: 'set',
        data: {
          values: Object.fromEntries(
            numbered(8, (m) => [`v${m}`, `{{ nodes.n${Math.floor((n * m) / 8)}.output.v0 }}`]),
          ),
        },
      })),
    ),
  ),
  save('every-edge-there-can-be', () => {
    const nodes = numbered(150, (n) => ({ id: `n${n}`, type: 'merge', data: { mode: 'list' } }))
    const edges = nodes.flatMap((from, a) =>
      nodes.slice(a + 1).map((to) => ({ source: from.id, target: to.id })),
    )
    return { nodes, edges }
  }),
  save('one-large-circle', () => {
    const nodes = numbered(1_000, (n) => ({ id: `n${n}`, type: 'set', data: { values: {} } }))
    return { nodes, edges: nodes.map(({ id }, n) => ({ source: id, target: `n${(n + 1) % 1_000}` })) }
  }),
  save('circles-everywhere', () => ({
    nodes: numbered(150, (n) => ({ id: `n${n}`, type: 'set', data: { values: {} } })),
    edges: numbered(22_000, (n) => ({ source: `n${n % 150}`, target: `n${(n * 7) % 150}` })),
  })),
  save('mistakes-everywhere', () => ({
    nodes: numbered(900, (n) => ({
      id: `n${n}`,
      type: n % 2 === 0 ? 'sett' : 'http',
      data: { ulr: '{{ nodes.missing.output }}', valuess: { a: '{{ 1 + }}' } },
      on_eror: 'fail',
    })),
    edges: numbered(2_000, (n) => ({ source: `n${n % 900}`, target: `missing${n}` })),
  })),
  save('code-with-syntax-errors', () =>
    chain(
      ...numbered(900, (n) => ({
        id: `n${n}`,
        type: 'code',
        data: { code: `${'if (a) { '.repeat(100)} return` },
      })),
    ),
  ),
  save('large-code', () =>
    chain({
      id: 'code',
      type: 'code',
      data: {
        code: `return [${'(() => { let x = [1, 2, 3]; return x.map(y => y * 2) })(), '.repeat(14_000)}0]`,
      },
    }),
  ),
  save('one-large-expression', () =>
    chain({
      id: 'large',
      type: 'set',
      data: { values: { value: `{{ ${numbered(90_000, (n) => `a${n % 10}`).join(' + ')} }}` } },
    }),
  ),
  save('expressions-nested-too-deep', () =>
    chain({
      id: 'deep',
      type: 'set',
      data: { values: { value: `{{ ${'('.repeat(200_000)}1${')'.repeat(200_000)} }}` } },
    }),
  ),
  save('unclosed-brackets', () =>
    chain({ id: 'open', type: 'set', data: { values: { value: '{{ '.repeat(300_000) } } }),
  ),
  save('twenty-thousand-expressions', () =>
    chain({
      id: 'many',
      type: 'set',
      data: { values: Object.fromEntries(numbered(20_000, (n) => [`v${n}`, `{{ input.a${n} + 1 }}`])) },
    }),
  ),
  save('deep-parameters', () =>
    chain({
      id: 'deep',
      type: 'set',
      data: { values: JSON.parse(`${'{"a":'.repeat(50)}"{{ 1 }}"${'}'.repeat(50)}`) },
    }),
  ),
  save('long-texts-without-expressions', () =>
    chain(...numbered(9, (n) => ({ id: `n${n}`, type: 'set', data: { values: { text: prose(100_000) } } }))),
  ),
  save('patterns-in-expressions', () =>
    chain(
      ...numbered(300, (n) => ({
        id: `n${n}`,
        type: 'set',
        data: { values: { v: `{{ /((a{1,30}){1,30}${n}?){1,1}/.test(input.a) }}` } },
      })),
    ),
  ),
  {
    name: 'autosaves-and-versions',
    async run(attack) {
      const graph = chain(
        ...numbered(500, (n) => ({ id: `n${n}`, type: 'set', data: { values: { text: prose(500) } } })),
      )
      const id = await attack.createWorkflow(graph)
      await attack.flood(60, 4, (n) =>
        attack.send('PUT', `/v1/workflows/${id}/draft`, { body: { ...graph, variables: { n } } }),
      )
      await attack.flood(20, 2, () => attack.send('POST', `/v1/workflows/${id}/publish`))
      await attack.flood(20, 4, () => attack.send('GET', `/v1/workflows/${id}/versions`))
    },
  },
]

/** Creates the workflow, checks it, saves it and tries to run it. */
function save(name: string, make: () => Graph): HostileCase {
  return {
    name,
    async run(attack: Attack) {
      const { status, body } = await attack.send('POST', '/v1/workflows', {
        body: { name: 'Hostile', ...make() },
      })
      if (status !== 201) return `refused with ${status}`
      const path = `/v1/workflows/${body.data.id}`
      await attack.flood(3, 1, () => attack.send('POST', `${path}/check`))
      await attack.flood(2, 1, () => attack.send('PUT', `${path}/draft`, { body: make() }))
      await attack.send('POST', `${path}/publish`)
      await attack.flood(2, 2, () =>
        attack.send('POST', `${path}/execute`, { body: { input: { a: 'aaaa' } } }),
      )
      return String(status)
    },
  }
}

import type { HostileCase } from '../hostile-case.ts'
import { chain, forEach, numbered, prose } from './graphs.ts'

const REPLACING = {
  type: 'set',
  data: { values: { text: String.raw`{{ input.text.replace(/\s+/g, ' ').length }}` } },
}

export const loops: readonly HostileCase[] = [
  {
    name: 'for-each-30-items-of-400-kb',
    async run(attack) {
      const id = await attack.createWorkflow(forEach(REPLACING))
      return attack.runToEnd(id, { items: numbered(30, (n) => n), text: prose(400_000) })
    },
  },
  {
    name: 'for-each-side-by-side',
    async run(attack) {
      const { nodes, edges } = forEach(REPLACING)
      const wide = nodes.map((node) =>
        'data' in node && 'id' in node && node.id === 'loop'
          ? { ...node, data: { items: '{{ input.items }}', concurrency: 16 } }
          : node,
      )
      const id = await attack.createWorkflow({ nodes: wide, edges })
      return attack.runToEnd(id, { items: numbered(200, (n) => n), text: prose(100_000) })
    },
  },
  {
    name: 'for-each-9000-instant-steps',
    async run(attack) {
      const id = await attack.createWorkflow(forEach({ type: 'set', data: { values: { n: '{{ item }}' } } }))
      return attack.runToEnd(id, { items: numbered(9_000, (n) => n) })
    },
  },
  {
    name: 'log-of-a-text-many-times',
    async run(attack) {
      const data = Object.fromEntries(numbered(5_000, (n) => [`k${n}`, '{{ input.text }}']))
      const id = await attack.createWorkflow(
        chain({ id: 'note', type: 'log', data: { message: 'Large', data } }),
      )
      return attack.runToEnd(id, { text: prose(900_000) })
    },
  },
  {
    name: 'body-of-a-text-many-times',
    async run(attack) {
      const body = Object.fromEntries(numbered(5_000, (n) => [`k${n}`, '{{ input.text }}']))
      const id = await attack.createWorkflow(
        chain({ id: 'send', type: 'http', data: { method: 'POST', url: 'http://127.0.0.1:9/', body } }),
      )
      return attack.runToEnd(id, { text: prose(900_000) })
    },
  },
  {
    name: 'nested-loops-of-instant-steps',
    async run(attack) {
      const id = await attack.createWorkflow({
        nodes: [
          { id: 'start', type: 'start' },
          { id: 'outer', type: 'for_each', data: { items: '{{ input.items }}' } },
          { id: 'inner', type: 'for_each', data: { items: '{{ input.items }}' } },
          { id: 'body', type: 'set', data: { values: { pair: '{{ [item, index] }}' } } },
        ],
        edges: [
          { source: 'start', target: 'outer' },
          { source: 'outer', target: 'inner', sourceHandle: 'each' },
          { source: 'inner', target: 'body', sourceHandle: 'each' },
        ],
      })
      return attack.runToEnd(id, { items: numbered(95, (n) => n) })
    },
  },
  {
    name: 'loop-by-condition',
    async run(attack) {
      const id = await attack.createWorkflow({
        nodes: [
          { id: 'start', type: 'start' },
          { id: 'again', type: 'loop', data: { while: 'true', max_iterations: 9_000 } },
          { id: 'body', type: 'set', data: { values: { n: '{{ index }}' } } },
        ],
        edges: [
          { source: 'start', target: 'again' },
          { source: 'again', target: 'body', sourceHandle: 'each' },
        ],
      })
      return attack.runToEnd(id)
    },
  },
  {
    name: 'loop-that-collects-much',
    async run(attack) {
      const id = await attack.createWorkflow(
        forEach({ type: 'set', data: { values: { text: '{{ input.text }}' } } }),
      )
      return attack.runToEnd(id, { items: numbered(300, (n) => n), text: prose(90_000) })
    },
  },
  {
    name: 'forty-loops-at-once',
    async run(attack) {
      const id = await attack.createWorkflow(
        forEach({ type: 'set', data: { values: { n: '{{ item * 2 }}' } } }),
      )
      const ends = new Set<string>()
      await attack.flood(40, 40, async () =>
        ends.add(await attack.runToEnd(id, { items: numbered(1_500, (n) => n) })),
      )
      return [...ends].join(', ')
    },
  },
  {
    name: 'chain-of-900-nodes',
    async run(attack) {
      const id = await attack.createWorkflow(
        chain(
          ...numbered(900, (n) => ({
            id: `n${n}`,
            type: 'set',
            data: { values: { n: `{{ input.text.length + ${n} }}` } },
          })),
        ),
      )
      const ends = new Set<string>()
      await attack.flood(8, 4, async () => ends.add(await attack.runToEnd(id, { text: prose(100_000) })))
      return [...ends].join(', ')
    },
  },
  {
    name: 'recursion-of-sub-workflows',
    async run(attack) {
      const id = await attack.createWorkflow(chain({ id: 'first', type: 'set', data: { values: {} } }))
      const call = (node: string) => ({ id: node, type: 'workflow', data: { workflow_id: id, input: {} } })
      await attack.send('PATCH', `/v1/workflows/${id}`, { body: chain(call('a'), call('b')) })
      return attack.runToEnd(id)
    },
  },
  {
    name: 'endless-code-twice',
    bystander: 'code',
    async run(attack) {
      const id = await attack.createWorkflow(
        chain({ id: 'spin', type: 'code', data: { code: 'for (;;) {}' } }),
      )
      const ends = new Set<string>()
      await attack.flood(2, 2, async () => ends.add(await attack.runToEnd(id)))
      return [...ends].join(', ')
    },
  },
  {
    name: 'endless-code-fifty-times',
    bystander: 'code',
    async run(attack) {
      const id = await attack.createWorkflow(
        chain({ id: 'spin', type: 'code', data: { code: 'for (;;) {}' } }),
      )
      const ends = new Set<string>()
      await attack.flood(50, 50, async () => ends.add(await attack.runToEnd(id)))
      return [...ends].join(', ')
    },
  },
  {
    name: 'code-that-fills-its-memory',
    bystander: 'code',
    async run(attack) {
      const code = 'const all = []; for (;;) all.push(new Array(100000).fill(all.length))'
      const id = await attack.createWorkflow(chain({ id: 'fill', type: 'code', data: { code } }))
      const ends = new Set<string>()
      await attack.flood(4, 2, async () => ends.add(await attack.runToEnd(id)))
      return [...ends].join(', ')
    },
  },
  {
    name: 'code-with-a-large-answer',
    async run(attack) {
      const code = 'return { list: Array.from({ length: 90000 }, (_, n) => [n]) }'
      const id = await attack.createWorkflow(chain({ id: 'much', type: 'code', data: { code } }))
      const ends = new Set<string>()
      await attack.flood(10, 3, async () => ends.add(await attack.runToEnd(id)))
      return [...ends].join(', ')
    },
  },
]

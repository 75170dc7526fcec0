import type { HostileCase } from '../hostile-case.ts'
import type { Attack } from '../service/attack.ts'
import { chain, forEach, numbered, prose } from './graphs.ts'

export const lists: readonly HostileCase[] = [
  {
    name: 'pages-far-away',
    run: async (attack) => {
      await attack.flood(200, 8, (n) => attack.send('GET', `/v1/workflows?page=${10 ** (n % 9)}&limit=100`))
    },
  },
  {
    name: 'steps-and-timeline-of-a-long-run',
    async run(attack) {
      const id = await runLong(attack, { items: numbered(4_000, (n) => n), text: '' })
      await attack.flood(40, 4, () => attack.send('GET', `/v1/executions/${id}/steps?limit=100`))
      await attack.flood(20, 4, () => attack.send('GET', `/v1/executions/${id}/timeline?limit=1000`))
      await attack.flood(10, 4, () => attack.send('GET', `/v1/executions/${id}/timeline?include=hashes`))
    },
  },
  {
    name: 'data-of-a-large-run',
    async run(attack) {
      const id = await runLong(attack, { items: numbered(200, (n) => n), text: prose(90_000) })
      await attack.flood(30, 4, () => attack.send('GET', `/v1/executions/${id}/data?node_id=loop`))
      await attack.flood(30, 4, () =>
        attack.send('GET', `/v1/executions/${id}/data/content?node_id=loop&kind=output`),
      )
      await attack.flood(20, 4, () => attack.send('GET', `/v1/executions/${id}/steps?limit=100`))
    },
  },
  {
    name: 'executions-with-large-outputs',
    async run(attack) {
      const id = await attack.createWorkflow(
        chain({ id: 'large', type: 'set', data: { values: { text: '{{ input.text }}' } } }),
      )
      const ids: string[] = []
      await attack.flood(60, 4, async () => {
        const { body } = await attack.send('POST', `/v1/workflows/${id}/execute`, {
          body: { input: { text: prose(900_000) } },
        })
        ids.push(body.data.execution_id as string)
      })
      await attack.flood(60, 8, (n) => attack.send('GET', `/v1/executions/${ids[n % ids.length]}`))
      await attack.flood(20, 4, () => attack.send('GET', `/v1/workflows/${id}/samples`))
      await attack.flood(20, 4, () => attack.send('GET', `/v1/workflows/${id}/executions?limit=100`))
    },
  },
  {
    name: 'workflows-with-large-graphs',
    async run(attack) {
      const graph = chain(
        ...numbered(800, (n) => ({ id: `n${n}`, type: 'set', data: { values: { text: prose(900) } } })),
      )
      const id = await attack.createWorkflow(graph)
      await attack.flood(40, 8, () =>
        attack.send('GET', `/v1/workflows/${id}`, { headers: { 'accept-encoding': 'gzip' } }),
      )
      await attack.flood(40, 8, () =>
        attack.send('GET', `/v1/workflows/${id}/draft`, { headers: { 'accept-encoding': 'gzip' } }),
      )
    },
  },
  {
    name: 'export-of-submissions',
    async run(attack) {
      const { id } = await attack.create('/v1/forms', {
        name: 'Export',
        fields: numbered(100, (n) => ({ name: `f${n}`, type: 'textarea' })),
      })
      const data = Object.fromEntries(numbered(100, (n) => [`f${n}`, `="x",\n${prose(1_000)}`]))
      await attack.flood(300, 4, () => attack.send('POST', `/v1/forms/${id}/submissions`, { body: { data } }))
      await attack.flood(8, 4, () => attack.send('GET', `/v1/forms/${id}/submissions.csv`))
      await attack.flood(20, 4, () => attack.send('GET', `/v1/forms/${id}/submissions?limit=100`))
    },
  },
  {
    name: 'nodes-with-100k-items',
    async run(attack) {
      const items = numbered(100_000, (n) => ((n * 7_919) % 100_003).toString(36))
      const ids: string[] = []
      for (const node of LIST_NODES) ids.push(await attack.createWorkflow(chain({ id: 'list', ...node })))
      // One at a time: two requests with 1 MiB each are another case. The first run of a version is tried inline.
      await attack.flood(ids.length * 4, 1, (n) => attack.runToEnd(ids[n % ids.length] ?? '', { items }))
    },
  },
  {
    name: 'only-new-items',
    async run(attack) {
      const id = await attack.createWorkflow(
        chain({ id: 'new', type: 'only_new', data: { items: '{{ input.items }}' } }),
      )
      // As many as one step takes, and all of them new.
      await attack.flood(24, 2, (run) => {
        const items = numbered(5_000, (n) => `${run} ${n}`)
        return attack.runToEnd(id, { items })
      })
    },
  },
  {
    name: 'catalogue-and-reference',
    run: async (attack) => {
      await attack.flood(60, 8, () => attack.send('GET', '/v1/integrations/catalogue'))
      await attack.flood(60, 8, () => attack.send('GET', '/v1/node-types'))
      await attack.flood(60, 8, () => attack.anonymous('GET', '/docs'))
      await attack.flood(30, 8, () =>
        attack.anonymous('GET', '/openapi.json', { headers: { 'accept-encoding': 'gzip' } }),
      )
    },
  },
]

/** A node that works on all items, as slowly as it can. */
const LIST_NODES: readonly { readonly type: string; readonly data: object }[] = [
  { type: 'sort', data: { items: '{{ input.items }}', by: [{ order: 'descending' }, {}, {}] } },
  { type: 'group', data: { items: '{{ input.items }}', by: [''] } },
  { type: 'unique', data: { items: '{{ input.items }}' } },
  {
    type: 'filter',
    data: {
      items: '{{ input.items }}',
      conditions: numbered(50, () => ({ operator: 'not_contains', value: '!' })),
    },
  },
  {
    type: 'combine',
    data: { left: '{{ input.items }}', right: '{{ input.items }}', mode: 'outer', left_key: '' },
  },
]

async function runLong(attack: Attack, input: object): Promise<string> {
  const id = await attack.createWorkflow(
    forEach({ type: 'set', data: { values: { text: '{{ input.text }}' } } }),
  )
  const { body } = await attack.send('POST', `/v1/workflows/${id}/execute`, { body: { input } })
  await attack.untilEnded(body.data.execution_id as string)
  return body.data.execution_id as string
}

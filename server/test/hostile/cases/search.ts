import type { HostileCase } from '../hostile-case.ts'
import { numbered, prose } from './graphs.ts'

const TEXTS = [
  '%'.repeat(200),
  '_'.repeat(200),
  '%_%a%_'.repeat(33),
  '\\%'.repeat(100),
  `${'a'.repeat(199)}b`,
  "' or 1=1 --",
  'ẞİıſ'.repeat(50),
  '[a-z]*'.repeat(33),
]

export const search: readonly HostileCase[] = [
  {
    name: 'workflows-by-name',
    async run(attack) {
      await attack.flood(300, 4, (n) =>
        attack.create('/v1/workflows', {
          name: `${'a'.repeat(150)} ${n}`,
          nodes: [],
          edges: [],
          description: prose(10_000),
        }),
      )
      await attack.flood(200, 8, (n) =>
        attack.send(
          'GET',
          `/v1/workflows?limit=100&search=${encodeURIComponent(TEXTS[n % TEXTS.length] ?? '')}`,
        ),
      )
    },
  },
  {
    name: 'submissions-by-text',
    async run(attack) {
      const { id } = await attack.create('/v1/forms', {
        name: 'Search',
        fields: [{ name: 'text', type: 'textarea' }],
      })
      await attack.flood(150, 4, () =>
        attack.send('POST', `/v1/forms/${id}/submissions`, {
          body: { data: { text: 'ab'.repeat(100_000) } },
        }),
      )
      await attack.flood(60, 4, (n) =>
        attack.send(
          'GET',
          `/v1/forms/${id}/submissions?limit=100&search=${encodeURIComponent(`${'ab'.repeat(80)}${n}`)}`,
        ),
      )
    },
  },
  {
    name: 'submissions-of-combining-marks',
    async run(attack) {
      const { id } = await attack.create('/v1/forms', {
        name: 'Marks',
        fields: [{ name: 'text', type: 'textarea' }],
      })
      await attack.flood(6, 2, () =>
        attack.send('POST', `/v1/forms/${id}/submissions`, {
          body: { data: { text: `a${'\u0301\u0316'.repeat(100_000)}` } },
        }),
      )
      await attack.flood(12, 4, () => attack.send('GET', `/v1/forms/${id}/submissions?search=b`))
    },
  },
  {
    name: 'forms-and-triggers-by-name',
    async run(attack) {
      await attack.flood(100, 4, (n) =>
        attack.create('/v1/forms', {
          name: `${'b'.repeat(150)} ${n}`,
          fields: numbered(50, (m) => ({ name: `f${m}`, type: 'text' })),
        }),
      )
      await attack.flood(200, 8, (n) =>
        attack.send(
          'GET',
          `/v1/forms?limit=100&include=statistics,columns&search=${encodeURIComponent(TEXTS[n % TEXTS.length] ?? '')}`,
        ),
      )
      await attack.flood(100, 8, (n) =>
        attack.send(
          'GET',
          `/v1/triggers?limit=100&search=${encodeURIComponent(TEXTS[n % TEXTS.length] ?? '')}`,
        ),
      )
    },
  },
  {
    name: 'executions-by-every-filter',
    async run(attack) {
      const id = await attack.createWorkflow({ nodes: [{ id: 'start', type: 'start' }], edges: [] })
      await attack.flood(1_500, 16, () =>
        attack.send('POST', `/v1/workflows/${id}/execute`, { body: { input: {} } }),
      )
      await attack.flood(200, 8, (n) =>
        attack.send(
          'GET',
          `/v1/executions?limit=100&status=failed&search=${encodeURIComponent(TEXTS[n % TEXTS.length] ?? '')}&from=1970-01-01`,
        ),
      )
      await attack.flood(50, 8, () =>
        attack.send('GET', '/v1/executions/count?status=failed&from=1970-01-01'),
      )
    },
  },
  {
    name: 'audit-log',
    async run(attack) {
      await attack.flood(300, 4, (n) =>
        attack.create('/v1/workflows', { name: `Audit ${n}`, nodes: [], edges: [] }),
      )
      await attack.flood(100, 8, () => attack.send('GET', '/v1/statistics?period=30d'))
    },
  },
]

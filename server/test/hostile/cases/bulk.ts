import type { HostileCase } from '../hostile-case.ts'
import type { Attack } from '../service/attack.ts'
import { chain, numbered, prose } from './graphs.ts'

export const bulk: readonly HostileCase[] = [
  {
    name: 'many-runs-at-once',
    async run(attack) {
      const id = await attack.createWorkflow(
        chain({ id: 'set', type: 'set', data: { values: { n: '{{ input.n }}' } } }),
      )
      await attack.flood(4_000, 64, (n) =>
        attack.send('POST', `/v1/workflows/${id}/execute`, { body: { input: { n } } }),
      )
    },
  },
  {
    name: 'cancel-a-thousand-runs',
    async run(attack) {
      const id = await attack.createWorkflow(
        chain({ id: 'wait', type: 'wait', data: { for: 'event', event: 'never' } }),
      )
      await attack.flood(1_000, 32, () =>
        attack.send('POST', `/v1/workflows/${id}/execute`, { body: { input: {} } }),
      )
      await bulkRun(attack, 'cancel', { workflow_id: id })
    },
  },
  {
    name: 'resume-a-thousand-failures',
    async run(attack) {
      const id = await attack.createWorkflow(
        chain({ id: 'fail', type: 'fail', data: { message: prose(2_000) } }),
      )
      await attack.flood(1_000, 32, () =>
        attack.send('POST', `/v1/workflows/${id}/execute`, { body: { input: {} } }),
      )
      await bulkRun(attack, 'resume', { workflow_id: id })
    },
  },
  {
    name: 'many-delays-due-at-once',
    async run(attack) {
      const id = await attack.createWorkflow(chain({ id: 'delay', type: 'delay', data: { seconds: 2 } }))
      await attack.flood(600, 64, () =>
        attack.send('POST', `/v1/workflows/${id}/execute`, { body: { input: {} } }),
      )
      await attack.wait(4_000)
    },
  },
  {
    name: 'webhook-deliveries-to-nowhere',
    async run(attack) {
      await attack.flood(20, 4, (n) =>
        attack.create('/v1/webhooks', {
          url: `http://127.0.0.1:9/${n}`,
          events: ['workflow.executed'],
          secret: `whsec_${'s'.repeat(32)}`,
        }),
      )
      const id = await attack.createWorkflow(chain({ id: 'set', type: 'set', data: { values: { n: 1 } } }))
      await attack.flood(150, 16, () =>
        attack.send('POST', `/v1/workflows/${id}/execute`, { body: { input: {} } }),
      )
      await attack.wait(2_000)
    },
  },
  {
    name: 'shadow-runs-of-a-draft',
    async run(attack) {
      const id = await attack.createWorkflow(
        chain(
          ...numbered(100, (n) => ({
            id: `n${n}`,
            type: 'set',
            data: { values: { n: '{{ input.text.length }}' } },
          })),
        ),
        { status: 'published' },
      )
      await attack.flood(100, 8, () =>
        attack.send('POST', `/v1/workflows/${id}/execute`, { body: { input: { text: prose(50_000) } } }),
      )
      await attack.flood(4, 2, () =>
        attack.send('POST', `/v1/workflows/${id}/draft/shadow`, { body: { limit: 100 } }),
      )
    },
  },
]

async function bulkRun(attack: Attack, kind: 'cancel' | 'resume', filter: object): Promise<void> {
  const { body, status } = await attack.send('POST', '/v1/bulk-runs', { body: { kind, filter } })
  if (status !== 202) throw new Error(`The bulk run was answered with ${status}: ${JSON.stringify(body)}`)
  for (;;) {
    const reply = await attack.send('GET', `/v1/bulk-runs/${body.data.id}`)
    if (attack.signal.aborted || reply.body?.data?.finished_at) return
    await attack.wait(100)
  }
}

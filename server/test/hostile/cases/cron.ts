import type { HostileCase } from '../hostile-case.ts'
import type { Attack } from '../service/attack.ts'
import { numbered } from './graphs.ts'

const NEVER = ['0 0 31 2 *', '0 0 30 2 *', '0 0 31 4,6,9,11 *', '59 59 23 31 11 *']
const RARE = ['0 0 29 2 1', '0 0 29 2 *', '0 0 29 2 7#5', '0 0 L 2 *', '0 12 13 * 5']
const ODD_ZONES = ['Asia/Kathmandu', 'Australia/Lord_Howe', 'Pacific/Apia', 'America/St_Johns']

export const cron: readonly HostileCase[] = [
  {
    name: 'times-that-never-come',
    run: (attack) =>
      schedules(attack, 20, (n) => ({ cron: numbered(20, (m) => NEVER[(n + m) % NEVER.length]) })),
  },
  {
    name: 'times-far-in-the-future',
    run: (attack) =>
      schedules(attack, 20, (n) => ({
        cron: numbered(20, (m) => RARE[(n + m) % RARE.length]),
        timezone: ODD_ZONES[n % 4],
        start: '2199-01-01T00:00:00Z',
      })),
  },
  {
    name: 'invalid-expressions',
    run: (attack) =>
      schedules(attack, 20, (n) => ({ cron: numbered(20, () => `${'*/1,'.repeat(2_000)}${n} * * * *`) })),
  },
  {
    name: 'every-second-a-hundred-times',
    async run(attack) {
      await schedules(attack, 100, () => ({ every_seconds: 1 }))
      await attack.wait(4_000)
    },
  },
  {
    name: 'overview-of-dense-schedules',
    async run(attack) {
      await schedules(attack, 60, (n) => ({
        cron: numbered(20, () => '*/7 * * * * *'),
        timezone: ODD_ZONES[n % 4],
      }))
      await attack.flood(20, 4, () => attack.send('GET', '/v1/triggers?kind=schedule&period=30d&limit=100'))
      await attack.flood(10, 2, () => attack.send('GET', '/v1/triggers/summary?period=30d'))
      await attack.flood(20, 4, () => attack.send('GET', '/v1/schedules?limit=100'))
    },
  },
  {
    name: 'schedules-that-never-come-in-the-overview',
    async run(attack) {
      await schedules(attack, 60, () => ({ cron: [...NEVER, ...RARE] }))
      await attack.flood(10, 2, () => attack.send('GET', '/v1/triggers?kind=schedule&period=30d&limit=100'))
      await attack.flood(10, 2, () => attack.send('GET', '/v1/triggers/summary?period=30d'))
    },
  },
]

async function schedules(attack: Attack, count: number, data: (n: number) => object): Promise<string> {
  const statuses = new Set<number>()
  await attack.flood(count, 4, async (n) => {
    const nodes = [{ id: 'clock', type: 'schedule', data: data(n) }]
    const { status } = await attack.send('POST', '/v1/workflows', {
      body: { name: `Clock ${n}`, status: 'published', nodes, edges: [] },
    })
    statuses.add(status)
  })
  return [...statuses].join(', ')
}

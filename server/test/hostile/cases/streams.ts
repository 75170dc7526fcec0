import type { HostileCase } from '../hostile-case.ts'
import type { Attack } from '../service/attack.ts'
import { chain, forEach, numbered, prose } from './graphs.ts'

export const streams: readonly HostileCase[] = [
  {
    name: 'hundred-watchers-of-a-long-run',
    async run(attack) {
      const id = await start(attack, forEach({ type: 'set', data: { values: { n: '{{ item }}' } } }), {
        items: numbered(3_000, (n) => n),
      })
      await watch(attack, id, 100, true)
      return attack.untilEnded(id)
    },
  },
  {
    name: 'watchers-that-never-read',
    async run(attack) {
      const id = await start(
        attack,
        forEach({ type: 'set', data: { values: { text: '{{ input.text }}' } } }),
        { items: numbered(200, (n) => n), text: prose(50_000) },
      )
      await watch(attack, id, 100, false)
      return attack.untilEnded(id)
    },
  },
  {
    name: 'watchers-of-a-large-history',
    async run(attack) {
      const id = await start(
        attack,
        forEach({ type: 'set', data: { values: { text: '{{ input.text }}' } } }),
        { items: numbered(200, (n) => n), text: prose(20_000) },
      )
      const end = await attack.untilEnded(id)
      await watch(attack, id, 90, true)
      await attack.wait(2_000)
      return end
    },
  },
  {
    name: 'watchers-that-come-and-go',
    async run(attack) {
      const id = await start(
        attack,
        chain({ id: 'wait', type: 'wait', data: { for: 'event', event: 'never' } }),
      )
      await attack.flood(1_000, 40, async () => {
        const socket = await attack.dial()
        socket.write(eventsRequest(attack, id))
        await attack.wait(5)
        socket.destroy()
      })
    },
  },
  {
    name: 'thousand-watchers',
    async run(attack) {
      const id = await start(attack, chain({ id: 'wait', type: 'wait', data: { for: 'event', event: 'go' } }))
      await watch(attack, id, 1_000, true)
      await attack.send('POST', `/v1/executions/${id}/signal`, {
        body: { event: 'go', data: { text: prose(500_000) } },
      })
      return attack.untilEnded(id)
    },
  },
]

async function start(
  attack: Attack,
  graph: { nodes: readonly object[]; edges: readonly object[] },
  input: object = {},
): Promise<string> {
  const id = await attack.createWorkflow(graph)
  const { body } = await attack.send('POST', `/v1/workflows/${id}/execute`, { body: { input } })
  return body.data.execution_id as string
}

async function watch(attack: Attack, executionId: string, count: number, isRead: boolean): Promise<void> {
  await attack.flood(count, 50, async () => {
    const socket = await attack.dial()
    if (isRead) socket.resume()
    else socket.pause()
    socket.write(eventsRequest(attack, executionId))
  })
}

function eventsRequest({ target }: Attack, executionId: string): string {
  return `GET /v1/executions/${executionId}/events HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${target.attacker.key}\r\nAccept: text/event-stream\r\n\r\n`
}

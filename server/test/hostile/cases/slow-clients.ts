import type { HostileCase } from '../hostile-case.ts'
import type { Attack } from '../service/attack.ts'
import { chain, forEach, numbered, prose } from './graphs.ts'

export const slowClients: readonly HostileCase[] = [
  {
    name: 'slow-headers',
    run: (attack) => dribble(attack, 'GET /v1/workflows HTTP/1.1\r\nHost: x\r\n', 'x: y\r\n'),
  },
  {
    name: 'slow-bodies',
    run: (attack) =>
      dribble(
        attack,
        `POST /v1/workflows HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${attack.target.attacker.key}\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n`,
        ' ',
      ),
  },
  {
    name: 'connections-that-say-nothing',
    async run(attack) {
      await attack.flood(500, 50, () => attack.dial())
      await attack.wait(2_000)
    },
  },
  {
    name: 'connections-that-come-and-go',
    async run(attack) {
      await attack.flood(3_000, 50, async () => {
        const socket = await attack.dial()
        socket.destroy()
      })
    },
  },
  {
    name: 'answers-that-nobody-reads',
    async run(attack) {
      const id = await attack.createWorkflow(
        chain({ id: 'large', type: 'set', data: { values: { text: '{{ input.text }}' } } }),
      )
      const { body } = await attack.send('POST', `/v1/workflows/${id}/execute`, {
        body: { input: { text: prose(900_000) } },
      })
      await unread(attack, `/v1/executions/${body.data.execution_id}`)
    },
  },
  {
    name: 'step-lists-that-nobody-reads',
    async run(attack) {
      const id = await attack.createWorkflow(
        forEach({ type: 'set', data: { values: { text: '{{ input.text }}' } } }),
      )
      const { body } = await attack.send('POST', `/v1/workflows/${id}/execute`, {
        body: { input: { items: numbered(100, (n) => n), text: prose(9_000) } },
      })
      await attack.untilEnded(body.data.execution_id as string)
      await unread(attack, `/v1/executions/${body.data.execution_id}/steps?limit=100`)
    },
  },
  {
    name: 'requests-that-wait-for-a-run',
    async run(attack) {
      const id = await attack.createWorkflow(
        chain({ id: 'wait', type: 'wait', data: { for: 'event', event: 'never' } }),
      )
      await attack.flood(300, 100, async () => {
        const socket = await attack.dial()
        socket.resume()
        socket.write(
          `POST /v1/workflows/${id}/execute HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${attack.target.attacker.key}\r\nPrefer: wait=60\r\nContent-Length: 0\r\n\r\n`,
        )
      })
      await attack.wait(3_000)
    },
  },
]

/** Two hundred connections that send a little now and then. */
async function dribble(attack: Attack, head: string, more: string): Promise<void> {
  await attack.flood(200, 200, async () => {
    const socket = await attack.dial()
    socket.resume()
    socket.write(head)
    for (let count = 0; count < 20 && socket.writable && !attack.signal.aborted; count += 1) {
      await attack.wait(200)
      socket.write(more)
    }
    socket.destroy()
  })
}

/** Asks for the answer again and again, over many connections, and reads none of them. */
async function unread(attack: Attack, path: string): Promise<void> {
  await attack.flood(60, 60, async () => {
    const socket = await attack.dial()
    socket.pause()
    socket.write(
      `GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${attack.target.attacker.key}\r\n\r\n`.repeat(
        10,
      ),
    )
  })
  await attack.wait(3_000)
}

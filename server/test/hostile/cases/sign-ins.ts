import type { HostileCase } from '../hostile-case.ts'
import type { Attack } from '../service/attack.ts'
import { PASSWORD } from '../service/target.ts'

/** Checking a password takes a while by design; a queue of other people's attempts must not add more than this. */
const MAX_SIGN_IN_MS = 3_000

export const signIns: readonly HostileCase[] = [
  attempts('800-attempts-from-one-address', (n) => ({
    email: `nobody${n}@example.com`,
    from: '203.0.113.9',
  })),
  attempts('800-attempts-for-one-person', (n) => ({
    email: 'attacker@example.com',
    from: `203.0.${n % 250}.${n % 199}`,
  })),
  attempts('800-attempts-from-many-addresses', (n) => ({
    email: `nobody${n}@example.com`,
    from: `203.${n % 250}.${n % 199}.1`,
  })),
  attempts('attempts-from-dropped-connections', (n) => ({
    email: `nobody${n}@example.com`,
    from: `203.0.113.${n % 250}`,
    drops: true,
  })),
  {
    name: 'passwords-that-are-too-long',
    run: async (attack) => {
      await attack.flood(200, 20, (n) =>
        signIn(attack, { email: `n${n}@example.com`, from: `203.0.113.${n}` }, 'p'.repeat(900_000)),
      )
    },
  },
  {
    name: 'set-up-attempts',
    run: async (attack) => {
      await attack.flood(400, 40, (n) =>
        attack.anonymous('POST', '/app/setup', {
          headers: { origin: attack.target.url },
          body: { token: `wrong${n}`, name: 'Nobody', email: `n${n}@example.com`, password: PASSWORD },
        }),
      )
    },
  },
  {
    name: 'invalid-keys',
    run: async (attack) => {
      await attack.flood(3_000, 50, (n) =>
        attack.anonymous('GET', '/v1/workflows', {
          headers: { authorization: `Bearer mr_${n}${'x'.repeat(40)}` },
        }),
      )
    },
  },
]

interface Attempt {
  readonly email: string
  readonly from: string
  /** Whether the client hangs up at once. */
  readonly drops?: boolean
}

function attempts(name: string, make: (n: number) => Attempt): HostileCase {
  return {
    name,
    async run(attack) {
      // Like most people: they have signed in from there before.
      await attack.signBystanderIn()
      const flooding = attack.flood(800, 200, async (n) => {
        const attempt = make(n)
        if (attempt.drops === true) await dropSignIn(attack, attempt)
        else await signIn(attack, attempt, 'wrong password of nobody')
      })
      await attack.wait(300)
      const took = await attack.signBystanderIn()
      if (took > MAX_SIGN_IN_MS) throw new Error(`The bystander's sign-in took ${Math.round(took)} ms.`)
      await flooding
      return `the bystander signed in after ${Math.round(took)} ms`
    },
  }
}

async function signIn(attack: Attack, { email, from }: Attempt, password: string): Promise<void> {
  await attack.anonymous('POST', '/app/session', {
    headers: { origin: attack.target.url, 'x-forwarded-for': from },
    body: { email, password },
  })
}

async function dropSignIn(attack: Attack, { email, from }: Attempt): Promise<void> {
  const socket = await attack.dial()
  const body = JSON.stringify({ email, password: 'wrong password of nobody' })
  const { url } = attack.target
  socket.write(
    `POST /app/session HTTP/1.1\r\nHost: ${new URL(url).host}\r\nOrigin: ${url}\r\nX-Forwarded-For: ${from}\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  )
  await attack.wait(5)
  socket.destroy()
}

import assert from 'node:assert/strict'
import { setImmediate as turn } from 'node:timers/promises'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { followExecution } from '@millrace/contract/execution-step.ts'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import type { Caller } from '#domain/index.ts'
import { AccessWatch } from '../access/access-watch.ts'
import { createApp } from '../create-app.ts'
import { type BindingContext, reads, toRoute } from './bind-operation.ts'
import { registerEntrance } from './entrance.ts'

const ID = '00000000-0000-7000-8000-000000000000'

/** Reads that end when the test says so. */
class HeldReads {
  inProgress = 0
  readonly #ends: (() => void)[] = []

  async read(): Promise<{ data: object } | { chunks: AsyncIterable<string> }> {
    this.inProgress += 1
    await new Promise<void>((resolve) => this.#ends.push(resolve))
    this.inProgress -= 1
    return { data: {} }
  }

  async untilInProgress(count: number): Promise<void> {
    while (this.inProgress !== count) await turn()
  }

  /** Ends all, also those that begin meanwhile, until what they are for is there. */
  async endUntil<T>(result: Promise<T>): Promise<T> {
    const isThere = result.then(() => true)
    while (!(await Promise.race([isThere, turn(false)]))) this.#ends.shift()?.()
    return result
  }
}

async function* endless(end: Promise<void>): AsyncGenerator<string> {
  yield ': begun\n\n'
  await end
}

describe('reads of one account', () => {
  let app: FastifyInstance
  let url: string
  let held: HeldReads

  beforeEach(async () => {
    held = new HeldReads()
    app = createApp({
      logger: pino({ enabled: false }),
      trustedProxies: [],
      isDraining: () => false,
      admitBadUrl: () => Promise.resolve(),
    })
    const access = new AccessWatch({
      accounts: { accessVersions: async () => new Map() },
      clock: { now: () => 0 },
      // Nobody loses access.
      scheduler: { after: () => () => undefined, every: () => () => undefined },
      log: pino({ enabled: false }),
    })
    const route = toRoute(
      reads(followExecution, () => held.read()),
      { access } as BindingContext,
    )
    const admit = (account: unknown): Caller =>
      ({ account: { id: account }, scopes: ['executions:read'], actor: { kind: 'key' } }) as unknown as Caller
    registerEntrance(
      app,
      {
        prefix: '/v1',
        headers: {},
        admit: ({ headers }) => admit(headers['x-account']),
        proofOf: ({ headers }) => String(headers['x-account']),
        readmit: async (account) => admit(account),
      },
      [route],
    )
    url = `${await app.listen({ host: '127.0.0.1', port: 0 })}/v1/executions/${ID}/events`
  })
  afterEach(() => app.close())

  const ask = (account: string, signal?: AbortSignal) =>
    fetch(url, { headers: { 'x-account': account }, ...(signal && { signal }) })

  it('Only some are in progress at the same time, all are answered, and another account does not wait', async () => {
    const answers = Array.from({ length: 6 }, () => ask('a'))
    await held.untilInProgress(4)
    answers.push(ask('b'))
    await held.untilInProgress(5)
    assert.deepEqual(
      (await held.endUntil(Promise.all(answers))).map(({ status }) => status),
      Array.from({ length: 7 }, () => 200),
    )
  })

  it('An answer that its client does not receive to its end is not in progress', async () => {
    const end = Promise.withResolvers<void>()
    held.read = async () => ({ chunks: endless(end.promise) })
    const streams = await Promise.all(Array.from({ length: 6 }, () => ask('a')))
    assert.deepEqual(
      streams.map(({ status }) => status),
      [200, 200, 200, 200, 200, 200],
    )
    end.resolve()
    await Promise.all(streams.map((stream) => stream.text()))
  })

  it('A read whose client has disconnected meanwhile is not done, and the next one is', async () => {
    const answers = Array.from({ length: 4 }, () => ask('a'))
    await held.untilInProgress(4)
    const leaving = new AbortController()
    const left = ask('a', leaving.signal).catch(() => 'left')
    const connections = () =>
      new Promise<number>((resolve) => app.server.getConnections((_, count) => resolve(count)))
    while ((await connections()) < 5) await turn()
    leaving.abort()
    assert.equal(await left, 'left')
    while ((await connections()) > 4) await turn()
    answers.push(ask('a'))
    let begun = 0
    const read = held.read.bind(held)
    held.read = () => {
      begun += 1
      return read()
    }
    assert.deepEqual(
      (await held.endUntil(Promise.all(answers))).map(({ status }) => status),
      [200, 200, 200, 200, 200],
    )
    assert.equal(begun, 1)
  })
})

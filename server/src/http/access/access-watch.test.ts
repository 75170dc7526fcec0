import assert from 'node:assert/strict'
import { setImmediate as turn } from 'node:timers/promises'
import { describe, it } from 'node:test'
import type { Scope } from '@millrace/contract/scopes.ts'
import { type AccountId, AppError, type Caller, refuseMissingScope } from '#domain/index.ts'
import type { Log } from '#ports/index.ts'
import { AccessWatch, type OpenAnswer } from './access-watch.ts'

const SCOPES: readonly Scope[] = ['executions:read', 'executions:write']

interface StoredSender {
  scopes: readonly Scope[]
  expiresAt: number | null
}

/** Accounts and senders in memory, and time that moves when the test says so. */
class World {
  now = 1_000
  readonly versions = new Map<AccountId, number>()
  readonly senders = new Map<string, StoredSender>()
  readonly ended: string[] = []
  readonly errors: string[] = []
  /** What was read from the store. */
  readonly queries: (readonly AccountId[])[] = []
  readonly readmitted: string[] = []
  isStoreFailing = false
  isTimerOn = false
  #onTimer = () => undefined as void
  readonly watch = new AccessWatch({
    accounts: {
      accessVersions: async (ids) => {
        this.queries.push(ids)
        if (this.isStoreFailing) throw new Error('the store does not answer')
        return new Map(ids.map((id) => [id, this.versions.get(id) ?? 1]))
      },
    },
    clock: { now: () => this.now },
    scheduler: {
      after: () => assert.fail('nothing is done once'),
      every: (_ms, callback) => {
        this.isTimerOn = true
        this.#onTimer = callback
        return () => {
          this.isTimerOn = false
        }
      },
    },
    log: { error: (_fields, message) => this.errors.push(message) } as Partial<Log> as Log,
  })

  addSender(proof: string, change: Partial<StoredSender> = {}): void {
    this.senders.set(proof, { scopes: SCOPES, expiresAt: null, ...change })
  }

  /** What changes the access of a sender also changes the version of its account. */
  change(account: string, proof: string, change: Partial<StoredSender> | undefined): void {
    const sender = this.senders.get(proof)
    if (change === undefined || sender === undefined) this.senders.delete(proof)
    else Object.assign(sender, change)
    this.versions.set(account as AccountId, (this.versions.get(account as AccountId) ?? 1) + 1)
  }

  open(account: string, proof: string, change: Partial<OpenAnswer> & { name?: string } = {}): () => void {
    const { name = proof, ...rest } = change
    return this.watch.add({
      caller: this.admit(account, proof),
      proof,
      readmit: async () => {
        this.readmitted.push(proof)
        return this.admit(account, proof)
      },
      require: (caller) => refuseMissingScope(caller, 'executions:read'),
      end: (refusal) => this.ended.push(`${name}: ${refusal?.code ?? 'changed'}`),
      ...rest,
    })
  }

  /** Lets the timer fire, and everything happen that follows from it. */
  async tick(): Promise<void> {
    this.#onTimer()
    for (let count = 0; count < 100; count += 1) await turn()
  }

  admit(account: string, proof: string): Caller {
    const sender = this.senders.get(proof)
    if (sender === undefined) throw new AppError('UNAUTHORIZED', 'The API key is revoked.')
    if (sender.expiresAt !== null && sender.expiresAt <= this.now) {
      throw new AppError('UNAUTHORIZED', 'The API key is expired.')
    }
    return {
      account: {
        id: account as AccountId,
        name: account,
        plan: 'free',
        accessVersion: this.versions.get(account as AccountId) ?? 1,
        createdAt: 0,
      },
      actor: { kind: 'key', id: proof, name: proof },
      ...sender,
    }
  }
}

describe('AccessWatch', () => {
  it('Answers of a sender that is refused end, and those of others stay open', async () => {
    const world = new World()
    world.addSender('revoked')
    world.addSender('kept')
    world.addSender('neighbour')
    world.open('a', 'revoked', { name: 'one' })
    world.open('a', 'revoked', { name: 'two' })
    world.open('a', 'kept')
    world.open('b', 'neighbour')
    await world.tick()
    assert.deepEqual(world.ended, [])
    world.change('a', 'revoked', undefined)
    await world.tick()
    assert.deepEqual(world.ended, ['one: UNAUTHORIZED', 'two: UNAUTHORIZED'])
    await world.tick()
    assert.equal(world.ended.length, 2)
  })

  it('An answer ends when its sender expires, without any change of the account', async () => {
    const world = new World()
    world.addSender('key', { expiresAt: 2_000 })
    world.open('a', 'key')
    world.now = 1_999
    await world.tick()
    assert.deepEqual(world.ended, [])
    world.now = 2_000
    await world.tick()
    assert.deepEqual(world.ended, ['key: UNAUTHORIZED'])
  })

  it('An answer ends with a refusal if its scope was lost, and without one if another scope was', async () => {
    const world = new World()
    world.addSender('person')
    const require = (caller: Caller) => refuseMissingScope(caller, 'executions:write')
    world.open('a', 'person', { name: 'reads' })
    world.open('a', 'person', { name: 'writes', require })
    world.change('a', 'person', { scopes: ['executions:read'] })
    await world.tick()
    assert.deepEqual(world.ended, ['reads: changed', 'writes: FORBIDDEN'])
  })

  it('An answer stays open if its sender may do more than before', async () => {
    const world = new World()
    world.addSender('person', { scopes: ['executions:read'] })
    world.open('a', 'person')
    world.change('a', 'person', { scopes: SCOPES })
    await world.tick()
    assert.deepEqual(world.ended, [])
  })

  it('A check reads one row per account, and senders only after a change', async () => {
    const world = new World()
    for (const proof of ['one', 'two']) {
      world.addSender(proof)
      for (let count = 0; count < 50; count += 1) world.open('a', proof)
    }
    await world.tick()
    assert.deepEqual(world.readmitted, ['one', 'two'], 'once after they were opened')
    await world.tick()
    assert.deepEqual(world.queries, [['a'], ['a']])
    assert.deepEqual(world.readmitted, ['one', 'two'])
    world.change('a', 'two', {})
    await world.tick()
    assert.deepEqual(world.readmitted, ['one', 'two', 'one', 'two'])
  })

  it('An answer that was admitted before a change ends, also if it is opened after the check that noticed it', async () => {
    const world = new World()
    world.addSender('person')
    const caller = world.admit('a', 'person')
    world.change('a', 'person', { scopes: ['executions:read'] })
    world.open('a', 'person', { name: 'current' })
    await world.tick()
    world.open('a', 'person', { name: 'late', caller })
    await world.tick()
    assert.deepEqual(world.ended, ['late: changed'])
  })

  it('Answers stay open while the store fails, and end when it answers again', async () => {
    const world = new World()
    world.addSender('key')
    world.open('a', 'key')
    world.change('a', 'key', undefined)
    world.isStoreFailing = true
    await world.tick()
    assert.deepEqual(world.ended, [])
    assert.deepEqual(world.errors, ['access check failed, retrying'])
    world.isStoreFailing = false
    await world.tick()
    assert.deepEqual(world.ended, ['key: UNAUTHORIZED'])
  })

  it('A sender that cannot be looked up does not keep others from being checked', async () => {
    const world = new World()
    world.addSender('key')
    world.addSender('unknown')
    world.open('a', 'unknown', {
      readmit: async () => {
        throw new AppError('INTERNAL_ERROR', 'The database cannot be reached.', {}, { kind: 'unavailable' })
      },
    })
    world.open('a', 'key')
    world.change('a', 'key', undefined)
    await world.tick()
    assert.deepEqual(world.ended, ['key: UNAUTHORIZED'])
    assert.deepEqual(world.errors, ['access check failed, retrying'])
  })

  it('The timer runs only while answers are open, and not after the watch was closed', async () => {
    const world = new World()
    world.addSender('key')
    assert.equal(world.isTimerOn, false)
    const [first, second] = [world.open('a', 'key'), world.open('a', 'key')]
    assert.equal(world.isTimerOn, true)
    first()
    assert.equal(world.isTimerOn, true)
    second()
    assert.equal(world.isTimerOn, false)
    const third = world.open('a', 'key')
    assert.equal(world.isTimerOn, true)
    await world.watch.close()
    assert.equal(world.isTimerOn, false)
    third()
    world.open('a', 'key')
    assert.equal(world.isTimerOn, false)
  })

  it('The end of very many answers lets others have their turn', async () => {
    const world = new World()
    world.addSender('key')
    for (let count = 0; count < 1_000; count += 1) world.open('a', 'key')
    world.change('a', 'key', undefined)
    void world.tick()
    const endedPerTurn: number[] = []
    while (world.ended.length < 1_000) {
      const before = world.ended.length
      await turn()
      endedPerTurn.push(world.ended.length - before)
    }
    assert.ok(Math.max(...endedPerTurn) <= 20, endedPerTurn.join())
  })
})

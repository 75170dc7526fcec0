import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { GuestSupply } from './guest-supply.ts'

const patient = 300_000
const HOST = { log: () => true, exchange: () => assert.fail('no file is asked for') }

describe('guest supply', { timeout: 300_000 }, () => {
  let guests: GuestSupply
  before(async () => {
    guests = await GuestSupply.open()
  })
  const run = (code: string, deadlineMs = patient) =>
    guests.run({ id: 'id', code, names: [], deadlineMs }, '{}', HOST)

  it('A guest is restored after a result or an error of the code', async () => {
    for (const code of ['return 1', 'throw 1', 'let a = = 1', 'await new Promise(() => {})', 'return 1n']) {
      run(code)
      assert.equal(guests.isSpent, false)
      assert.equal(await guests.renew(), false, code)
    }
  })

  it('A guest is replaced after it did not return from describing what the code threw', async () => {
    const messages = [
      'get message() { for (;;); }',
      'get message() { return JSON.parse("[".repeat(300_000) + "]".repeat(300_000)) }',
    ]
    for (const message of messages) {
      const outcome = run(`throw new (class extends Error { ${message} })()`)
      assert.equal(
        outcome.ok ? 'ok' : outcome.failure.message.split('\n')[0],
        'Error: The code threw a value that cannot be displayed.',
      )
      assert.equal(guests.isSpent, true)
      assert.equal(await guests.renew(), true, message)
    }
  })

  it('A guest is replaced after a timeout or the exhaustion of its memory', async () => {
    const cases: [code: string, reason: string, deadlineMs?: number][] = [
      ['for (;;);', 'timeout', 50],
      ['await null; for (;;) await null', 'timeout', 50],
      ['const a = []; for (;;) a.push({x: [1, 2, 3]})', 'memory'],
      ['return "x".repeat(2 ** 29)', 'memory'],
    ]
    for (const [code, reason, deadlineMs] of cases) {
      const outcome = run(code, deadlineMs)
      assert.equal(outcome.ok ? 'ok' : outcome.failure.reason, reason, code)
      assert.equal(guests.isSpent, true)
      assert.equal(await guests.renew(), true, code)
      assert.deepEqual(run('return typeof a'), { ok: true, text: '"undefined"' })
      await guests.renew()
    }
  })
})

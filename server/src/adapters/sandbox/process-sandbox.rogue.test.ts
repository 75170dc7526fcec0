import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { MAX_LOG_LINES } from './protocol/sandbox-limits.ts'
import { untilEnded } from './testing/process-state.ts'
import { ACCOUNT, assertFailure, evaluate, openSandbox, patient } from './testing/sandbox-under-test.ts'

const entry = new URL('testing/rogue-child.ts', import.meta.url)

describe('compromised child', { timeout: 120_000 }, () => {
  const sandbox = openSandbox({ entry, size: 1 })
  const never = new Promise<never>(() => undefined)
  const files = { read: () => never, create: () => never }
  const trick = (code: string) =>
    sandbox.run({ account: ACCOUNT, code, globals: {}, deadlineMs: patient, files })

  it('A compromised child that violates the protocol is replaced', async () => {
    const broken = [
      'no message',
      'no header',
      'endless message',
      'noise on the pipe',
      'large body',
      'another reason',
      'impatient files',
      'strange file',
      'huge file',
    ]
    for (const code of [...broken, 'exit']) {
      assert.equal(await evaluate(sandbox, 'honest'), 'honest')
      const { pids } = sandbox
      assertFailure(await trick(code), 'crashed', /The sandbox process/)
      await untilEnded(pids)
    }
  })

  it('A compromised child cannot return an invalid value', async () => {
    for (const code of ['deep body', 'no JSON', 'a prototype']) assertFailure(await trick(code), 'output')
  })

  it('A compromised child cannot respond to the next run in advance', async () => {
    const one = openSandbox({ entry, size: 1 })
    const run = (code: string) => one.run({ account: ACCOUNT, code, globals: {}, deadlineMs: patient })
    const [first, second] = await Promise.all([run('two answers'), run('honest')])
    assert.deepEqual(first, { ok: true, value: 'first', logs: [] })
    assertFailure(second, 'crashed')
    assert.equal(await evaluate(one, 'honest'), 'honest')
  })

  it('A compromised child cannot flood the log', async () => {
    const result = await trick('endless log')
    assert.equal(result.logs.length, MAX_LOG_LINES + 1)
  })
})

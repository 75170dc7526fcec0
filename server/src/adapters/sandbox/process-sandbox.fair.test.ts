import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { ProcessSandbox } from './process-sandbox.ts'
import {
  ACCOUNT,
  assertFailure,
  evaluate,
  openSandbox,
  OTHER_ACCOUNT,
  patient,
  start,
} from './testing/sandbox-under-test.ts'

const ENDLESS = 'for (;;);'

/** Asks for runs that write down their names when they start. */
function recordStarts(sandbox: ProcessSandbox) {
  const started: string[] = []
  return {
    started,
    ask: (name: string, account = ACCOUNT, signal?: AbortSignal) =>
      sandbox.run({
        account,
        code: 'return 1',
        globals: {},
        deadlineMs: patient,
        onStart: () => started.push(name),
        ...(signal && { signal }),
      }),
  }
}

describe('fair sandbox', { timeout: 300_000 }, () => {
  it('Endless code of one account leaves a process for the code of others', async () => {
    const sandbox = openSandbox({ size: 3 })
    const abort = new AbortController()
    const endless = { code: ENDLESS, signal: abort.signal }
    const running = [await start(sandbox, endless), await start(sandbox, endless)]
    const { started, ask } = recordStarts(sandbox)
    const third = ask('third of the same account')
    assert.ok((await ask('of another account', OTHER_ACCOUNT)).ok)
    assert.deepEqual(started, ['of another account'])
    abort.abort()
    for (const { result } of running) assertFailure(await result, 'aborted')
    assert.ok((await third).ok)
  })

  it('An account that has code running leaves the last ready process to others', async () => {
    const sandbox = openSandbox({ size: 3 })
    await evaluate(sandbox, 'return 1')
    const abort = new AbortController()
    const endless = await start(sandbox, { code: ENDLESS, signal: abort.signal })
    const { started, ask } = recordStarts(sandbox)
    const second = start(sandbox, { code: ENDLESS, signal: abort.signal }).then(({ result }) => {
      started.push('second of the same account')
      return { result, processes: sandbox.pids.length }
    })
    assert.ok((await ask('of another account', OTHER_ACCOUNT)).ok)
    const { result, processes } = await second
    assert.equal(processes, 3, 'it waited for the start of a third process')
    assert.equal(started[0], 'of another account')
    abort.abort()
    for (const run of [endless.result, result]) assertFailure(await run, 'aborted')
  })

  it('Code that ends its process keeps its turn until another process is ready', async () => {
    const sandbox = openSandbox({ size: 2 })
    await evaluate(sandbox, 'return 1')
    const abort = new AbortController()
    const { result } = await start(sandbox, { code: ENDLESS, signal: abort.signal })
    const { started, ask } = recordStarts(sandbox)
    const next = ask('next of the same account')
    abort.abort()
    assertFailure(await result, 'aborted')
    assert.ok((await ask('of another account', OTHER_ACCOUNT)).ok)
    assert.ok((await next).ok)
    assert.deepEqual(started, ['of another account', 'next of the same account'])
  })

  it('A process that must make a new guest is not used until that is done', async () => {
    const sandbox = openSandbox({ size: 1 })
    await evaluate(sandbox, 'return 1')
    const { pids } = sandbox
    const { started, ask } = recordStarts(sandbox)
    const filled = await sandbox.run({
      account: ACCOUNT,
      code: 'return "x".repeat(2 ** 29)',
      globals: {},
      deadlineMs: patient,
    })
    assertFailure(filled, 'memory')
    const next = ask('next', OTHER_ACCOUNT)
    await new Promise((resolve) => setImmediate(resolve))
    assert.deepEqual(started, [])
    assert.ok((await next).ok)
    assert.deepEqual(sandbox.pids, pids)
  })

  it('Code that waits fails if no process can be started', async () => {
    const sandbox = openSandbox({ size: 2, entry: new URL('testing/no-such-child.ts', import.meta.url) })
    const { ask } = recordStarts(sandbox)
    for (const result of await Promise.all([ask('first'), ask('second')])) {
      assertFailure(result, 'crashed', /did not start/)
    }
    assert.deepEqual(sandbox.pids, [])
  })

  it('Accounts take turns, whoever asked more', async () => {
    const sandbox = openSandbox({ size: 1 })
    const abort = new AbortController()
    const { result } = await start(sandbox, { code: ENDLESS, signal: abort.signal })
    const { started, ask } = recordStarts(sandbox)
    const names = ['a1', 'a2', 'a3', 'a4', 'b1', 'b2']
    const runs = names.map((name) => ask(name, name.startsWith('a') ? ACCOUNT : OTHER_ACCOUNT))
    abort.abort()
    await Promise.all([result, ...runs])
    assert.deepEqual(started, ['b1', 'a1', 'b2', 'a2', 'a3', 'a4'])
  })

  it('The time limit of code starts when it gets a process', async () => {
    const sandbox = openSandbox({ size: 1 })
    await evaluate(sandbox, 'return 1')
    const { result: busy } = await start(sandbox, { code: ENDLESS, deadlineMs: 1_000 })
    let hasEnded = false
    void busy.then(() => (hasEnded = true))
    // Its time would be over long before the other code ends.
    const late = await start(sandbox, { code: ENDLESS, deadlineMs: 100 })
    assert.ok(hasEnded)
    assertFailure(await late.result, 'timeout', /did not finish within 100 ms/)
  })

  it('Code that finds the queue full is refused and can be tried again', async () => {
    const sandbox = openSandbox({ size: 1, maxWaiting: 2 })
    const abort = new AbortController()
    const { result } = await start(sandbox, { code: ENDLESS, signal: abort.signal })
    const { started, ask } = recordStarts(sandbox)
    const waiting = [ask('first'), ask('second')]
    assertFailure(await ask('too many'), 'busy', /did not start.*`retry`/)
    // Another account has fewer waiting: the newest of the first account makes way.
    const other = ask('other', OTHER_ACCOUNT)
    assertFailure((await waiting[1]) ?? assert.fail(), 'busy')
    abort.abort()
    await Promise.all([result, waiting[0], other])
    assert.deepEqual(started, ['other', 'first'])
    assert.ok((await ask('again')).ok)
  })

  it('A cancelled run leaves the queue', async () => {
    const sandbox = openSandbox({ size: 1, maxWaiting: 1 })
    const [abort, cancelled] = [new AbortController(), new AbortController()]
    const { result } = await start(sandbox, { code: ENDLESS, signal: abort.signal })
    const { started, ask } = recordStarts(sandbox)
    const waiting = ask('cancelled', ACCOUNT, cancelled.signal)
    cancelled.abort()
    assertFailure(await waiting, 'aborted')
    const next = ask('next')
    abort.abort()
    await Promise.all([result, next])
    assert.deepEqual(started, ['next'])
  })
})

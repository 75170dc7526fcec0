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

describe('fair sandbox', { timeout: 120_000 }, () => {
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

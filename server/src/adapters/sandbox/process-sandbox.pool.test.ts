import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { isRunning, untilEnded } from './testing/process-state.ts'
import {
  ACCOUNT,
  assertFailure,
  evaluate,
  openSandbox,
  patient,
  start,
} from './testing/sandbox-under-test.ts'

const endless = 'for (;;);'

describe('sandbox process pool', { timeout: 300_000 }, () => {
  it('No sandbox process starts before the first run', async () => {
    assert.deepEqual(openSandbox().pids, [])
  })

  it('Fifty concurrent runs get their own results from at most two processes', async () => {
    const sandbox = openSandbox({ size: 2 })
    const most: number[] = []
    const answers = Array.from({ length: 50 }, async (_, n) => {
      const code = 'globalThis.mine = (globalThis.mine ?? 0) + input.n; console.log(input.n); return mine'
      const result = await sandbox.run({
        account: ACCOUNT,
        code,
        globals: { input: { n } },
        deadlineMs: patient,
      })
      most.push(sandbox.pids.length)
      return result
    })
    for (const [n, result] of (await Promise.all(answers)).entries()) {
      assert.deepEqual(result, { ok: true, value: n, logs: [{ level: 'info', message: `${n}` }] })
    }
    assert.equal(Math.max(...most), 2)
  })

  it('The service stays responsive while code loops', async () => {
    const sandbox = openSandbox({ size: 3 })
    await evaluate(sandbox, 'return 1')
    let ticks = 0
    const timer = setInterval(() => (ticks += 1), 10)
    const [first, second] = await Promise.all(
      [1, 2].map(() => sandbox.run({ account: ACCOUNT, code: endless, globals: {}, deadlineMs: 1000 })),
    )
    clearInterval(timer)
    assert.ok(first && second)
    assertFailure(first, 'timeout')
    assertFailure(second, 'timeout')
    assert.ok(ticks >= 10, `${ticks} ticks`)
  })

  it('Only the run whose process dies fails', async () => {
    const sandbox = openSandbox({ size: 1 })
    await evaluate(sandbox, 'return 1')
    const [pid] = sandbox.pids
    assert.ok(pid !== undefined)
    const { result } = await start(sandbox, { code: endless })
    const next = sandbox.run({ account: ACCOUNT, code: 'return "next"', globals: {}, deadlineMs: patient })
    process.kill(pid, 'SIGKILL')
    assertFailure(await result, 'crashed', /SIGKILL/)
    assert.deepEqual(await next, { ok: true, value: 'next', logs: [] })
    assert.ok(!sandbox.pids.includes(pid))
  })

  it('Cancelling a waiting or running request ends it and kills its process', async () => {
    const sandbox = openSandbox({ size: 1 })
    await evaluate(sandbox, 'return 1')
    const [pid] = sandbox.pids
    assert.ok(pid !== undefined)
    const [gone, running, waiting] = [AbortSignal.abort(), new AbortController(), new AbortController()]
    const ask = (code: string, signal: AbortSignal) =>
      sandbox.run({ account: ACCOUNT, code, globals: {}, deadlineMs: patient, signal })
    assertFailure(await ask('return 1', gone), 'aborted')
    const { result } = await start(sandbox, { code: endless, signal: running.signal })
    const runs = [result, ask('return 2', waiting.signal)]
    waiting.abort()
    assertFailure((await runs[1]) ?? assert.fail(), 'aborted')
    assert.ok(isRunning(pid), 'cancelling in the queue affects no other run')
    running.abort()
    assertFailure((await runs[0]) ?? assert.fail(), 'aborted')
    await untilEnded([pid])
    assert.equal(await evaluate(sandbox, 'return "next"'), 'next')
  })

  it('A process is replaced after a number of runs or when it uses too much memory', async () => {
    for (const options of [{ maxRuns: 2 }, { maxRestingBytes: 1 }]) {
      const sandbox = openSandbox({ size: 1, ...options })
      const seen = new Set<number>()
      for (let n = 0; n < 4; n += 1) {
        assert.equal(await evaluate(sandbox, 'return input', { input: n }), n)
        for (const pid of sandbox.pids) seen.add(pid)
      }
      assert.ok(seen.size >= 2, `${seen.size} processes`)
    }
  })

  it('One spare process is kept warm, and idle processes are terminated', async () => {
    const sandbox = openSandbox({ idleMs: 500 })
    await evaluate(sandbox, 'return 1')
    const { result } = await start(sandbox, { code: endless, deadlineMs: 1000 })
    const { pids } = sandbox
    assert.equal(pids.length, 2)
    assertFailure(await result, 'timeout')
    await untilEnded(pids)
    assert.equal(await evaluate(sandbox, 'return "again"'), 'again')
  })

  it('Closing the sandbox aborts its runs and ends its processes', async () => {
    const sandbox = openSandbox()
    await evaluate(sandbox, 'return 1')
    const { result } = await start(sandbox, { code: endless })
    const ask = () => sandbox.run({ account: ACCOUNT, code: endless, globals: {}, deadlineMs: patient })
    const runs = [result, ask(), ask(), ask()]
    const { pids } = sandbox
    assert.ok(pids.length > 0)
    await sandbox.close()
    for (const run of runs) assertFailure(await run, 'aborted')
    assert.deepEqual(pids.filter(isRunning), [])
    assert.deepEqual(sandbox.pids, [])
    assertFailure(
      await sandbox.run({ account: ACCOUNT, code: 'return 1', globals: {}, deadlineMs: patient }),
      'aborted',
    )
    await sandbox.close()
  })

  it('Sandbox processes exit when the service dies', async (t) => {
    const script = fileURLToPath(new URL('testing/short-lived-service.ts', import.meta.url))
    const service = spawn(process.execPath, [script], { stdio: ['ignore', 'pipe', 'inherit'] })
    t.after(() => service.kill('SIGKILL'))
    const [line] = (await once(service.stdout, 'data')) as [Buffer]
    const pids = JSON.parse(line.toString()) as number[]
    assert.equal(pids.length, 2)
    assert.ok(pids.every(isRunning))
    service.kill('SIGKILL')
    await untilEnded(pids)
  })

  it(
    'Sandbox processes do not inherit the environment of the service',
    { skip: process.platform === 'linux' ? false : 'the environment of a process is visible only on Linux' },
    async () => {
      const sandbox = openSandbox({ size: 1 })
      await evaluate(sandbox, 'return 1')
      const [pid] = sandbox.pids
      assert.equal(readFileSync(`/proc/${pid}/environ`, 'utf8'), 'TZ=UTC\0')
    },
  )
})

import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import type { WorkerJob } from '#ports/index.ts'
import { PiscinaWorkerPool, type PiscinaWorkerPoolOptions } from './piscina-worker-pool.ts'
import type { SampleTask } from './testing/sample-job.ts'

const sampleJob: WorkerJob<SampleTask, unknown> = {
  name: 'the sample',
  file: new URL('testing/sample-job.ts', import.meta.url),
  deadlineMs: 60_000,
}

function openPool(t: TestContext, options: PiscinaWorkerPoolOptions = {}) {
  const pool = new PiscinaWorkerPool({ threads: 2, memoryMiB: 64, ...options })
  t.after(() => pool.close())
  const run = (owner: string, input: SampleTask, signal?: AbortSignal) =>
    pool.run(sampleJob, { owner, input, ...(signal === undefined ? {} : { signal }) })
  return { pool, run }
}

/** A job that runs until it is released. */
function openGate() {
  const memory = new Int32Array(new SharedArrayBuffer(4))
  return {
    task: { kind: 'wait', gate: memory.buffer } as SampleTask,
    release() {
      Atomics.store(memory, 0, 1)
      Atomics.notify(memory, 0)
    },
  }
}

describe('worker pool', () => {
  it('No thread exists before the first job', async (t) => {
    const { pool, run } = openPool(t)
    assert.equal(await pool.countThreads(), 0)
    assert.deepEqual(await run('a', { kind: 'echo', value: { deep: [1, 'x', null] } }), {
      ok: true,
      value: { deep: [1, 'x', null] },
    })
    assert.equal(await pool.countThreads(), 1)
    assert.equal(pool.finished, 1)
  })

  it('A job sees nothing of the environment', async (t) => {
    const { run } = openPool(t)
    assert.deepEqual(await run('a', { kind: 'environment' }), { ok: true, value: [] })
  })

  it('A thread cannot require an ES module: if it were ended meanwhile, Node would end the process', async (t) => {
    const { run } = openPool(t)
    assert.deepEqual(await run('a', { kind: 'require' }), { ok: true, value: false })
  })

  it('Moved memory is not copied', async (t) => {
    const { pool } = openPool(t)
    const bytes = new Uint8Array([1, 2, 3])
    const result = await pool.run(sampleJob, {
      owner: 'a',
      input: { kind: 'echo', value: bytes },
      moved: [bytes.buffer],
    })
    assert.equal(bytes.byteLength, 0)
    assert.deepEqual(result, { ok: true, value: new Uint8Array([1, 2, 3]) })
  })

  it('A job that exceeds its deadline is stopped, and the next one runs', async (t) => {
    const { pool, run } = openPool(t, { threads: 1 })
    const result = await pool.run(
      { ...sampleJob, deadlineMs: 200 },
      { owner: 'a', input: { kind: 'endless' } },
    )
    assert.deepEqual(result, {
      ok: false,
      reason: 'timeout',
      message: 'It was stopped: the sample took longer than 0.2 s.',
    })
    assert.deepEqual(await run('a', { kind: 'echo', value: 1 }), { ok: true, value: 1 })
  })

  it('A job that exceeds the memory limit is stopped, and the next one runs', async (t) => {
    const { run } = openPool(t, { threads: 1 })
    assert.deepEqual(await run('a', { kind: 'hungry' }), {
      ok: false,
      reason: 'memory',
      message: 'It was stopped: the sample took more than 64 MiB of memory.',
    })
    assert.deepEqual(await run('a', { kind: 'echo', value: 1 }), { ok: true, value: 1 })
  })

  it('A job that exceeds the memory limit with buffers is stopped, and the next one runs', async (t) => {
    const { run } = openPool(t, { threads: 1 })
    assert.deepEqual(await run('a', { kind: 'buffers' }), {
      ok: false,
      reason: 'memory',
      message: 'It was stopped: the sample took more than 64 MiB of memory.',
    })
    assert.deepEqual(await run('a', { kind: 'echo', value: 1 }), { ok: true, value: 1 })
  })

  it('A thread that does not answer does not keep the pool from watching the others', async (t) => {
    const { pool, run } = openPool(t)
    const folder = mkdtempSync(join(tmpdir(), 'millrace-pool-'))
    t.after(() => rmSync(folder, { recursive: true }))
    const pipe = join(folder, 'pipe')
    execFileSync('mkfifo', [pipe])
    // The thread that the pool asks first.
    await run('a', { kind: 'echo', value: 1 })
    const silent = run('a', { kind: 'silent', pipe })
    const job = { ...sampleJob, deadlineMs: 10_000 }
    const result = await pool.run(job, { owner: 'b', input: { kind: 'buffers' } })
    closeSync(openSync(pipe, 'r+'))
    assert.equal(result.ok ? 'ok' : result.reason, 'memory')
    assert.deepEqual(await silent, { ok: true, value: 'opened' })
  })

  it('An error of a job rejects, and the next one runs', async (t) => {
    const { run } = openPool(t)
    await assert.rejects(run('a', { kind: 'faulty' }), /the job is faulty/)
    assert.deepEqual(await run('a', { kind: 'recursive' }), { ok: true, value: 4_000 })
  })

  it('A thread that runs out of memory while its job is given up harms nobody', async (t) => {
    const { run } = openPool(t, { memoryMiB: 16 })
    const startedAt = performance.now()
    await run('a', { kind: 'hungry' })
    const fullAfterMs = performance.now() - startedAt
    // Given up a little before, at and after the moment at which the memory is full.
    for (let round = 0; round < 12; round += 1) {
      const signal = AbortSignal.timeout(Math.round(fullAfterMs * (0.4 + round / 15)))
      const result = await run('a', { kind: 'hungry' }, signal)
      assert.ok(!result.ok && ['aborted', 'memory'].includes(result.reason))
    }
    assert.deepEqual(await run('a', { kind: 'echo', value: 1 }), { ok: true, value: 1 })
  })

  it('An account uses all threads but one, and waiting does not use up the deadline', async (t) => {
    const { pool, run } = openPool(t)
    const gate = openGate()
    const first = run('a', gate.task)
    const deadlines = t.mock.method(AbortSignal, 'timeout')
    const second = pool.run({ ...sampleJob, deadlineMs: 7_000 }, { owner: 'a', input: { kind: 'recursive' } })
    const startedDeadlines = () => deadlines.mock.calls.map((call) => call.arguments[0])
    for (let value = 0; value < 3; value += 1) {
      assert.deepEqual(await run('b', { kind: 'echo', value }), { ok: true, value })
    }
    assert.equal(pool.waiting, 1)
    assert.equal(startedDeadlines().includes(7_000), false)
    gate.release()
    assert.deepEqual(await first, { ok: true, value: 'released' })
    assert.deepEqual(await second, { ok: true, value: 4_000 })
    assert.equal(startedDeadlines().includes(7_000), true)
  })

  it('A full queue refuses the newest job of the account with the most', async (t) => {
    const { run } = openPool(t, { threads: 1, maxWaiting: 1 })
    const gate = openGate()
    const running = run('a', gate.task)
    const waiting = run('a', { kind: 'echo', value: 'a' })
    const refused = await run('a', { kind: 'echo', value: 'a' })
    assert.deepEqual(refused, {
      ok: false,
      reason: 'full',
      message: 'The service is busy: too many requests wait for the sample. Try again in a moment.',
    })
    gate.release()
    assert.equal((await running).ok, true)
    assert.deepEqual(await waiting, { ok: true, value: 'a' })
  })

  it('A job whose caller is gone is dropped while it waits, and stopped while it runs', async (t) => {
    const { pool, run } = openPool(t, { threads: 1 })
    const running = new AbortController()
    const waiting = new AbortController()
    const first = run('a', { kind: 'endless' }, running.signal)
    const second = run('b', { kind: 'endless' }, waiting.signal)
    waiting.abort()
    assert.deepEqual(await second, {
      ok: false,
      reason: 'aborted',
      message: 'It was stopped: the sample was cancelled.',
    })
    running.abort()
    const result = await first
    assert.equal(!result.ok && result.reason, 'aborted')
    assert.deepEqual(await run('c', { kind: 'echo', value: 1 }), { ok: true, value: 1 })
    assert.equal(pool.finished, 1)
  })

  it('Closing stops all jobs and refuses later ones', async (t) => {
    const { pool, run } = openPool(t)
    const jobs = [run('a', { kind: 'endless' }), run('a', { kind: 'endless' }), run('b', { kind: 'endless' })]
    await pool.close()
    jobs.push(run('c', { kind: 'echo', value: 1 }))
    const reasons = (await Promise.all(jobs)).map((result) => !result.ok && result.reason)
    assert.deepEqual(reasons, ['aborted', 'aborted', 'aborted', 'aborted'])
    assert.equal(await pool.countThreads(), 0)
  })
})

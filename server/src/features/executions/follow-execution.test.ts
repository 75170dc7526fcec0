import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { AccountId, Execution } from '#domain/index.ts'
import type { CompiledVersion } from '#engine/index.ts'
import type { JournalPage, WaitLinks } from '#ports/index.ts'
import { followExecution } from './follow-execution.ts'
import { StepPresenter } from './step-presenter.ts'

const RUNNING: Execution = {
  id: 'e',
  accountId: 'a' as AccountId,
  workflowId: 'w',
  versionId: 'v',
  status: 'running',
  startedAt: 0,
  completedAt: null,
  input: {},
  output: {},
  error: null,
  triggerNodeId: null,
  retryOf: null,
}

/** An execution whose journal is written by the test. */
class FollowedRun {
  now = 0
  execution: Execution | undefined = RUNNING
  readonly pages: JournalPage[] = []
  isReleased = false
  reads = 0
  /** Called while the journal is being read. */
  onRead: () => void = () => undefined
  #resolve: (() => void) | undefined

  readonly deps = {
    clock: { now: () => this.now },
    watch: this,
    executions: {
      find: async () => this.execution,
      journal: async (_account: string, _id: string, after: number, limit = 1_000) => {
        this.reads += 1
        const found = this.pages.filter(({ sequence }) => sequence > after).slice(0, limit)
        this.onRead()
        return found
      },
      overview: () => assert.fail('the data is wanted'),
      outline: () => assert.fail('the data is wanted'),
    },
    isWithoutData: false,
    presenter: new StepPresenter({ nodes: new Map() } as unknown as CompiledVersion, '', {} as WaitLinks),
  }

  untilProgress(_id: string, _ms: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      this.#resolve = resolve
      signal.addEventListener('abort', () => resolve())
    })
  }

  notify(): void {
    this.#resolve?.()
  }

  write(message: string): void {
    const entry = { at: 0, level: 'info' as const, message, node_id: null }
    this.pages.push({ sequence: this.pages.length, steps: [], logs: [entry] })
  }

  follow(signal = new AbortController().signal): AsyncGenerator<string> {
    return followExecution(this.deps, { account: RUNNING.accountId, id: RUNNING.id }, undefined, signal)
  }
}

async function next(stream: AsyncGenerator<string>): Promise<string> {
  const { value } = await stream.next()
  return (value as string | undefined) ?? 'end of stream'
}

/** Reads the beginning, which is the same in every test. */
async function begin(stream: AsyncGenerator<string>): Promise<void> {
  assert.equal(await next(stream), 'retry: 2000\n\n')
  assert.match(await next(stream), /^event: status\n/)
}

describe('the stream of an execution', () => {
  it('The stream sends a heartbeat after fifteen seconds without an event', async () => {
    const run = new FollowedRun()
    const stream = run.follow()
    await begin(stream)
    const chunk = next(stream)
    for (let seconds = 0; seconds < 20; seconds += 1) {
      run.now += 1_000
      await new Promise(setImmediate)
      run.notify()
    }
    assert.equal(await chunk, ': heartbeat\n\n')
  })

  it('The stream reads the next page only after its events were consumed', async () => {
    const run = new FollowedRun()
    for (let count = 0; count < 100; count += 1) run.write(`line ${count}`)
    const stream = run.follow()
    await begin(stream)
    assert.match(await next(stream), /^event: log\n/)
    assert.equal(run.reads, 1)
    // The first page was short, so the next read is of several.
    for (let count = 0; count < 4; count += 1) assert.match(await next(stream), /^event: log\n/)
    assert.equal(run.reads, 2)
    await next(stream)
    assert.equal(run.reads, 3)
  })

  it('The stream includes what is written while it reads', async () => {
    const run = new FollowedRun()
    const stream = run.follow()
    await begin(stream)
    run.onRead = () => {
      run.onRead = () => undefined
      run.write('in between')
      run.notify()
    }
    assert.match(await next(stream), /in between/)
  })

  it('The stream ends when the client disconnects, the service stops, or the execution is deleted', async () => {
    for (const end of [
      (_run: FollowedRun, reader: AbortController) => reader.abort(),
      (run: FollowedRun) => {
        run.isReleased = true
        run.notify()
      },
      (run: FollowedRun) => {
        run.execution = undefined
        run.notify()
      },
    ]) {
      const run = new FollowedRun()
      const reader = new AbortController()
      const stream = run.follow(reader.signal)
      await begin(stream)
      const chunk = next(stream)
      await new Promise(setImmediate)
      end(run, reader)
      assert.equal(await chunk, 'end of stream')
    }
  })
})

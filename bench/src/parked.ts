import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  AUTHORIZATION,
  createWorkflow,
  isAny,
  startMillrace,
  untilAllEnded,
  withDataFolder,
} from './millrace.ts'

export interface ParkedFigures {
  readonly count: number
  /** Resident memory per parked execution, in bytes, without forced garbage collection. */
  readonly bytesPerWait: number
  readonly parkedPerSecond: number
  readonly resumedPerSecond: number
  readonly restartMs: number
}

const WAITING = {
  name: 'Waits',
  nodes: [
    { id: 'wait', type: 'wait', data: { for: 'event', event: 'go' } },
    { id: 'end', type: 'set', data: { values: { got: '{{ previous.n }}' } } },
  ],
  edges: [{ source: 'wait', target: 'end' }],
}

const AT_ONCE = 64

/** Measures the memory of thousands of waiting executions, the start with them, and how fast they resume. */
export async function measureParked(count: number, databaseUrl?: string): Promise<ParkedFigures> {
  return withDataFolder(async (data) => {
    const first = await startMillrace(data, databaseUrl)
    const workflow = await createWorkflow(first.url, WAITING)
    const post = async (url: string, path: string, body: object): Promise<unknown> => {
      const answer = await fetch(`${url}/v1${path}`, {
        method: 'POST',
        headers: { ...AUTHORIZATION, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`)
      return ((await answer.json()) as { data: unknown }).data
    }
    const parkedAt = performance.now()
    const ids = await inParallel(count, async () => {
      const accepted = await post(first.url, `/workflows/${workflow}/execute`, {})
      return (accepted as { execution_id: string }).execution_id
    })
    while (await isAny(first.url, workflow, 'running')) await sleep(5)
    const parkedMs = performance.now() - parkedAt
    await first.stop()

    const empty = await withDataFolder(async (other) => {
      const idle = await startMillrace(other)
      await sleep(3_000)
      const memory = await idle.memoryMb()
      await idle.stop()
      return memory
    })
    const second = await startMillrace(data, databaseUrl)
    await sleep(3_000)
    const memory = await second.memoryMb()
    const resumedAt = performance.now()
    await inParallel(count, async (n) =>
      post(second.url, `/executions/${ids[n] ?? ''}/signal`, { event: 'go', data: { n } }),
    )
    await untilAllEnded(second.url, workflow)
    const resumedMs = performance.now() - resumedAt
    await second.stop()
    return {
      count,
      bytesPerWait: Math.max(0, ((memory - empty) * 1024 * 1024) / count),
      parkedPerSecond: count / (parkedMs / 1000),
      resumedPerSecond: count / (resumedMs / 1000),
      restartMs: second.startMs,
    }
  })
}

async function inParallel<T>(count: number, work: (n: number) => Promise<T>): Promise<T[]> {
  const results: T[] = []
  let next = 0
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let n = next++; n < count; n = next++) results[n] = await work(n)
    }),
  )
  return results
}

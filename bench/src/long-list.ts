import { performance } from 'node:perf_hooks'
import { DatabaseSync } from 'node:sqlite'
import { AUTHORIZATION, createWorkflow, startMillrace, untilAllEnded, withDataFolder } from './millrace.ts'
import { fourNodeWorkflow } from './four-node-workflow.ts'

export interface ListFigures {
  readonly count: number
  readonly p50Ms: number
  readonly p99Ms: number
}

const LOOKS = 500

/**
 * Measures pages of a very long list of executions: the newest, by status, by time range, and far down by cursor. The rows
 * are copies of one real execution, inserted while no process has the file open: a million real runs would take minutes.
 */
export async function measureLongList(count: number): Promise<ListFigures> {
  return withDataFolder(async (data) => {
    const first = await startMillrace(data)
    const workflow = await createWorkflow(first.url, fourNodeWorkflow)
    await fetch(`${first.url}/v1/workflows/${workflow}/execute`, {
      method: 'POST',
      headers: { ...AUTHORIZATION, 'content-type': 'application/json' },
      body: JSON.stringify({ input: { name: 'Ada' } }),
    })
    await untilAllEnded(first.url, workflow)
    await first.stop()
    multiply(`${data}/millrace.db`, count)

    const second = await startMillrace(data)
    const times: number[] = []
    let cursor = ''
    try {
      const queries = [
        'limit=20',
        'limit=100&status=completed',
        'limit=20&status=failed',
        'limit=20&to=2026-01-01',
      ]
      for (let look = 0; look < LOOKS; look += 1) {
        const query = look % 2 === 0 ? `limit=100${cursor}` : (queries[(look >> 1) % queries.length] ?? '')
        const askedAt = performance.now()
        const answer = await fetch(`${second.url}/v1/workflows/${workflow}/executions?${query}`, {
          headers: AUTHORIZATION,
        })
        const { meta } = (await answer.json()) as { meta: { next_cursor: string | null } }
        times.push(performance.now() - askedAt)
        if (look % 2 === 0 && meta.next_cursor !== null) cursor = `&cursor=${meta.next_cursor}`
      }
    } finally {
      await second.stop()
    }
    times.sort((a, b) => a - b)
    const at = (part: number) => times[Math.floor(times.length * part)] ?? Number.NaN
    return { count, p50Ms: at(0.5), p99Ms: at(0.99) }
  })
}

/** IDs contain the time: the copies are one second apart, before the real execution. Every tenth one failed. */
function multiply(file: string, count: number): void {
  const database = new DatabaseSync(file)
  const columns = (database.prepare('pragma table_info(executions)').all() as { name: string }[])
    .map(({ name }) => name)
    .filter((name) => !['id', 'status', 'started_at', 'completed_at'].includes(name))
  const list = columns.join(', ')
  database.exec(`
    with recursive copies (n) as (select 1 union all select n + 1 from copies where n < ${count})
    insert into executions (id, status, started_at, completed_at, ${list})
    select
      printf('%08x-%04x-7000-8000-%012x', (started_at - n * 1000) >> 16, (started_at - n * 1000) & 65535, n),
      iif(n % 10 = 0, 'failed', 'completed'), started_at - n * 1000, completed_at - n * 1000, ${list}
    from copies, (select * from executions limit 1)`)
  database.close()
}

import { mkdtemp, rm } from 'node:fs/promises'
import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { fourNodeWorkflow } from './four-node-workflow.ts'
import { runLoad } from './load.ts'
import { type StartedProcess, startProcess } from './started-process.ts'

const BARE_SERVER = fileURLToPath(new URL('bare-server.ts', import.meta.url))
const MILLRACE = fileURLToPath(new URL('../../server/src/main.ts', import.meta.url))
const TEMPORARY = fileURLToPath(new URL('../../.tmp', import.meta.url))
const KEY = 'bench-key-0123456789-0123456789'
const BODY = JSON.stringify({ input: { name: 'Ada' } })
const AUTHORIZATION = { authorization: `Bearer ${KEY}` }

export interface Settings {
  readonly seconds: number
  readonly connections: number
  /** Measures on PostgreSQL instead of the SQLite file. */
  readonly databaseUrl: string | undefined
}

export interface ExecutionFigures {
  readonly barePerSecond: number
  readonly completedPerSecond: number
  readonly ratio: number
  readonly acceptP50Ms: number
  readonly acceptP99Ms: number
  readonly startMs: number
  readonly idleMb: number
  readonly loadedMb: number
}

/** One run, both servers one after the other on the same machine: the ratio is what can be compared elsewhere. */
export async function measureExecutions(settings: Settings): Promise<ExecutionFigures> {
  const bare = await measureBare(settings)
  const { mkdir } = await import('node:fs/promises')
  await mkdir(TEMPORARY, { recursive: true })
  const data = await mkdtemp(`${TEMPORARY}/bench-`)
  try {
    // The first start makes the database; the second is the one that is measured.
    await (await startMillrace(data, settings)).stop()
    const server = await startMillrace(data, settings)
    try {
      return await measureMillrace(server, settings, bare)
    } finally {
      await server.stop()
    }
  } finally {
    await rm(data, { recursive: true, force: true })
  }
}

async function measureBare({ seconds, connections }: Settings): Promise<number> {
  const server = await startProcess(BARE_SERVER, {}, '/')
  try {
    const url = `${server.url}/v1/workflows/any/execute`
    await runLoad({ url, headers: AUTHORIZATION, body: BODY, seconds: 2, connections })
    const load = await runLoad({ url, headers: AUTHORIZATION, body: BODY, seconds, connections })
    return load.perSecond
  } finally {
    await server.stop()
  }
}

function startMillrace(data: string, { databaseUrl }: Settings): Promise<StartedProcess> {
  return startProcess(
    MILLRACE,
    {
      PORT: '0',
      MILLRACE_DATA: data,
      MILLRACE_API_KEY: KEY,
      MILLRACE_RATE_LIMITS: 'off',
      LOG_LEVEL: 'warn',
      ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
    },
    '/readyz',
  )
}

async function measureMillrace(
  server: StartedProcess,
  settings: Settings,
  bare: number,
): Promise<ExecutionFigures> {
  await sleep(2_000)
  const idleMb = await server.memoryMb()
  const workflow = await createWorkflow(server.url)
  const url = `${server.url}/v1/workflows/${workflow}/execute`
  const { seconds, connections } = settings
  const request = { url, headers: AUTHORIZATION, body: BODY, connections }
  await runLoad({ ...request, seconds: 2 })
  await untilAllEnded(server.url, workflow)

  const startedAt = performance.now()
  const full = await runLoad({ ...request, seconds })
  await untilAllEnded(server.url, workflow)
  const completedPerSecond = full.answered / ((performance.now() - startedAt) / 1000)
  if (full.failed > 0) throw new Error(`${full.failed} requests were not accepted.`)

  const half = await runLoad({ ...request, seconds, rate: Math.round(full.perSecond / 2) })
  await untilAllEnded(server.url, workflow)
  return {
    barePerSecond: bare,
    completedPerSecond,
    ratio: completedPerSecond / bare,
    acceptP50Ms: half.p50Ms,
    acceptP99Ms: half.p99Ms,
    startMs: server.startMs,
    idleMb,
    loadedMb: await server.memoryMb(),
  }
}

async function createWorkflow(url: string): Promise<string> {
  const answer = await fetch(`${url}/v1/workflows`, {
    method: 'POST',
    headers: { ...AUTHORIZATION, 'content-type': 'application/json' },
    body: JSON.stringify(fourNodeWorkflow),
  })
  const { data } = (await answer.json()) as { data: { id: string } }
  return data.id
}

/** Nothing is `running` any more; and nothing failed, or the figures would tell of something else. */
async function untilAllEnded(url: string, workflow: string): Promise<void> {
  while ((await countListed(url, workflow, 'running')) > 0) await sleep(5)
  if ((await countListed(url, workflow, 'failed')) > 0) throw new Error('Executions failed.')
}

async function countListed(url: string, workflow: string, status: string): Promise<number> {
  const answer = await fetch(`${url}/v1/workflows/${workflow}/executions?limit=1&status=${status}`, {
    headers: AUTHORIZATION,
  })
  const { data } = (await answer.json()) as { data: unknown[] }
  return data.length
}

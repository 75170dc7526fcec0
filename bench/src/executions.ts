import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { fourNodeWorkflow } from './four-node-workflow.ts'
import { runLoad } from './load.ts'
import { runPacedLoad } from './paced-load.ts'
import { type StartedProcess, startProcess } from './started-process.ts'

const BARE_SERVER = fileURLToPath(new URL('bare-server.ts', import.meta.url))
const MILLRACE = fileURLToPath(new URL('../../server/src/main.js', import.meta.url))
const TEMPORARY = fileURLToPath(new URL('../../.tmp', import.meta.url))
const KEY = 'bench-key-0123456789-0123456789'
const BODY = JSON.stringify({ input: { name: 'Ada' } })
const AUTHORIZATION = { authorization: `Bearer ${KEY}` }

export interface Settings {
  readonly rounds: number
  readonly roundSeconds: number
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

/**
 * Both servers run at once and are asked in turn, round by round: whatever else the machine does then hits both, and the
 * ratio, taken as the median of the rounds, is what can be compared elsewhere.
 */
export async function measureExecutions(settings: Settings): Promise<ExecutionFigures> {
  await mkdir(TEMPORARY, { recursive: true })
  const data = await mkdtemp(`${TEMPORARY}/bench-`)
  const bare = await startProcess(BARE_SERVER, {}, '/')
  try {
    // The first start makes the database; the second is the one that is measured.
    await (await startMillrace(data, settings)).stop()
    const millrace = await startMillrace(data, settings)
    try {
      return await measureBoth(bare, millrace, settings)
    } finally {
      await millrace.stop()
    }
  } finally {
    await bare.stop()
    await rm(data, { recursive: true, force: true })
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

async function measureBoth(
  bare: StartedProcess,
  millrace: StartedProcess,
  { rounds, roundSeconds, connections }: Settings,
): Promise<ExecutionFigures> {
  await sleep(3_000)
  const idleMb = await millrace.memoryMb()
  const workflow = await createWorkflow(millrace.url)
  const common = { headers: AUTHORIZATION, body: BODY, connections, seconds: roundSeconds }
  const askBare = () => runLoad({ ...common, url: `${bare.url}/v1/workflows/any/execute` })
  const url = `${millrace.url}/v1/workflows/${workflow}/execute`
  const askMillrace = async () => {
    const startedAt = performance.now()
    const load = await runLoad({ ...common, url })
    await untilAllEnded(millrace.url, workflow)
    if (load.failed > 0) throw new Error(`${load.failed} requests were not accepted.`)
    return load.answered / ((performance.now() - startedAt) / 1000)
  }
  await askBare()
  await askMillrace()

  const bareRates: number[] = []
  const completedRates: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    bareRates.push((await askBare()).perSecond)
    completedRates.push(await askMillrace())
  }
  const half = await runPacedLoad({ ...common, url, perSecond: Math.round(median(completedRates) / 2) })
  await untilAllEnded(millrace.url, workflow)
  return {
    barePerSecond: median(bareRates),
    completedPerSecond: median(completedRates),
    ratio: median(completedRates.map((rate, round) => rate / (bareRates[round] ?? rate))),
    acceptP50Ms: half.p50Ms,
    acceptP99Ms: half.p99Ms,
    startMs: millrace.startMs,
    idleMb,
    loadedMb: await millrace.memoryMb(),
  }
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
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

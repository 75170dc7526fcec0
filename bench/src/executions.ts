import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { fourNodeWorkflow } from './four-node-workflow.ts'
import { runLoad } from './load.ts'
import { AUTHORIZATION, createWorkflow, startMillrace, untilAllEnded, withDataFolder } from './millrace.ts'
import { type ConstantRateResult, runConstantRateLoad } from './constant-rate-load.ts'
import { type StartedProcess, startProcess } from './started-process.ts'
import { median } from './web/quantile.ts'

const BARE_SERVER = fileURLToPath(new URL('bare-server.ts', import.meta.url))
const BODY = JSON.stringify({ input: { name: 'Ada' } })

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
  /** Of the bare handler, at the same rate. */
  readonly bareP99Ms: number
  readonly startMs: number
  readonly idleMb: number
  readonly loadedMb: number
}

/**
 * Both servers run at the same time and get load in turn, round by round. Other work on the machine then affects both, and
 * the median ratio of the rounds can be compared between machines.
 */
export async function measureExecutions(settings: Settings): Promise<ExecutionFigures> {
  return withDataFolder(async (data) => {
    const bare = await startProcess(BARE_SERVER, {}, '/')
    try {
      // The first start creates the database; the second start is measured.
      await (await startMillrace(data, settings.databaseUrl)).stop()
      const millrace = await startMillrace(data, settings.databaseUrl)
      try {
        return await measureBoth(bare, millrace, settings)
      } finally {
        await millrace.stop()
      }
    } finally {
      await bare.stop()
    }
  })
}

async function measureBoth(
  bare: StartedProcess,
  millrace: StartedProcess,
  { rounds, roundSeconds, connections }: Settings,
): Promise<ExecutionFigures> {
  await sleep(3_000)
  const idleMb = await millrace.memoryMb()
  const workflow = await createWorkflow(millrace.url, fourNodeWorkflow)
  const common = { headers: AUTHORIZATION, body: BODY, connections, seconds: roundSeconds }
  const bareUrl = `${bare.url}/v1/workflows/any/execute`
  const askBare = () => runLoad({ ...common, url: bareUrl })
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
  const perSecond = Math.round(median(completedRates) / 2)
  const bareHalves: ConstantRateResult[] = []
  const halves: ConstantRateResult[] = []
  for (let round = 0; round < rounds; round += 1) {
    bareHalves.push(await runConstantRateLoad({ ...common, url: bareUrl, perSecond }))
    halves.push(await runConstantRateLoad({ ...common, url, perSecond }))
  }
  await untilAllEnded(millrace.url, workflow)
  return {
    barePerSecond: median(bareRates),
    completedPerSecond: median(completedRates),
    ratio: median(completedRates.map((rate, round) => rate / (bareRates[round] ?? rate))),
    acceptP50Ms: median(halves.map(({ p50Ms }) => p50Ms)),
    acceptP99Ms: median(halves.map(({ p99Ms }) => p99Ms)),
    bareP99Ms: median(bareHalves.map(({ p99Ms }) => p99Ms)),
    startMs: millrace.startMs,
    idleMb,
    loadedMb: await millrace.memoryMb(),
  }
}

import { mkdir } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { startMillrace, withDataFolder } from '../millrace.ts'
import { type StartedProcess, startProcess } from '../started-process.ts'
import { DataClient } from './data-client.ts'
import { fileRows } from './file-rates.ts'
import { listRows } from './list-steps.ts'
import { tableRows } from './large-table.ts'

/** A line of the output: what was measured, the figure, and what it is compared with. */
export type Row = readonly [label: string, figure: string, comparison?: string]

/** What the parts measure. */
export interface DataSetting {
  readonly millrace: StartedProcess
  readonly bare: StartedProcess
  readonly client: DataClient
  readonly rounds: number
}

type Measure = (setting: DataSetting) => Promise<readonly Row[]>

const PARTS: Readonly<Record<string, Measure>> = { lists: listRows, csv: tableRows, files: fileRows }

const BARE_SERVER = fileURLToPath(new URL('bare-data-server.ts', import.meta.url))
const SAMPLE_MS = 50

interface DataOptions {
  readonly rounds: number
  readonly part?: string | undefined
  readonly databaseUrl?: string | undefined
}

/** Measures lists, tables and files, each part on a server of its own, so that its memory is that of the part. */
export async function measureData({ rounds, part, databaseUrl }: DataOptions): Promise<readonly Row[]> {
  if (part !== undefined && !(part in PARTS))
    throw new Error(`There is no part "${part}" of data: ${Object.keys(PARTS).join(', ')}.`)
  const rows: Row[] = []
  for (const [name, measure] of Object.entries(PARTS))
    if (part === undefined || part === name)
      rows.push(...(await measurePart(name, measure, rounds, databaseUrl)))
  return rows
}

async function measurePart(
  name: string,
  measure: Measure,
  rounds: number,
  databaseUrl: string | undefined,
): Promise<readonly Row[]> {
  return withDataFolder(async (data) => {
    const folder = `${data}/bare`
    await mkdir(folder)
    const bare = await startProcess(BARE_SERVER, { BENCH_FOLDER: folder }, '/')
    const millrace = await startMillrace(data, databaseUrl)
    const client = new DataClient()
    try {
      await sleep(3_000)
      const [rows, { beforeMb, peakMb }] = await withMemory(millrace, () =>
        measure({ millrace, bare, client, rounds }),
      )
      const comparison = `the most; ${Math.round(beforeMb)} MB before`
      return [...rows, [`memory of the server, ${name}`, `${Math.round(peakMb)} MB`, comparison]]
    } finally {
      client.close()
      await millrace.stop()
      await bare.stop()
    }
  })
}

/** Does the work, and finds out how much memory the process had before it and at most. */
async function withMemory<T>(
  process: StartedProcess,
  work: () => Promise<T>,
): Promise<readonly [T, { readonly beforeMb: number; readonly peakMb: number }]> {
  const beforeMb = await process.memoryMb()
  let peakMb = beforeMb
  const stopping = new AbortController()
  const watching = (async () => {
    while (!stopping.signal.aborted) {
      peakMb = Math.max(peakMb, await process.memoryMb())
      await sleep(SAMPLE_MS)
    }
  })()
  let result: T
  try {
    result = await work()
  } finally {
    stopping.abort()
    await watching
  }
  return [result, { beforeMb, peakMb }]
}

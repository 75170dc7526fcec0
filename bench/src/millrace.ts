import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type StartedProcess, startProcess } from './started-process.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const TEMPORARY = fileURLToPath(new URL('../../.tmp', import.meta.url))
const KEY = 'bench-key-0123456789-0123456789'
export const AUTHORIZATION = { authorization: `Bearer ${KEY}` }

/** Creates a data folder for one measurement and removes it afterwards. */
export async function withDataFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  await mkdir(TEMPORARY, { recursive: true })
  const folder = await mkdtemp(`${TEMPORARY}/bench-`)
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Starts what `npm start` starts, of this checkout or of another one. */
export async function startMillrace(
  dataFolder: string,
  databaseUrl?: string,
  checkout = ROOT,
): Promise<StartedProcess> {
  // On PostgreSQL, versions before November 2026 do not create it themselves.
  await mkdir(dataFolder, { recursive: true })
  return startProcess(
    join(checkout, 'scripts', 'millrace.js'),
    {
      PORT: '0',
      MILLRACE_DATA: dataFolder,
      MILLRACE_API_KEY: KEY,
      MILLRACE_RATE_LIMITS: 'off',
      MILLRACE_HOOK_LIMIT: '0',
      LOG_LEVEL: 'warn',
      ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
    },
    '/readyz',
  )
}

export async function createWorkflow(url: string, workflow: object): Promise<string> {
  const answer = await fetch(`${url}/v1/workflows`, {
    method: 'POST',
    headers: { ...AUTHORIZATION, 'content-type': 'application/json' },
    body: JSON.stringify(workflow),
  })
  if (!answer.ok) throw new Error(`Creating the workflow failed: ${await answer.text()}`)
  const { data } = (await answer.json()) as { data: { id: string } }
  return data.id
}

/** The address of the inbound webhook of a published workflow. */
export async function findInboundUrl(url: string, workflow: string): Promise<string> {
  const answer = await fetch(`${url}/v1/workflows/${workflow}/triggers`, { headers: AUTHORIZATION })
  const { data } = (await answer.json()) as { data: { url?: string }[] }
  const address = data[0]?.url
  if (address === undefined) throw new Error('The workflow has no inbound webhook.')
  return `${url}${new URL(address).pathname}`
}

/** Resolves when no execution is running. Rejects if one failed, because the figures would then be meaningless. */
export async function untilAllEnded(url: string, workflow: string): Promise<void> {
  while (await isAny(url, workflow, 'running')) await sleep(5)
  if (await isAny(url, workflow, 'failed')) throw new Error('Executions failed.')
}

export async function isAny(url: string, workflow: string, status: string): Promise<boolean> {
  const answer = await fetch(`${url}/v1/workflows/${workflow}/executions?limit=1&status=${status}`, {
    headers: AUTHORIZATION,
  })
  const { data } = (await answer.json()) as { data: unknown[] }
  return data.length > 0
}

import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { prepareSite, type PostgresSite } from './embedded-postgres-site.ts'

export interface PostgresServer {
  url: string
  site: PostgresSite
  /** Resolves when the server has ended, for whatever reason. */
  exited: Promise<void>
  stop(): Promise<void>
}

/** Nothing has to survive a crash of the machine here, so nothing waits for the disk. */
const settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
  max_connections: '200',
  shared_buffers: '64MB',
  wal_level: 'minimal',
  max_wal_senders: '0',
  log_min_messages: 'log',
  timezone: 'UTC',
}
const portAttempts = 5
const startTimeoutMs = 60_000
const stopTimeoutMs = 5_000

/** Creates a server with an empty cluster on a free port of the loopback interface. */
export async function runServer(): Promise<PostgresServer> {
  const site = await prepareSite()
  try {
    const password = randomBytes(16).toString('hex')
    await initialise(site, password)
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await serve(site, password)
      } catch (error) {
        // Another process may take the port between choosing and binding it.
        if (attempt === portAttempts) throw error
      }
    }
  } catch (error) {
    await rm(site.folder, { recursive: true, force: true })
    throw error
  }
}

async function initialise(site: PostgresSite, password: string): Promise<void> {
  const passwordFile = join(site.folder, 'password')
  await writeFile(passwordFile, password, { mode: 0o644 })
  const flags = ['--username=postgres', '--auth=scram-sha-256', '--encoding=UTF8', '--no-locale', '--no-sync']
  const child = launch(site, site.initdb, [`--pgdata=${site.data}`, `--pwfile=${passwordFile}`, ...flags])
  const output = collectOutput(child)
  const [code] = (await once(child, 'close')) as [number | null]
  await rm(passwordFile)
  if (code !== 0) throw new Error(`PostgreSQL's initdb failed:\n${output.text}`)
}

async function serve(site: PostgresSite, password: string): Promise<PostgresServer> {
  const port = await findFreePort()
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const child = launch(site, site.postgres, ['-D', site.data, '-p', String(port), ...flags])
  const output = collectOutput(child)
  const exited = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const timeout = new AbortController()
  const isReady = await Promise.race([
    output.contains('ready to accept connections').then(() => true),
    exited.then(() => false),
    sleep(startTimeoutMs, false, { signal: timeout.signal, ref: false }),
  ])
  timeout.abort()
  if (!isReady) {
    await stopServer(child, exited)
    throw new Error(`PostgreSQL did not start:\n${output.text}`)
  }
  return {
    url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`,
    site,
    exited,
    stop: async () => {
      await stopServer(child, exited)
      await rm(site.folder, { recursive: true, force: true })
    },
  }
}

function launch(site: PostgresSite, program: string, args: string[]): ChildProcess {
  return spawn(program, args, {
    cwd: site.folder,
    // Messages in English: one of them says that the server is ready.
    env: { ...process.env, LC_ALL: 'C', LC_MESSAGES: 'C' },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...site.identity,
  })
}

function collectOutput(child: ChildProcess) {
  const output = { text: '', contains }
  let wanted: { text: string; found: () => void } | undefined
  const onText = (text: string) => {
    output.text += text
    if (wanted !== undefined && output.text.includes(wanted.text)) wanted.found()
  }
  child.stdout?.setEncoding('utf8').on('data', onText)
  child.stderr?.setEncoding('utf8').on('data', onText)
  child.once('error', (error) => onText(`${error.message}\n`))
  return output

  function contains(text: string): Promise<void> {
    return new Promise((found) => {
      wanted = { text, found }
    })
  }
}

/** First SIGINT (ends connections, shuts down cleanly), then SIGQUIT (immediately), then SIGKILL. */
async function stopServer(child: ChildProcess, exited: Promise<void>): Promise<void> {
  const signals = ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const
  let next = 0
  const escalate = () => child.kill(signals[Math.min(next++, signals.length - 1)])
  const timeout = setInterval(escalate, stopTimeoutMs)
  escalate()
  await exited
  clearInterval(timeout)
}

async function findFreePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  await once(probe, 'close')
  return port
}

import { flushCompileCache } from 'node:module'
import { performance } from 'node:perf_hooks'
import { fileURLToPath } from 'node:url'
import { type Config, type Role, warnOfUnknownSettings } from '../settings/config.ts'
import { createLogger } from '../logger.ts'
import { inlineMore, keepRequestsYoung, returnMemory } from '../tune-runtime.ts'
import { wire, type Service, type WireOptions } from '../wiring/wire.ts'

const WEB_FOLDER = fileURLToPath(new URL('../../../../web/dist', import.meta.url))
const STOP_WITHIN_MS = 30_000
const SETTLED_AFTER_MS = 1_000
/** The share of the time in which the service does something, up to which nobody would notice a pause. */
const QUIET = 0.02

/** Runs the service until a signal stops it. */
export async function serve(config: Config, changes: Pick<WireOptions, 'intervals'> = {}): Promise<void> {
  const logger = createLogger(config.logLevel)
  for (const warning of warnOfUnknownSettings()) logger.warn(warning)
  const service = await wire({
    ...changes,
    config,
    logger,
    webFolder: WEB_FOLDER,
    onFatal(error) {
      // It is unknown whether the last commit reached the disk. The next start reads what is really there.
      logger.fatal({ err: error }, 'store failed, exiting')
      process.exit(70)
    },
  })
  const address = await listen(service, config)
  service.setAddress(readableAddress(config, address))
  // Before the announcement: whoever reads it may send a signal.
  stopOnSignal(service, logger)
  // After the port is open: the previous process may have left much to resume.
  await service.start().catch(async (error: unknown) => {
    await service.stop()
    throw error
  })
  keepRequestsYoung()
  inlineMore()
  announce(service, config.role)
  // Node writes its compile cache when it exits. A process that is killed would leave none for the next start.
  setTimeout(flushCompileCache, SETTLED_AFTER_MS).unref()
  whenQuiet(returnMemory)
}

/** Collecting all garbage takes up to two tenths of a second: too long for a process that others wait for. */
function whenQuiet(work: () => void): void {
  const before = performance.eventLoopUtilization()
  setTimeout(() => {
    if (performance.eventLoopUtilization(before).utilization <= QUIET) work()
    else whenQuiet(work)
  }, SETTLED_AFTER_MS).unref()
}

async function listen(service: Service, { host, port }: Config): Promise<string> {
  try {
    return await service.app.listen({ host, port })
  } catch (error) {
    await service.stop()
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'EADDRINUSE') {
      throw new Error(
        `Port ${port} on ${host} is already in use. Stop the other program, or set PORT to another port (0 takes any free one).`,
        { cause: error },
      )
    }
    throw new Error(
      `The service cannot listen on port ${port} of ${host}: ${message}. Check HOST and PORT.`,
      {
        cause: error,
      },
    )
  }
}

/** Fastify reports the wildcard address; people need one they can open. */
function readableAddress(config: Config, address: string): string {
  const { port } = new URL(address)
  const host = ['0.0.0.0', '::'].includes(config.host) ? 'localhost' : config.host
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}

function announce(service: Service, role: Role): void {
  const url = service.publicUrl()
  const lines = [`Millrace is running at ${url}`]
  if (role === 'worker')
    lines.push('  Role      worker: runs executions that other processes accept; see /readyz for its state')
  else lines.push(`  API       ${url}/v1`, `  Reference ${url}/docs`)
  if (role === 'api') lines.push('  Role      api: accepts executions, which workers run')
  if (service.isDiskLow()) {
    lines.push('', 'Disk space is low: reads are answered and writes are refused until there is more of it.')
  }
  if (service.setupToken !== undefined) {
    lines.push('', 'This Millrace has no owner yet. Open this link to become its owner; it works once:')
    lines.push(`  ${url}/setup?token=${service.setupToken}`)
  }
  if (service.firstStart?.madeKey !== undefined) {
    lines.push('', 'Your API key, which is shown only once:', `  ${service.firstStart.madeKey}`)
  }
  process.stdout.write(`${lines.join('\n')}\n`)
}

function stopOnSignal(service: Service, logger: ReturnType<typeof createLogger>): void {
  let stopping = false
  const stop = (signal: string) => {
    if (stopping) return
    stopping = true
    logger.info({ signal }, 'stopping')
    const overdue = setTimeout(() => {
      logger.error('stop timed out, exiting; the next start resumes unfinished work')
      process.exit(1)
    }, STOP_WITHIN_MS)
    service.stop().then(
      () => {
        clearTimeout(overdue)
        process.exit(0)
      },
      (error: unknown) => {
        logger.error({ err: error }, 'stop failed')
        process.exit(1)
      },
    )
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}

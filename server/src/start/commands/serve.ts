import { flushCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'
import { type Config, type Role, warnOfUnknownSettings } from '../settings/config.ts'
import { createLogger } from '../logger.ts'
import { keepRequestsYoung, returnMemory } from '../tune-runtime.ts'
import { wire, type Service, type WireOptions } from '../wiring/wire.ts'

const WEB_FOLDER = fileURLToPath(new URL('../../../../web/dist', import.meta.url))
const STOP_WITHIN_MS = 30_000
const SETTLED_AFTER_MS = 1_000

/** Runs the service until it is told to stop. */
export async function serve(config: Config, changes: Pick<WireOptions, 'intervals'> = {}): Promise<void> {
  const logger = createLogger(config.logLevel)
  for (const warning of warnOfUnknownSettings()) logger.warn(warning)
  const service = await wire({
    ...changes,
    config,
    logger,
    webFolder: WEB_FOLDER,
    onFatal(error) {
      // Whether the last commit is on the disk is unknown. The next start reads what is really there.
      logger.fatal({ err: error }, 'the store failed; the process ends')
      process.exit(70)
    },
  })
  const address = await listen(service, config)
  service.setAddress(readableAddress(config, address))
  // Before anybody can know that it runs, and so send a signal.
  stopOnSignal(service, logger)
  keepRequestsYoung()
  announce(service, config.role)
  setTimeout(settle, SETTLED_AFTER_MS).unref()
}

function settle(): void {
  // Node would keep the compiled code for the next start when it exits, and a process that is killed does not.
  flushCompileCache()
  returnMemory()
}

async function listen(service: Service, { host, port }: Config): Promise<string> {
  try {
    return await service.app.listen({ host, port })
  } catch (error) {
    await service.stop()
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'EADDRINUSE') {
      throw new Error(
        `Port ${port} of ${host} is in use. Stop the other program, or choose a port with PORT (0 takes any free one).`,
        { cause: error },
      )
    }
    throw new Error(`The service cannot listen on port ${port} of ${host} (HOST, PORT): ${message}.`, {
      cause: error,
    })
  }
}

/** Fastify names every interface; people want one they can open. */
function readableAddress(config: Config, address: string): string {
  const { port } = new URL(address)
  const host = ['0.0.0.0', '::'].includes(config.host) ? 'localhost' : config.host
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}

function announce(service: Service, role: Role): void {
  const url = service.publicUrl()
  const lines = [`Millrace is running at ${url}`]
  if (role === 'worker') lines.push('  Role      worker: runs what others accept; /readyz tells how it is')
  else lines.push(`  API       ${url}/v1`, `  Reference ${url}/docs`)
  if (role === 'api') lines.push('  Role      api: accepts executions, and leaves it to workers to run them')
  if (service.setupToken !== undefined) {
    lines.push('', 'Nobody owns this Millrace yet. Open this link once to become its owner:')
    lines.push(`  ${url}/setup?token=${service.setupToken}`)
  }
  if (service.firstStart?.madeKey !== undefined) {
    lines.push('', 'Your API key, shown only this once:', `  ${service.firstStart.madeKey}`)
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
      logger.error('stopping took too long; what was under way is taken up by the next start')
      process.exit(1)
    }, STOP_WITHIN_MS)
    service.stop().then(
      () => {
        clearTimeout(overdue)
        process.exit(0)
      },
      (error: unknown) => {
        logger.error({ err: error }, 'stopping failed')
        process.exit(1)
      },
    )
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}

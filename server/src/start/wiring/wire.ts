import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { API_VERSIONS, type ApiVersion } from '@millrace/contract/versions.ts'
import { AppError } from '#domain/index.ts'
import type { PollIntervals } from '#engine/index.ts'
import { Dispatcher, type FirstStart, Schedules, VaultWaitLinks } from '#features/index.ts'
import { checkVersions, createApp, registerHealthRoutes, registerMetrics } from '#http/index.ts'
import type { Clock, Store } from '#ports/index.ts'
import type { Config } from '../settings/config.ts'
import { Drain } from './drain.ts'
import { type Foundation, layFoundation } from './foundation.ts'
import { Housekeeping } from './housekeeping.ts'
import { createRegistry } from './metrics.ts'
import { wireApi, type WiredApi } from './wire-api.ts'
import { type OutgoingHttp, type OutgoingNetwork, wireEngine } from './wire-engine.ts'

export interface WireOptions {
  readonly config: Config
  readonly logger: FastifyBaseLogger
  readonly webFolder: string
  onFatal(error: unknown): void
  /** Another table of versions, another clock or another intervals than the real ones. */
  readonly versions?: readonly ApiVersion[]
  readonly clock?: Clock
  readonly intervals?: Partial<PollIntervals>
  /** Another way to speak HTTP than the guarded one: no request leaves the process then. */
  readonly http?: OutgoingHttp
  /** Other names and wires than the real ones, behind the guard that stays. */
  readonly network?: OutgoingNetwork
}

/** The whole service, put together and not yet listening. */
export interface Service {
  readonly app: FastifyInstance
  readonly store: Store
  /** Undefined in a worker, which makes no account and no key: nobody would see it. */
  readonly firstStart: FirstStart | undefined
  /** Token of the link by which the first owner is made; undefined once somebody can sign in, and in a worker. */
  readonly setupToken: string | undefined
  readonly appliedMigrations: readonly string[]
  /** To be told once the address is known. */
  setAddress(url: string): void
  publicUrl(): string
  /** Answers 503 from here on, finishes what is under way, closes everything. */
  stop(): Promise<void>
}

/** Puts the service together; when that fails, everything that was opened is closed again. */
export async function wire(options: WireOptions): Promise<Service> {
  const undo: (() => void | Promise<void>)[] = []
  const undoAll = async () => {
    for (const step of undo.toReversed()) await step()
  }
  try {
    return await putTogether(options, undo, undoAll)
  } catch (error) {
    await undoAll()
    throw error
  }
}

async function putTogether(
  options: WireOptions,
  undo: (() => void | Promise<void>)[],
  undoAll: () => Promise<void>,
): Promise<Service> {
  const { config, versions = API_VERSIONS } = options
  checkVersions(versions)
  const foundation = await layFoundation(options, undo)
  const { store, log, scheduler, disk } = foundation
  let address = ''
  const publicUrl = () => config.publicUrl ?? address

  const waitLinks = new VaultWaitLinks(foundation.vault, () => linkBase(config, address))
  const wiredEngine = wireEngine(foundation, waitLinks, options)
  undo.push(() => wiredEngine.close())
  const { engine } = wiredEngine
  const api =
    config.role === 'worker'
      ? undefined
      : await wireApi(foundation, wiredEngine, {
          versions,
          webFolder: options.webFolder,
          address: () => address,
          publicUrl,
          waitLinks,
        })
  if (api !== undefined) undo.push(() => api.close())
  const drain = new Drain()
  const app = serveAll(foundation, drain, api)

  const housekeeping = new Housekeeping({ ...foundation, retentionDays: config.retentionDays })
  const dispatcher = new Dispatcher({
    ...foundation,
    deliveries: store.deliveries,
    http: wiredEngine.deliveryHttp,
    alone: config.databaseUrl === undefined,
  })
  const schedules = new Schedules({ ...foundation, engine })
  await engine.start()
  // Where executions run: a process that only answers has enough to do.
  if (config.role !== 'api') {
    await dispatcher.start()
    schedules.start()
  }
  // Not where nothing runs: there only the callers' requests count.
  if (config.role !== 'api') housekeeping.start()
  // After the few writes of the start itself: with a disk that is low the service starts, and can be read.
  if (config.databaseUrl === undefined) await disk.start(scheduler)
  log.info(
    { role: config.role, store: config.databaseUrl === undefined ? 'SQLite' : 'PostgreSQL' },
    'started',
  )

  return {
    app,
    store,
    firstStart: api?.firstStart,
    setupToken: api?.setupToken,
    appliedMigrations: foundation.appliedMigrations,
    setAddress(url) {
      address = url
    },
    publicUrl,
    async stop() {
      const drained = drain.begin()
      engine.watch.release()
      await drained
      await app.close()
      await housekeeping.stop()
      await schedules.stop()
      await engine.stop()
      await dispatcher.stop()
      await undoAll()
    },
  }
}

/** The server with what every role answers, and the API where there is one. */
function serveAll(foundation: Foundation, drain: Drain, api: WiredApi | undefined): FastifyInstance {
  const { config, store, disk, log } = foundation
  const app = createApp({
    logger: log,
    trustedProxies: config.trustedProxies,
    isDraining: () => drain.isDraining,
    admitBadUrl: async (request, reply) => api?.admitBadUrl(request, reply),
  })
  drain.watch(app)
  registerMetrics(app, createRegistry(), config.metrics)
  registerHealthRoutes(app, {
    role: config.role,
    async problems() {
      const problems: string[] = []
      if (drain.isDraining) problems.push('stopping')
      if (disk.isLow()) problems.push('disk space is low')
      await store.probe().catch(() => problems.push('the database cannot be written'))
      return problems
    },
  })
  if (api !== undefined) api.register(app)
  else {
    app.setNotFoundHandler(() => {
      throw new AppError(
        'NOT_FOUND',
        'This process is a worker: it runs executions, and serves /livez, /readyz and /metrics only.',
      )
    })
  }
  return app
}

/** What links begin with that runs send out. A worker has no address of its own that people could reach. */
function linkBase(config: Config, address: string): string | undefined {
  if (config.publicUrl !== undefined || config.role === 'worker') return config.publicUrl
  // Runs that an earlier process left go on before the port is open.
  if (address === '') return config.port === 0 ? undefined : `http://${config.host}:${config.port}`
  return address
}

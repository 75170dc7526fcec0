import { hostname } from 'node:os'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { API_VERSIONS, type ApiVersion } from '@millrace/contract/versions.ts'
import { Argon2PasswordHasher, PiscinaWorkerPool } from '#adapters/index.ts'
import { AppError } from '#domain/index.ts'
import type { PollIntervals } from '#engine/index.ts'
import {
  BulkRuns,
  Dispatcher,
  type FirstStart,
  RunStatistics,
  Polls,
  Schedules,
  SETTLE_MS,
  VaultWaitLinks,
} from '#features/index.ts'
import { checkVersions, createApp, ownHosts, registerHealthRoutes, registerMetrics } from '#http/index.ts'
import type { Clock, PasswordHasher, Store, WorkerPool } from '#ports/index.ts'
import type { Config } from '../settings/config.ts'
import { Drain } from './drain.ts'
import { type Foundation, openFoundation } from './foundation.ts'
import { Housekeeping } from './housekeeping.ts'
import { createRegistry } from './metrics.ts'
import { probeInTime, ProbeTimeout } from './probe-in-time.ts'
import { VERSION } from '../version.ts'
import { wireApi, type WiredApi } from './wire-api.ts'
import { type OutgoingHttp, type OutgoingNetwork, wireEngine } from './wire-engine.ts'

/** Below the time after which load balancers usually give up. */
const PROBE_LIMIT_MS = 3_000

export interface WireOptions {
  readonly config: Config
  readonly logger: FastifyBaseLogger
  readonly webFolder: string
  onFatal(error: unknown): void
  /** Replace the table of versions, the clock and the intervals in tests. */
  readonly versions?: readonly ApiVersion[]
  readonly clock?: Clock
  readonly intervals?: Partial<PollIntervals>
  /** Replaces the guarded HTTP client; then no request leaves the process. */
  readonly http?: OutgoingHttp
  /** Replaces name resolution and connections; the guard stays in front of them. */
  readonly network?: OutgoingNetwork
  /** Replaces the pool of worker threads. It is closed with the service. */
  readonly workers?: WorkerPool
  readonly passwords?: PasswordHasher
}

/** The assembled service, not yet listening and not yet working. */
export interface Service {
  readonly app: FastifyInstance
  readonly store: Store
  /** Undefined in a worker, which creates neither an account nor a key. */
  readonly firstStart: FirstStart | undefined
  /** Whether writes are refused because disk space is low. */
  isDiskLow(): boolean
  /** Token of the setup link for the first owner; undefined if there is an owner, and in a worker. */
  readonly setupToken: string | undefined
  readonly appliedMigrations: readonly string[]
  /** Call it once the address is known. */
  setAddress(url: string): void
  publicUrl(): string
  /**
   * Resumes what earlier processes left, and starts everything that goes on without a request. Call it once the service
   * listens: requests are answered meanwhile.
   */
  start(): Promise<void>
  /** Refuses new requests with 503, finishes those in progress, then closes everything. */
  stop(): Promise<void>
}

/** Assembles the service; if that fails, everything that was opened is closed again. */
export async function wire(options: WireOptions): Promise<Service> {
  const undo: (() => void | Promise<void>)[] = []
  const undoAll = async () => {
    for (const step of undo.toReversed()) await step()
  }
  try {
    return await assemble(options, undo, undoAll)
  } catch (error) {
    await undoAll()
    throw error
  }
}

async function assemble(
  options: WireOptions,
  undo: (() => void | Promise<void>)[],
  undoAll: () => Promise<void>,
): Promise<Service> {
  const { config, versions = API_VERSIONS } = options
  checkVersions(versions)
  let address = ''
  const runUrl = (executionId: string) => {
    const base = linkBase(config, address)
    return base === undefined ? null : `${base}/executions/${executionId}`
  }
  const foundation = await openFoundation({ ...options, runUrl }, undo)
  const { store, log, scheduler, disk } = foundation
  const publicUrl = () => config.publicUrl ?? address

  const drain = new Drain()
  let started: Promise<void> | undefined
  let isStarted = false
  // Schedules are created later, because they need the engine.
  let warnings: () => readonly string[] = () => []
  const probe = probeInTime(() => store.probe(), PROBE_LIMIT_MS)
  const health: Health = {
    drain,
    warnings: () => warnings(),
    async problems() {
      const problems: string[] = []
      if (drain.isDraining) problems.push('stopping')
      else if (!isStarted) problems.push('starting: resuming what the previous process left')
      if (disk.isLow()) problems.push('disk space is low')
      await probe().catch((error: unknown) => problems.push(explainUnwritable(error)))
      return problems
    },
  }
  const waitLinks = new VaultWaitLinks(foundation.vault, () => linkBase(config, address))
  const workers = options.workers ?? new PiscinaWorkerPool()
  const wiredEngine = wireEngine(foundation, waitLinks, { ...options, workers })
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
          workers,
          passwords: options.passwords ?? new Argon2PasswordHasher(),
          problems: async () => [...(await health.problems()), ...warnings()],
        })
  if (api !== undefined) undo.push(() => api.close())
  const app = serveAll(foundation, health, api)

  const housekeeping = new Housekeeping({
    ...foundation,
    retentionDays: config.retentionDays,
    auditRetentionDays: config.auditRetentionDays,
  })
  const dispatcher = new Dispatcher({
    ...foundation,
    deliveries: store.deliveries,
    http: wiredEngine.deliveryHttp,
    isSingleProcess: config.databaseUrl === undefined,
  })
  const schedules = new Schedules({ ...foundation, engine })
  const polls = new Polls({
    ...foundation,
    engine,
    kinds: wiredEngine.kinds,
    isSingleProcess: config.databaseUrl === undefined,
  })
  warnings = () => [...schedules.warnings(), ...polls.warnings()]
  const statistics = new RunStatistics({
    ...foundation,
    settleMs: config.databaseUrl === undefined ? SETTLE_MS.singleProcess : SETTLE_MS.severalProcesses,
  })
  const bulkRuns = new BulkRuns({ ...foundation, engine })
  await engine.join()

  async function startWork(): Promise<void> {
    await engine.start()
    await store.monitor.describeProcess({
      id: engine.owner,
      role: config.role,
      host: hostname(),
      version: VERSION,
      startedAt: foundation.clock.now(),
    })
    // An API process only serves requests.
    if (config.role !== 'api') {
      await dispatcher.start()
      schedules.start()
      polls.start()
      statistics.start()
      bulkRuns.start()
      housekeeping.start()
    }
    // After the few writes of the startup, so that the service starts and can be read when disk space is low.
    if (config.databaseUrl === undefined) await disk.start(scheduler)
    log.info(
      { role: config.role, store: config.databaseUrl === undefined ? 'SQLite' : 'PostgreSQL' },
      'service started',
    )
    isStarted = true
    void foundation.checkInBackground()
  }

  return {
    app,
    store,
    firstStart: api?.firstStart,
    setupToken: api?.setupToken,
    isDiskLow: () => disk.isLow(),
    appliedMigrations: foundation.appliedMigrations,
    setAddress(url) {
      address = url
    },
    publicUrl,
    start: () => (started ??= startWork()),
    async stop() {
      const drained = drain.begin()
      engine.watch.release()
      // Whoever called `start` knows about its failure.
      await started?.catch(() => undefined)
      await drained
      await app.close()
      await housekeeping.stop()
      await schedules.stop()
      await polls.stop()
      await statistics.stop()
      await bulkRuns.stop()
      await engine.stop()
      await dispatcher.stop()
      await undoAll()
    },
  }
}

function explainUnwritable(error: unknown): string {
  if (error instanceof ProbeTimeout) return 'the database does not answer'
  return error instanceof AppError && error.details['damaged'] === true
    ? 'the database is damaged; restore a backup'
    : 'the database is not writable'
}

interface Health {
  readonly drain: Drain
  /** Reasons why the process is not ready. */
  problems(): Promise<readonly string[]>
  /** What an operator should know although the process is ready. */
  warnings(): readonly string[]
}

/** Creates the server with the routes of every role and, unless it is a worker, the API. */
function serveAll(
  { config, log }: Foundation,
  { drain, problems, warnings }: Health,
  api: WiredApi | undefined,
): FastifyInstance {
  const app = createApp({
    logger: log,
    trustedProxies: config.trustedProxies,
    isDraining: () => drain.isDraining,
    isOwnHost: config.publicUrl === undefined ? undefined : ownHosts(config.publicUrl, config.host),
    admitBadUrl: async (request, reply) => api?.admitBadUrl(request, reply),
  })
  drain.watch(app)
  registerMetrics(app, createRegistry(), config.metrics)
  registerHealthRoutes(app, {
    role: config.role,
    problems,
    warnings,
  })
  if (api !== undefined) api.register(app)
  else {
    app.setNotFoundHandler(() => {
      throw new AppError(
        'NOT_FOUND',
        'This process is a worker: it runs executions and serves only /livez, /readyz and /metrics.',
      )
    })
  }
  return app
}

/** The base URL of links that runs send. A worker has no address of its own that people could open. */
function linkBase(config: Config, address: string): string | undefined {
  if (config.publicUrl !== undefined || config.role === 'worker') return config.publicUrl
  // Not yet listening: a request that comes through no port can start a run.
  if (address === '') return config.port === 0 ? undefined : `http://${config.host}:${config.port}`
  return address
}

import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { pino } from 'pino'
import type { ApiVersion } from '@millrace/contract/versions.ts'
import type { PlanId } from '@millrace/contract/plans.ts'
import type { Role } from '@millrace/contract/roles.ts'
import { SCOPES, type Scope } from '@millrace/contract/scopes.ts'
import { randomIds, systemClock } from '#adapters/index.ts'
import { type AccountId, SERVICE, systemAuthor } from '#domain/index.ts'
import { createAccount, type FirstStart, KeyService } from '#features/index.ts'
import type { Clock } from '#ports/index.ts'
import { readConfig } from '#start/settings/config.ts'
import { openVault } from '#start/wiring/open-vault.ts'
import { type Service, wire, type WireOptions } from '#start/wiring/wire.ts'
import { createTestDatabase, type TestDatabase } from './embedded-postgres.ts'

const SESSION_MS = 60 * 60 * 1000

export type StoreKind = 'sqlite' | 'postgres'
export const STORE_KINDS: readonly StoreKind[] = ['sqlite', 'postgres']

export interface TestResponse {
  readonly status: number
  readonly headers: Headers
  /** Parsed when the response is JSON, text otherwise. */
  // oxlint-disable-next-line typescript/no-explicit-any -- tests read answers of every shape
  readonly body: any
}

export interface TestRequest {
  /** Sent as JSON. */
  readonly body?: unknown
  /** Sent unchanged, with the given headers. */
  readonly rawBody?: string | Uint8Array<ArrayBuffer> | ReadableStream
  readonly headers?: Record<string, string>
  /** Another key than the first account's; null sends none. */
  readonly key?: string | null
}

export interface TestAccount {
  readonly id: AccountId
  readonly key: string
}

/** The real service, listening on loopback, on a store of its own. */
export interface TestService {
  readonly url: string
  readonly key: string
  readonly dataFolder: string
  readonly databaseUrl: string | undefined
  readonly service: Service
  readonly firstStart: FirstStart
  /** Paths are relative to the server, such as `/v1/workflows`. */
  request(method: string, path: string, options?: TestRequest): Promise<TestResponse>
  createAccount(plan?: PlanId): Promise<TestAccount>
  createKey(scopes: readonly Scope[], options?: { account?: AccountId; expiresAt?: number }): Promise<string>
  /** Signs a new person in and returns the cookie. */
  createSession(role: Role, options?: { account?: AccountId }): Promise<string>
  /** Stops the service and keeps the data, so that another service can be started on it. */
  stop(): Promise<void>
  /** Stops the service and removes the data. */
  destroy(): Promise<void>
}

export interface TestServiceOptions {
  readonly store?: StoreKind
  readonly environment?: Readonly<Record<string, string>>
  readonly clock?: Clock
  readonly versions?: readonly ApiVersion[]
  /** The client for outgoing requests; the guarded client by default. */
  readonly http?: NonNullable<WireOptions['http']>
  /** The network behind the guarded client; the real network by default. */
  readonly network?: NonNullable<WireOptions['network']>
  /** The pool of worker threads; one of its own by default. */
  readonly workers?: NonNullable<WireOptions['workers']>
  /** Hashes passwords; at full cost by default. */
  readonly passwords?: NonNullable<WireOptions['passwords']>
  /** Where the log is written; discarded by default. */
  readonly logger?: FastifyBaseLogger
  /** The data of a stopped service. */
  readonly dataOf?: TestService
}

export async function startService(options: TestServiceOptions = {}): Promise<TestService> {
  const dataFolder = options.dataOf?.dataFolder ?? (await mkdtemp(join(tmpdir(), 'millrace-test-')))
  const database =
    options.dataOf === undefined && options.store === 'postgres' ? await createTestDatabase() : undefined
  try {
    return await startOn(dataFolder, database, options)
  } catch (error) {
    // A service that fails to start leaves nothing behind either.
    await database?.drop()
    if (options.dataOf === undefined) await rm(dataFolder, { recursive: true, force: true })
    throw error
  }
}

async function startOn(
  dataFolder: string,
  database: TestDatabase | undefined,
  options: TestServiceOptions,
): Promise<TestService> {
  const databaseUrl = options.dataOf?.databaseUrl ?? database?.url
  const key = options.environment?.['MILLRACE_API_KEY'] ?? 'test-key-0123456789abcdefghijklm'
  const config = readConfig(
    {},
    {
      PORT: '0',
      LOG_LEVEL: 'silent',
      MILLRACE_DATA: dataFolder,
      MILLRACE_API_KEY: key,
      MILLRACE_RATE_LIMITS: 'off',
      MILLRACE_DISK_FLOOR_MB: '0',
      DATABASE_URL: databaseUrl,
      ...options.environment,
    },
  )
  const service = await wire({
    config,
    logger: options.logger ?? pino({ level: config.logLevel }),
    webFolder: join(import.meta.dirname, '../../../web/dist'),
    onFatal(error) {
      throw error
    },
    ...(options.clock && { clock: options.clock }),
    ...(options.versions && { versions: options.versions }),
    ...(options.http && { http: options.http }),
    ...(options.network && { network: options.network }),
    ...(options.workers && { workers: options.workers }),
    ...(options.passwords && { passwords: options.passwords }),
  })
  // Also when it is configured to listen on all interfaces: a test opens no port to other machines.
  const url = await service.app.listen({ host: '127.0.0.1', port: 0 })
  service.setAddress(url)
  await service.start()

  let stopped: Promise<void> | undefined
  const stop = () => (stopped ??= service.stop())
  const vault = await openVault(config, service.store, pino({ level: 'silent' }))
  const parts = { store: service.store, clock: options.clock ?? systemClock, ids: randomIds(), vault }
  const keys = new KeyService(parts)
  const firstStart = service.firstStart ?? assert.fail('only services with an API are started here')

  return {
    url,
    key,
    dataFolder,
    databaseUrl,
    service,
    firstStart,
    request: (method, path, request = {}) => send(url, key, method, path, request),
    async createAccount(plan = 'business') {
      return service.store.write(async (tx) => {
        const { id } = await createAccount(tx, parts, 'Another', plan)
        const created = await keys.create(tx, systemAuthor(id, SERVICE), {
          name: 'First',
          scopes: [...SCOPES],
          expiresAt: null,
        })
        return { id, key: created.key }
      })
    },
    async createKey(scopes, { account = firstStart.account.id, expiresAt } = {}) {
      const wanted = { name: 'Test', scopes, expiresAt: expiresAt ?? null }
      return (await service.store.write((tx) => keys.create(tx, systemAuthor(account, SERVICE), wanted))).key
    },
    async createSession(role, { account = firstStart.account.id } = {}) {
      const { clock, ids } = parts
      const [now, token] = [clock.now(), ids.secret(32)]
      const user = {
        id: ids.next(now),
        accountId: account,
        email: `${ids.secret(8)}@example.com`,
        name: `Test ${role}`,
        role,
        passwordHash: '',
        createdAt: now,
      }
      await service.store.write(async (tx) => {
        await service.store.users.insert(tx, user)
        await service.store.sessions.insert(tx, {
          digest: vault.digest('session', token),
          accountId: account,
          userId: user.id,
          createdAt: now,
          expiresAt: now + SESSION_MS,
          lastSeen: { at: now, address: '127.0.0.1', userAgent: 'Test' },
        })
      })
      return `millrace=${token}`
    },
    stop,
    async destroy() {
      await stop()
      await (database?.drop() ?? options.dataOf?.destroy())
      await rm(dataFolder, { recursive: true, force: true })
    },
  }
}

async function send(
  url: string,
  key: string,
  method: string,
  path: string,
  request: TestRequest,
): Promise<TestResponse> {
  const headers = new Headers(request.headers)
  const sentKey = request.key === undefined ? key : request.key
  if (sentKey !== null && !headers.has('authorization')) headers.set('authorization', `Bearer ${sentKey}`)
  if (request.body !== undefined && !headers.has('content-type'))
    headers.set('content-type', 'application/json')
  const body = request.rawBody ?? (request.body === undefined ? null : JSON.stringify(request.body))
  const answer = await fetch(`${url}${path}`, { method, headers, body, redirect: 'manual' })
  const text = await answer.text()
  // A part of JSON is none.
  const isJson =
    answer.headers.get('content-type')?.startsWith('application/json') === true && answer.status !== 206
  return {
    status: answer.status,
    headers: answer.headers,
    body: isJson && text !== '' ? JSON.parse(text) : text,
  }
}

import type { About } from '@millrace/contract/about.ts'
import { type AppRoute, sessionRoute } from '#http/index.ts'
import type { KnownProcess, StorageUse } from '#ports/index.ts'
import type { SignedIn } from '../sessions/session-service.ts'
import type { FeatureDeps } from '../shared/feature-deps.ts'
import { timestamp, timestampOrNull } from '../shared/timestamps.ts'

/** Beyond this number the queue is simply long. */
const COUNTED_UP_TO = 10_000
/** Measuring is cheap, but not free; sizes change slowly. */
const STORAGE_CACHE_MS = 10_000
/** After three missed heartbeats other processes take over. */
const HEARTBEAT_TIMEOUT_MS = 12_000

export interface AboutDeps {
  readonly version: string
  readonly database: About['database']
  /** The id of this process, as in its heartbeats. */
  readonly processId: string
  readonly retention: About['retention']
  problems(): Promise<readonly string[]>
}

/** The state of the installation. It contains nothing of any account but sums. */
export function aboutRoutes({ store, clock }: FeatureDeps, deps: AboutDeps): AppRoute<SignedIn>[] {
  let measured: { readonly at: number; readonly use: Promise<StorageUse> } | undefined

  /** At most once in ten seconds, however many people look. */
  function measureStorage(now: number): Promise<StorageUse> {
    if (measured === undefined || now - measured.at >= STORAGE_CACHE_MS) {
      const use = store.monitor.storage()
      measured = { at: now, use }
      // A failure is not remembered.
      use.catch(() => (measured = undefined))
    }
    return measured.use
  }

  return [
    sessionRoute({ method: 'GET', path: '/about', access: 'viewer' }, async () => {
      const now = clock.now()
      const [storage, queue, processes, problems] = await Promise.all([
        measureStorage(now),
        store.monitor.queue(now, COUNTED_UP_TO),
        store.monitor.processes(),
        deps.problems(),
      ])
      const data: About = {
        version: deps.version,
        database: deps.database,
        problems: [...problems],
        storage: { total_bytes: storage.totalBytes, kinds: [...storage.kinds] },
        queue: {
          running_executions: queue.running,
          unowned_executions: queue.unowned,
          due_timers: queue.dueTimers,
          due_deliveries: queue.dueDeliveries,
          counted_up_to: COUNTED_UP_TO,
          oldest_due_at: timestampOrNull(queue.oldestDueAt ?? null),
        },
        processes: processes.map((process) => presentProcess(process, deps.processId, now)),
        retention: deps.retention,
      }
      return { data }
    }),
  ]
}

function presentProcess(process: KnownProcess, own: string, now: number): About['processes'][number] {
  const { id, role, host, version, startedAt, lastHeartbeatAt } = process
  return {
    id,
    role: role ?? null,
    host: host ?? null,
    version: version ?? null,
    started_at: timestampOrNull(startedAt ?? null),
    last_heartbeat_at: timestamp(lastHeartbeatAt),
    is_current: id === own,
    is_alive: now - lastHeartbeatAt < HEARTBEAT_TIMEOUT_MS,
  }
}

/** The state of the installation, as the web app shows it. Not part of the public API. */
import Type, { type Static } from 'typebox'
import { nullable, TimestampSchema } from './primitives.ts'

/** What takes up space. */
export const STORAGE_KINDS = [
  'workflows',
  'executions',
  'journals',
  'submissions',
  'deliveries',
  'integrations',
  'audit',
] as const

export type StorageKind = (typeof STORAGE_KINDS)[number]

export const AboutSchema = Type.Object({
  version: Type.String(),
  database: Type.Enum(['sqlite', 'postgresql']),
  /** Empty if everything works. */
  problems: Type.Array(Type.String()),
  storage: Type.Object({
    total_bytes: Type.Integer(),
    /** Estimates, which are cheap to make. Indexes are part of `bytes` on PostgreSQL only. */
    kinds: Type.Array(
      Type.Object({ kind: Type.Enum([...STORAGE_KINDS]), rows: Type.Integer(), bytes: Type.Integer() }),
    ),
  }),
  queue: Type.Object({
    /** Executions that a process runs or has in its local queue. */
    running_executions: Type.Integer(),
    /** Executions that are due and that no process has claimed yet; counted up to a limit. */
    unowned_executions: Type.Integer(),
    /** Waiting executions whose timer is due. */
    due_timers: Type.Integer(),
    /** Webhook deliveries whose next attempt is due. */
    due_deliveries: Type.Integer(),
    /** The limit of the counts. */
    counted_up_to: Type.Integer(),
    /** Since when the work that has been due longest is due; null if nothing is due. */
    oldest_due_at: nullable(TimestampSchema),
  }),
  processes: Type.Array(
    Type.Object({
      id: Type.String(),
      role: nullable(Type.Enum(['all', 'api', 'worker'])),
      host: nullable(Type.String()),
      version: nullable(Type.String()),
      started_at: nullable(TimestampSchema),
      last_heartbeat_at: TimestampSchema,
      is_current: Type.Boolean(),
      is_alive: Type.Boolean(),
    }),
  ),
  retention: Type.Object({
    /** Days; 0 means for ever. */
    executions: Type.Integer(),
    audit: Type.Integer(),
  }),
})

export type About = Static<typeof AboutSchema>

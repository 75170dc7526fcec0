import { sql } from 'kysely'
import type { Queries } from '../../database.ts'
import type { StorageEstimates } from '../../stores/sql-monitor-store.ts'

/** From the statistics that PostgreSQL keeps. The number of rows lags behind until the table is vacuumed or analysed. */
export function postgresStorageEstimates(queries: Queries): StorageEstimates {
  return {
    async totalBytes() {
      const { rows } = await sql<{ bytes: number }>`
        select pg_database_size(current_database()) as bytes`.execute(queries)
      return Number(rows[0]?.bytes ?? 0)
    },
    async tableSize(table) {
      const { rows } = await sql<{ count: number; bytes: number }>`
        select greatest(pg_class.reltuples, pg_stat_get_live_tuples(pg_class.oid), 0)::float8 as count,
          pg_total_relation_size(pg_class.oid) as bytes
        from pg_class where pg_class.oid = to_regclass(${table})`.execute(queries)
      return { rows: Math.round(Number(rows[0]?.count ?? 0)), bytes: Number(rows[0]?.bytes ?? 0) }
    },
  }
}

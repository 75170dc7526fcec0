export { openPostgresRestore } from './postgres-restore.ts'
export { openPostgresSnapshot } from './postgres-snapshot.ts'

export { hasPostgresSchema, migratePostgres } from './postgres-migrate.ts'
export { openPostgresStore } from './postgres-store.ts'

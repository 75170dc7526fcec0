/** The supported databases, loaded on demand: a process that uses SQLite never loads the PostgreSQL driver, and vice versa. */
export const loadSqlite = () => import('./dialects/sqlite/sqlite-dialect.ts')
export const loadPostgres = () => import('./dialects/postgres/postgres-dialect.ts')
/** Backups, which only commands need. */
export const loadSqliteBackup = () => import('./dialects/sqlite/backup/sqlite-backup.ts')
export const loadPostgresBackup = () => import('./dialects/postgres/backup/postgres-backup.ts')
export { compareMigrations } from './operations/migrations-of-backup.ts'
export { ownTables } from './operations/own-tables.ts'

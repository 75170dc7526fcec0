/**
 * The two databases Millrace runs on. Each is loaded on demand: a process that runs on SQLite never loads the PostgreSQL
 * driver, and the other way round.
 */
export const loadSqlite = () => import('./dialects/sqlite/sqlite-dialect.ts')
export const loadPostgres = () => import('./dialects/postgres/postgres-dialect.ts')

/** The supported databases, loaded on demand: a process that uses SQLite never loads the PostgreSQL driver, and vice versa. */
export const loadSqlite = () => import('./dialects/sqlite/sqlite-dialect.ts')
export const loadPostgres = () => import('./dialects/postgres/postgres-dialect.ts')

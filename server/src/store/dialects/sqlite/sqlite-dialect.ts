export { lockFolder } from './folder-lock.ts'
export { hasSqliteSchema, migrateSqlite } from './sqlite-migrate.ts'
export { openSqliteStore } from './sqlite-store.ts'
export { findDamage } from './check-integrity.ts'

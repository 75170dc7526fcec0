export { lockFolder } from './folder-lock.ts'
export { migrateSqlite } from './sqlite-migrate.ts'
export { openSqliteStore } from './sqlite-store.ts'
export { findDamage } from './check-integrity.ts'

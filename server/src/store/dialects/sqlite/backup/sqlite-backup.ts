export { openSqliteRestore } from './sqlite-restore.ts'
export { openSqliteSnapshot } from './sqlite-snapshot.ts'

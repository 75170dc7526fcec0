import { foundation } from './0001-foundation.ts'
import type { Migration } from './migration.ts'

/** In the order in which they are applied; append only. */
export const MIGRATIONS: readonly Migration[] = [foundation]

import { foundation } from './0001-foundation.ts'
import { formPages } from './0004-form-pages.ts'
import type { Migration } from './migration.ts'

/** In the order in which they are applied; append only. */
export const MIGRATIONS: readonly Migration[] = [foundation, formPages]

import { chmod, copyFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The files of the previous release. */
export const FIXTURES = {
  folder: join(import.meta.dirname, 'fixtures'),
  masterKey: 'master.key',
  sqlite: { data: 'previous-release.sqlite', recording: 'previous-release.sqlite.json' },
  postgres: { data: 'previous-release.postgres.sql', recording: 'previous-release.postgres.json' },
} as const

/** Test data: created for these fixtures, and of no use anywhere else. */
export const TEST_API_KEY = 'test-data-api-key-of-the-upgrade-fixtures'

/** Puts the master key of the fixtures where a service on this data folder looks for it. */
export async function copyMasterKey(dataFolder: string): Promise<void> {
  const target = join(dataFolder, 'master.key')
  await copyFile(join(FIXTURES.folder, FIXTURES.masterKey), target)
  await chmod(target, 0o600)
}

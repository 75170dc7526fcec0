import { systemClock } from '#adapters/index.ts'
import type { CommandCall } from './command.ts'
import { migrate } from '../wiring/open-configured-store.ts'

export async function migrateCommand({ config, print }: CommandCall): Promise<void> {
  const applied = await migrate(config, systemClock)
  print(applied.length === 0 ? 'The database is up to date.' : `Applied: ${applied.join(', ')}`)
}

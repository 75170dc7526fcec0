import { systemClock } from '#adapters/clock/system-clock.ts'
import type { CommandCall } from '../command.ts'
import { migrate } from '../open-store.ts'

export async function migrateCommand({ config, print }: CommandCall): Promise<void> {
  const applied = await migrate(config, systemClock)
  print(applied.length === 0 ? 'The database is up to date.' : `Applied: ${applied.join(', ')}`)
}

import type { Transaction } from '#ports/index.ts'
import { chunksOf } from '../chunks-of.ts'
import { queriesOf } from '../database.ts'

/**
 * Marks memories that nothing refers to any more. Deleting a hundred thousand items here would make every other writer wait, so
 * housekeeping deletes them in batches. A memory is never used again: what remembers the same items anew has another one.
 */
export async function forgetMemories(
  tx: Transaction,
  owners: readonly { readonly memory: string | null }[],
): Promise<void> {
  const rows = owners.flatMap(({ memory }) => (memory === null ? [] : [{ memory }]))
  for (const chunk of chunksOf(rows)) {
    await queriesOf(tx).insertInto('forgotten_memories').values(chunk).execute()
  }
}

import { ABANDONED_WRITE_MS, UNREFERENCED_FILE_RETENTION_MS } from '#domain/index.ts'
import type { Clock, FileStore, Store } from '#ports/index.ts'

const BATCH = 100

export interface FileCleaningDeps {
  readonly store: Store
  readonly fileStore: FileStore
  readonly clock: Clock
}

/**
 * Deletes files that nothing refers to, and then contents that nothing needs: those without files, and what writes that were
 * interrupted have left. In batches; a crash in between is made up for by the next call.
 */
export async function cleanFiles({ store, fileStore, clock }: FileCleaningDeps): Promise<void> {
  const before = clock.now() - UNREFERENCED_FILE_RETENTION_MS
  while ((await store.files.deleteUnreferenced(before, BATCH)) === BATCH);
  for (;;) {
    const now = clock.now()
    const contents = await store.files.takeRemovable(now, now + ABANDONED_WRITE_MS, BATCH)
    if (contents.length === 0) return
    await fileStore.remove(contents)
    await store.files.forgetRemoved(contents)
  }
}

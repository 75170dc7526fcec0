import { SEALED_PURPOSES, UnsealError } from '#domain/index.ts'
import type { SealedValue, Store, Vault } from '#ports/index.ts'

const BATCH_SIZE = 200

export interface ResealResult {
  readonly resealed: number
  /** Values that no configured key decrypts: damaged, or encrypted with a key that is missing. */
  readonly unreadable: readonly SealedValue[]
}

/**
 * Encrypts everything again that was encrypted with another master key than the current one. The service may run meanwhile: a
 * value that changes concurrently is skipped and read again. After a crash the next call continues where this one stopped.
 */
export async function resealAll(
  { store, vault }: { readonly store: Store; readonly vault: Vault },
  onProgress: (done: number, total: number) => void = () => undefined,
): Promise<ResealResult> {
  const total = await store.vault.countSealedWithOtherKeys(vault.keyId)
  let done = 0
  let resealed = 0
  const unreadable: SealedValue[] = []
  for (const purpose of SEALED_PURPOSES) {
    let after: SealedValue | undefined
    for (;;) {
      const values = await store.vault.listSealedWithOtherKeys({
        purpose,
        keyId: vault.keyId,
        after,
        limit: BATCH_SIZE,
      })
      if (values.length === 0) break
      const opened: { readonly value: SealedValue; readonly text: string }[] = []
      for (const value of values) {
        const text = tryToOpen(vault, value)
        if (text === undefined) unreadable.push(value)
        else opened.push({ value, text })
      }
      resealed += await store.write(async (tx) => {
        let count = 0
        for (const { value, text } of opened)
          if (await store.vault.reseal(tx, value, vault.seal(value, text))) count += 1
        return count
      })
      done += values.length
      // Secrets may have been added since they were counted.
      onProgress(done, Math.max(done, total))
      after = values.at(-1)
    }
  }
  return { resealed, unreadable }
}

function tryToOpen(vault: Vault, value: SealedValue): string | undefined {
  try {
    return vault.open(value, value.sealed)
  } catch (error) {
    if (error instanceof UnsealError) return undefined
    throw error
  }
}

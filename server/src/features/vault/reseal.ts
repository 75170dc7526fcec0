import { SEALED_PURPOSES, UnsealError } from '#domain/index.ts'
import type { SealedValue, Store, Vault } from '#ports/index.ts'

const AT_ONCE = 200

export interface ResealResult {
  readonly resealed: number
  /** What no known key opens: damaged, or sealed with a key that is not among those given. */
  readonly unreadable: readonly SealedValue[]
}

/**
 * Seals everything with the current master key that was sealed with another. The service may run meanwhile: a value that
 * changes at the same time is left to whoever changed it, and looked at again. What is done stays done: after a crash the
 * next call goes on.
 */
export async function resealAll({
  store,
  vault,
}: {
  readonly store: Store
  readonly vault: Vault
}): Promise<ResealResult> {
  let resealed = 0
  const unreadable: SealedValue[] = []
  for (const purpose of SEALED_PURPOSES) {
    let after: SealedValue | undefined
    for (;;) {
      const values = await store.vault.listSealedWithOtherKeys({
        purpose,
        keyId: vault.keyId,
        after,
        limit: AT_ONCE,
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

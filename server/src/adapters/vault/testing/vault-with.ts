import { AesVault } from '../aes-vault.ts'

/** A vault with these master keys, the current one first. */
export function vaultWith(...keys: readonly Uint8Array[]): AesVault {
  return new AesVault({ keys: () => keys }, DIGEST_ROOT)
}

const DIGEST_ROOT = Buffer.from(Array.from({ length: 32 }, (_, index) => index))

import { readFileSync, statSync } from 'node:fs'
import type { Log } from '#ports/index.ts'
import { type MasterKeys, parseMasterKeys } from './master-key.ts'

/** The master keys of this process, current first. Returns the same array as long as the keys do not change. */
export interface KeyRing {
  keys(): readonly Uint8Array[]
}

export function fixedKeyRing(keys: MasterKeys): KeyRing {
  return { keys: () => keys }
}

/**
 * Watches the key file: a process that runs while the master key is rotated switches to the new key without a restart.
 * Each call costs one stat of the file.
 */
export class FileKeyRing implements KeyRing {
  readonly #path: string
  readonly #log: Log
  #keys: MasterKeys
  #fingerprint: string

  constructor(path: string, keys: MasterKeys, log: Log) {
    this.#path = path
    this.#log = log
    this.#keys = keys
    this.#fingerprint = fingerprint(path)
  }

  keys(): MasterKeys {
    const current = fingerprint(this.#path)
    if (current === this.#fingerprint) return this.#keys
    this.#fingerprint = current
    const read = readKeys(this.#path)
    if (read.ok) this.#keys = read.keys
    else {
      this.#log.error(
        { path: this.#path, problem: read.problem },
        'master key file is unusable, continuing with the loaded keys; restore the file before the next start',
      )
    }
    return this.#keys
  }
}

/** Changes whenever the file is replaced or rewritten. */
function fingerprint(path: string): string {
  const found = statSync(path, { throwIfNoEntry: false })
  return found === undefined ? 'missing' : `${found.ino} ${found.mtimeMs} ${found.size}`
}

function readKeys(path: string) {
  try {
    return parseMasterKeys(readFileSync(path, 'utf8'))
  } catch (error) {
    return { ok: false, problem: `cannot be read: ${(error as Error).message}` } as const
  }
}

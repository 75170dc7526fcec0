import { readFileSync, statSync } from 'node:fs'
import type { Log } from '#ports/index.ts'
import { type MasterKeys, parseMasterKeys } from './master-key.ts'

/** The master keys of this process, current first. The same array for as long as they are the same. */
export interface KeyRing {
  keys(): readonly Uint8Array[]
}

export function fixedKeyRing(keys: MasterKeys): KeyRing {
  return { keys: () => keys }
}

/**
 * Follows the key file: a process that runs while the master key is rotated goes on with the new one, without a restart.
 * Asking costs one look at the file's name.
 */
export class FileKeyRing implements KeyRing {
  readonly #path: string
  readonly #log: Log
  #keys: MasterKeys
  #seen: string

  constructor(path: string, keys: MasterKeys, log: Log) {
    this.#path = path
    this.#log = log
    this.#keys = keys
    this.#seen = describeFile(path)
  }

  keys(): MasterKeys {
    const found = describeFile(this.#path)
    if (found === this.#seen) return this.#keys
    this.#seen = found
    const read = readKeys(this.#path)
    if (read.ok) this.#keys = read.keys
    else {
      const message = `The master key file ${this.#path} ${read.problem}. The service goes on with the keys it has; the next start needs the file.`
      this.#log.error({}, message)
    }
    return this.#keys
  }
}

/** Changes with whatever is put in the file's place. */
function describeFile(path: string): string {
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

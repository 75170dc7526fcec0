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
 * Each call costs one stat of the file. While the file cannot be used, each call reads it again: its permissions may be
 * repaired, which changes nothing that a stat for new content would show.
 */
export class FileKeyRing implements KeyRing {
  readonly #path: string
  readonly #log: Log
  #keys: MasterKeys
  #fingerprint: string
  /** The problem that was logged last, so that each is logged once. */
  #logged: string | undefined

  constructor(path: string, keys: MasterKeys, log: Log) {
    this.#path = path
    this.#log = log
    this.#keys = keys
    this.#fingerprint = fingerprint(path)
  }

  keys(): MasterKeys {
    const current = fingerprint(this.#path)
    if (current === this.#fingerprint && this.#logged === undefined) return this.#keys
    const read = readKeys(this.#path)
    if (!read.ok) {
      if (this.#logged !== read.problem) {
        this.#logged = read.problem
        this.#log.error(
          { path: this.#path, problem: read.problem },
          'master key file is unusable, continuing with the loaded keys; restore the file before the next start',
        )
      }
      return this.#keys
    }
    if (this.#logged !== undefined) this.#log.info({ path: this.#path }, 'master key file is usable again')
    this.#logged = undefined
    this.#fingerprint = current
    this.#keys = read.keys
    return this.#keys
  }
}

/** Changes whenever the file is replaced or rewritten. */
function fingerprint(path: string): string {
  try {
    const { ino, mtimeMs, size } = statSync(path)
    return `${ino} ${mtimeMs} ${size}`
  } catch {
    // Reading it says why.
    return 'missing'
  }
}

function readKeys(path: string) {
  try {
    return parseMasterKeys(readFileSync(path, 'utf8'))
  } catch (error) {
    return { ok: false, problem: `cannot be read: ${(error as Error).message}` } as const
  }
}

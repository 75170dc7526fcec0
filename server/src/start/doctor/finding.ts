import type { Config } from '../settings/config.ts'

/** Something that is wrong with an installation, and what to do about it. */
export interface Finding {
  readonly what: string
  readonly remedy: string
}

/** What a check found: faults, and notes about what is not one. */
export interface CheckResult {
  readonly name: string
  readonly faults: readonly Finding[]
  readonly notes?: readonly string[]
}

export interface CheckContext {
  readonly config: Config
  /** By default, that of the process. */
  readonly environment: Readonly<Record<string, string | undefined>> | undefined
  now(): number
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message.replaceAll(/\s+/g, ' ').trim() : String(error)
}

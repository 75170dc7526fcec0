import type { Attack } from './service/attack.ts'

export const GROUPS = [
  'documents',
  'files',
  'expressions',
  'loops',
  'forms',
  'bodies',
  'headers',
  'sign-ins',
  'cron',
  'search',
  'streams',
  'slow-clients',
  'lists',
  'bulk',
  'drafts',
  'restarts',
] as const
export type Group = (typeof GROUPS)[number]

/** One thing that an account, or anybody, can do to the service. */
export interface HostileCase {
  readonly name: string
  /** The run of the bystander: instant unless the case is about the sandbox. */
  readonly bystander?: 'code'
  /** Whether the case ends the process of the service, so that connections break. */
  readonly restarts?: true
  /**
   * Does it, and returns once the service has nothing left to do or the signal of the attack fires. The note, if any, is
   * shown in the report. Rejects if the service answers something it should not.
   */
  run(attack: Attack): Promise<string | void>
}

export type CasesByGroup = Readonly<Record<Group, readonly HostileCase[]>>

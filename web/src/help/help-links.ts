import type { HelpEntry } from './help-entries.ts'

/** How an article leads to others. */
export interface HelpLinks {
  /** The entry at an address of the documentation, if the help has it. */
  find(address: string): HelpEntry | undefined
  open(entryId: string): void
}

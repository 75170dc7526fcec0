import { systemClock } from '#adapters/index.ts'
import { examine } from '../doctor/examine.ts'
import type { CheckContext } from '../doctor/finding.ts'
import type { CommandCall } from './command.ts'

/** Prints one line per check and per fault. Fails if there is a fault. */
export async function doctor(
  { config, print }: CommandCall,
  environment?: CheckContext['environment'],
): Promise<void> {
  let faults = 0
  for await (const result of examine({ config, environment, now: () => systemClock.now() })) {
    for (const { what, remedy } of result.faults) print(`fault  ${result.name}: ${what} ${remedy}`)
    for (const note of result.notes ?? []) print(`note   ${result.name}: ${note}`)
    if (result.faults.length === 0 && result.notes === undefined) print(`ok     ${result.name}`)
    faults += result.faults.length
  }
  if (faults > 0) throw new Error(faults === 1 ? '1 fault was found.' : `${faults} faults were found.`)
}

import { type Outcome, simulate, type SimulationOptions } from './simulate.ts'
import { MAX_REQUESTS } from '#test/simulation/workload/workload.ts'
import { FAULT_KINDS, type FaultKind } from '#test/simulation/world/faults.ts'

const LAST_LINES = 60

/** Describes the last events of a world that breaks a rule, with as few requests and kinds of faults as possible. */
export async function explainFailure(seed: number, options: SimulationOptions = {}): Promise<string> {
  const { kinds, requests } = await shrink(seed, options)
  const { violation, trace } = await simulate(seed, { ...options, kinds, requests, isTraced: true })
  return [
    `Seed ${seed}: ${violation?.rule ?? 'no rule is broken any more'}: ${violation?.details ?? ''}`,
    `Needed requests: ${requests}. Needed faults: ${kinds.join(', ') || 'none'}. The last events:`,
    ...trace.slice(-LAST_LINES),
    'To see all events:',
    `MILLRACE_SIMULATION_SEED=${seed} node --test server/test/simulation/engine.sim.test.ts`,
  ].join('\n')
}

/** Removes requests and kinds of faults as long as the same rule is broken. */
async function shrink(
  seed: number,
  options: SimulationOptions,
): Promise<{ readonly kinds: readonly FaultKind[]; readonly requests: number }> {
  const { violation } = await simulate(seed, options)
  const isStillBroken = async (less: SimulationOptions) => {
    const outcome: Outcome = await simulate(seed, { ...options, ...less })
    return outcome.violation?.rule === violation?.rule
  }
  let requests = 1
  while (requests < MAX_REQUESTS && !(await isStillBroken({ requests }))) requests += 1
  let kinds: readonly FaultKind[] = FAULT_KINDS
  for (const kind of FAULT_KINDS) {
    const fewer = kinds.filter((other) => other !== kind)
    if (await isStillBroken({ kinds: fewer, requests })) kinds = fewer
  }
  return { kinds, requests }
}

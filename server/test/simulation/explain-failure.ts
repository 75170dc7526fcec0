import { type Outcome, simulate, type SimulationOptions } from './simulate.ts'
import { MOST_ORDERS } from '#test/simulation/workload/workload.ts'
import { FAULT_KINDS, type FaultKind } from '#test/simulation/world/faults.ts'

const LAST_LINES = 60

/** What happened last in a world in which a promise was broken, with as little going wrong as it takes. */
export async function explainFailure(seed: number, options: SimulationOptions = {}): Promise<string> {
  const { kinds, orders } = await shrink(seed, options)
  const { violation, trace } = await simulate(seed, { ...options, kinds, orders, isTraced: true })
  return [
    `Seed ${seed}: ${violation?.rule ?? 'nothing is broken any more'}: ${violation?.details ?? ''}`,
    `It takes ${orders} order(s) and these faults: ${kinds.join(', ') || 'none'}. The end of what happened:`,
    ...trace.slice(-LAST_LINES),
    'All of it:',
    `MILLRACE_SIMULATION_SEED=${seed} node --test server/test/simulation/engine.sim.test.ts`,
  ].join('\n')
}

/** Leaves out what the same promise is broken without. */
async function shrink(
  seed: number,
  options: SimulationOptions,
): Promise<{ readonly kinds: readonly FaultKind[]; readonly orders: number }> {
  const { violation } = await simulate(seed, options)
  const isStillBroken = async (less: SimulationOptions) => {
    const outcome: Outcome = await simulate(seed, { ...options, ...less })
    return outcome.violation?.rule === violation?.rule
  }
  let orders = 1
  while (orders < MOST_ORDERS && !(await isStillBroken({ orders }))) orders += 1
  let kinds: readonly FaultKind[] = FAULT_KINDS
  for (const kind of FAULT_KINDS) {
    const fewer = kinds.filter((other) => other !== kind)
    if (await isStillBroken({ kinds: fewer, orders })) kinds = fewer
  }
  return { kinds, orders }
}

import type { StoreKind } from '../crash/service/crash-store.ts'
import type { Group, HostileCase } from './hostile-case.ts'
import type { Probe } from './probe/probe.ts'
import { type CaseResult, hasPassed, longestStall, runCase } from './run-case.ts'
import { settleBystander } from './service/bystander.ts'
import { Target } from './service/target.ts'

export interface CaseReport {
  readonly group: Group
  readonly name: string
  readonly store: StoreKind
  /** The best of the tries. */
  readonly result: CaseResult
  readonly tries: number
}

export interface GroupOptions {
  readonly group: Group
  readonly store: StoreKind
  readonly cases: readonly HostileCase[]
  readonly probe: Probe
  /** A machine can be busy for a moment in a way that no calibration sees; a real stall comes back. */
  readonly maxTries: number
  /** After how long a case is cut off; seconds by default. */
  readonly attackMs?: number
  onReport(report: CaseReport): void
}

/** Runs the cases of a group on a service of their own. A service that does not become calm is replaced. */
export async function runGroup(options: GroupOptions): Promise<void> {
  const { group, store, cases, probe, attackMs } = options
  let setting: Awaited<ReturnType<typeof open>> | undefined
  try {
    for (const hostile of cases) {
      let best: CaseResult | undefined
      let tries = 0
      while (tries < options.maxTries && (best === undefined || !hasPassed(best))) {
        tries += 1
        setting ??= await open(store)
        const result = await runCase(hostile, { ...setting, probe, attackMs })
        best = best === undefined || worst(result) < worst(best) ? result : best
        if (!result.isCalm) {
          await setting.target.destroy()
          setting = undefined
        }
        // Far above the limit is no noise.
        if (worst(result) > 1_000) break
      }
      if (best !== undefined) options.onReport({ group, name: hostile.name, store, result: best, tries })
    }
  } finally {
    await setting?.target.destroy()
  }
}

function worst({ problems, ...result }: CaseResult): number {
  return problems.length > 0 ? Infinity : longestStall(result)
}

async function open(store: StoreKind) {
  const target = await Target.open(store)
  return { target, bystander: await settleBystander(target) }
}

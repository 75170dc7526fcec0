import type { EventKind } from '@millrace/contract/events.ts'
import type { Random } from '#test/simulation/world/random.ts'
import { workloadId } from './workload-id.ts'

/** How the receiver behind a webhook endpoint answers. */
export interface ReceiverBehaviour {
  /** Number of failed attempts of each delivery before one succeeds; `Infinity`: all fail. */
  readonly failures: number
  readonly failure: 'error' | 'busy' | 'timeout' | 'reset'
  /** After this number of requests the receiver answers 410 (gone); undefined: never. */
  readonly goneAfter: number | undefined
  /** The longest time until an answer. */
  readonly maxMs: number
}

export interface PlannedEndpoint {
  readonly id: string
  readonly url: string
  readonly events: readonly EventKind[]
  readonly receiver: ReceiverBehaviour
}

const HEALTHY: ReceiverBehaviour = { failures: 0, failure: 'error', goneAfter: undefined, maxMs: 1_500 }

/**
 * In some workloads, one to three endpoints that differ in how reliable their receivers are. Each delivery to a receiver
 * that always fails takes ten attempts, so that only workloads with few executions (`isSmall`) have such receivers.
 */
export function planEndpoints(random: Random, isSmall: boolean): readonly PlannedEndpoint[] {
  if (!random.chance(0.28)) return []
  return Array.from({ length: random.whole(1, 3) }, (_, n) => ({
    id: workloadId(6, n),
    url: `https://receiver-${n}.example.com/`,
    events: random.chance(0.12) ? ['form.submitted'] : ['workflow.executed'],
    receiver: planReceiver(random, isSmall),
  }))
}

function planReceiver(random: Random, isSmall: boolean): ReceiverBehaviour {
  const failure = random.pick(['error', 'busy', 'timeout', 'reset'] as const)
  const kind = random.next()
  if (kind < 0.4) return HEALTHY
  if (kind < 0.7) return { ...HEALTHY, failures: random.whole(1, 3), failure }
  if (kind < 0.8) return { ...HEALTHY, maxMs: 20_000 }
  if (kind < 0.9 || !isSmall) return { ...HEALTHY, goneAfter: random.whole(0, 3) }
  return { ...HEALTHY, failures: Infinity, failure }
}

import type { Pauses as PresentedPauses } from '@millrace/contract/pause.ts'
import type { TriggerSummary } from '@millrace/contract/trigger-overview.ts'
import type { Pause, Pauses } from '#domain/index.ts'
import { timestamp } from '../shared/timestamps.ts'

export function presentPauses({ account, installation }: Pauses): PresentedPauses {
  return { account: presentOne(account), installation: presentOne(installation) }
}

/** The pause that has to end last: that of the installation. */
export function presentAllPaused({ account, installation }: Pauses): TriggerSummary['all_paused'] {
  if (installation !== null) return { ...presentKnown(installation), scope: 'installation' }
  return account && { ...presentKnown(account), scope: 'account' }
}

function presentOne(pause: Pause | null): PresentedPauses['account'] {
  return pause && presentKnown(pause)
}

function presentKnown({ at, by }: Pause) {
  return { at: timestamp(at), by }
}

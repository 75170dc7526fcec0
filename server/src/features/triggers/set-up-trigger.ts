import type { Schedule } from '#domain/schedule/schedule.ts'
import { isUuid } from '#domain/time-ordered-id.ts'
import { readSchedule } from '#nodes/schedule/read-schedule.ts'
import { readWebhook } from '#nodes/webhook/read-webhook.ts'
import type { DrawnTrigger } from './find-triggers.ts'

/** What a drawn trigger needs in order to start runs, or what keeps it from it. */
export interface TriggerSetup {
  /** In words; undefined when all is well. */
  readonly problem?: string
  readonly schedule?: Schedule
}

export function setUpTrigger(drawn: DrawnTrigger): TriggerSetup {
  if (drawn.hasIncoming) {
    return { problem: `An edge leads to node "${drawn.node.id}": a trigger can only be where a run begins.` }
  }
  switch (drawn.kind) {
    case 'schedule':
      return setUpSchedule(drawn)
    case 'webhook':
      return setUpWebhook(drawn)
    default:
      return {}
  }
}

function setUpSchedule({ node }: DrawnTrigger): TriggerSetup {
  const read = readSchedule(node.data)
  return read.ok ? { schedule: read.schedule } : { problem: joinProblems(read.problems) }
}

function setUpWebhook({ node }: DrawnTrigger): TriggerSetup {
  const read = readWebhook(node.data)
  if (!read.ok) return { problem: joinProblems(read.problems) }
  if (read.webhook.auth === 'none' || isUuid(node.credentialId ?? '')) return {}
  return { problem: `Node "${node.id}" needs a credential: without one nobody could prove to be the sender.` }
}

function joinProblems(problems: readonly { readonly message: string }[]): string {
  return problems.map(({ message }) => message.charAt(0).toUpperCase() + message.slice(1)).join(' ')
}

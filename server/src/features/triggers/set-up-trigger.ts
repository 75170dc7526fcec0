import type { Schedule } from '#domain/schedule/schedule.ts'
import { readSchedule } from '#nodes/schedule/read-schedule.ts'
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
    default:
      return {}
  }
}

function setUpSchedule({ node }: DrawnTrigger): TriggerSetup {
  const read = readSchedule(node.data)
  return read.ok ? { schedule: read.schedule } : { problem: joinProblems(read.problems) }
}

function joinProblems(problems: readonly { readonly message: string }[]): string {
  return problems.map(({ message }) => message.charAt(0).toUpperCase() + message.slice(1)).join(' ')
}

import { isUuid, type JsonValue, type Schedule, topicOfForm, TRIGGER_EVENTS } from '#domain/index.ts'
import { readSchedule, readWebhook } from '#nodes/index.ts'
import type { DefinedTrigger } from './find-triggers.ts'

/** What a drawn trigger needs in order to start runs, or what keeps it from it. */
export interface TriggerSetup {
  /** In words; undefined when all is well. */
  readonly problem?: string
  readonly schedule?: Schedule
  /** What it waits for. */
  readonly topic?: string
}

export function setUpTrigger(drawn: DefinedTrigger): TriggerSetup {
  if (drawn.hasIncoming) {
    return { problem: `An edge leads to node "${drawn.node.id}": a trigger can only be where a run begins.` }
  }
  switch (drawn.kind) {
    case 'schedule':
      return setUpSchedule(drawn)
    case 'webhook':
      return setUpWebhook(drawn)
    case 'form':
      return setUpForm(drawn)
    case 'event':
      return setUpEvent(drawn)
    default:
      return drawn.kind satisfies never
  }
}

function setUpSchedule({ node }: DefinedTrigger): TriggerSetup {
  const read = readSchedule(node.data)
  return read.ok ? { schedule: read.schedule } : { problem: joinProblems(read.problems) }
}

function setUpWebhook({ node }: DefinedTrigger): TriggerSetup {
  const read = readWebhook(node.data)
  if (!read.ok) return { problem: joinProblems(read.problems) }
  if (read.webhook.auth === 'none' || isUuid(node.credentialId ?? '')) return {}
  return { problem: `Node "${node.id}" needs a credential: without one nobody could prove to be the sender.` }
}

function setUpForm({ node }: DefinedTrigger): TriggerSetup {
  const { form_id: formId } = node.data
  if (typeof formId === 'string' && isUuid(formId)) return { topic: topicOfForm(formId) }
  return { problem: `\`form_id\` of node "${node.id}" must be the id of a form.` }
}

function setUpEvent({ node }: DefinedTrigger): TriggerSetup {
  const topic = TRIGGER_EVENTS.find((known) => known === node.data['event'])
  if (topic === undefined) {
    return { problem: `\`event\` of node "${node.id}" must be one of ${TRIGGER_EVENTS.join(', ')}.` }
  }
  const wanted = (node.data['workflow_ids'] ?? []) as JsonValue
  const isList = Array.isArray(wanted) && wanted.every((id) => typeof id === 'string')
  return isList ? { topic } : { problem: `\`workflow_ids\` of node "${node.id}" must be a list of ids.` }
}

function joinProblems(problems: readonly { readonly message: string }[]): string {
  return problems.map(({ message }) => message.charAt(0).toUpperCase() + message.slice(1)).join(' ')
}

import {
  type GraphNode,
  isUuid,
  type JsonValue,
  type Schedule,
  topicOfForm,
  TRIGGER_EVENTS,
} from '#domain/index.ts'
import { readPoll, readSchedule, readWebhook } from '#nodes/index.ts'
import type { DefinedTrigger } from './find-triggers.ts'

/** What a trigger needs to start runs, or the problem that prevents it. */
export interface TriggerSetup {
  /** A sentence for the user; undefined if there is no problem. */
  readonly problem?: string
  readonly schedule?: Schedule
  /** The topic that it waits for. */
  readonly topic?: string
}

/** The members of a trigger node that its setup depends on. */
interface TriggerSource extends Pick<DefinedTrigger, 'kind' | 'hasIncoming'> {
  readonly node: Pick<GraphNode, 'id' | 'data' | 'credentialId'>
}

export function setUpTrigger(defined: TriggerSource): TriggerSetup {
  if (defined.hasIncoming) {
    return {
      problem: `An edge leads to trigger node "${defined.node.id}". Remove it: a run can only begin at a trigger.`,
    }
  }
  switch (defined.kind) {
    case 'schedule':
      return setUpSchedule(defined)
    case 'poll':
      return setUpPoll(defined)
    case 'webhook':
      return setUpWebhook(defined)
    case 'form':
      return setUpForm(defined)
    case 'event':
      return setUpEvent(defined)
    default:
      return defined.kind satisfies never
  }
}

function setUpSchedule({ node }: TriggerSource): TriggerSetup {
  const read = readSchedule(node.data)
  return read.ok ? { schedule: read.schedule } : { problem: joinProblems(read.problems) }
}

function setUpPoll({ node }: TriggerSource): TriggerSetup {
  const read = readPoll(node.data)
  return read.ok ? { schedule: read.poll.schedule } : { problem: joinProblems(read.problems) }
}

function setUpWebhook({ node }: TriggerSource): TriggerSetup {
  const read = readWebhook(node.data)
  if (!read.ok) return { problem: joinProblems(read.problems) }
  if (read.webhook.auth === 'none' || isUuid(node.credentialId ?? '')) return {}
  return { problem: `Node "${node.id}" needs a credential to authenticate senders.` }
}

function setUpForm({ node }: TriggerSource): TriggerSetup {
  const { form_id: formId } = node.data
  if (typeof formId === 'string' && isUuid(formId)) return { topic: topicOfForm(formId) }
  return { problem: `\`form_id\` of node "${node.id}" must be the id of a form.` }
}

function setUpEvent({ node }: TriggerSource): TriggerSetup {
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

import {
  type GraphNode,
  isEqualJson,
  isUuid,
  type JsonObject,
  type JsonValue,
  type Schedule,
  topicOfForm,
  type Trigger,
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

/**
 * `known`: the trigger as it is stored. With the same parameters, a live one goes on although its expressions are too
 * long for a new one.
 */
export function setUpTrigger(defined: TriggerSource, known?: Trigger): TriggerSetup {
  const long = isLiveAs(known, defined.kind, defined.node.data) ? 'skip' : 'refuse'
  if (defined.hasIncoming) {
    return {
      problem: `An edge leads to trigger node "${defined.node.id}". Remove it: a run can only begin at a trigger.`,
    }
  }
  switch (defined.kind) {
    case 'schedule':
      return setUpSchedule(defined)
    case 'poll':
      return setUpPoll(defined, long)
    case 'webhook':
      return setUpWebhook(defined, long)
    case 'form':
      return setUpForm(defined)
    case 'event':
      return setUpEvent(defined)
    default:
      return defined.kind satisfies never
  }
}

/** Whether a trigger is live with these parameters. */
export function isLiveAs(
  known: Trigger | undefined,
  kind: Trigger['kind'],
  data: JsonObject,
): known is Trigger {
  return known?.state === 'live' && known.kind === kind && isEqualJson(known.data, data)
}

/** What to do with expressions that are too long for a new trigger. */
type Long = 'refuse' | 'skip'

function setUpSchedule({ node }: TriggerSource): TriggerSetup {
  const read = readSchedule(node.data)
  return read.ok ? { schedule: read.schedule } : { problem: joinProblems(read.problems) }
}

function setUpPoll({ node }: TriggerSource, long: Long): TriggerSetup {
  const read = readPoll(node.data, { long })
  return read.ok ? { schedule: read.poll.schedule } : { problem: joinProblems(read.problems) }
}

function setUpWebhook({ node }: TriggerSource, long: Long): TriggerSetup {
  const read = readWebhook(node.data, { long })
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

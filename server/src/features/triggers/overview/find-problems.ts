import type { CallRefusal, TriggerProblem } from '@millrace/contract/trigger-overview.ts'
import type { ExecutionSummary, Form, Poll, Workflow } from '#domain/index.ts'
import type { ListedTrigger } from '#ports/index.ts'
import { findTriggers } from '../find-triggers.ts'
import { setUpTrigger } from '../set-up-trigger.ts'

/** A credential that a service refuses, or that is missing. */
export interface BadCredential {
  readonly id: string
  readonly name: string
  readonly isMissing: boolean
}

/** What is known about a trigger besides its row. */
export interface TriggerFacts {
  readonly lastRuns: readonly ExecutionSummary[]
  /** The workflow of an inactive trigger, if it is published. */
  readonly workflow: Workflow | undefined
  /** The form of a form trigger. */
  readonly form: Form | undefined
  readonly credentials: readonly BadCredential[]
  /** The polls of a poll trigger. */
  readonly poll: Poll | undefined
}

const SEVERITIES = ['error', 'warning', 'info'] as const

/** What a person should know about a trigger, most serious first. */
export function findProblems(listed: ListedTrigger, facts: TriggerFacts): TriggerProblem[] {
  const problems = [
    ...findObstacles(listed, facts),
    ...facts.credentials.map(toCredentialProblem),
    ...findFailedPolls(facts),
    ...findBadCalls(listed, facts),
  ]
  return problems.toSorted((a, b) => SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity))
}

/** Why it starts nothing. */
function findObstacles(
  { trigger, workflowStatus }: ListedTrigger,
  { workflow, form }: TriggerFacts,
): TriggerProblem[] {
  const found: TriggerProblem[] = []
  if (workflowStatus === 'draft') {
    found.push({ code: 'not_published', severity: 'info', message: 'The workflow is not published.' })
  }
  const defined = workflow && findTriggers(workflow).find(({ node }) => node.id === trigger.nodeId)
  const problem = defined && setUpTrigger(defined).problem
  if (problem !== undefined) found.push({ code: 'invalid', severity: 'error', message: problem })
  if (defined?.node.disabled === true) {
    found.push({ code: 'disabled', severity: 'info', message: 'The node is disabled in the workflow.' })
  }
  if (trigger.kind === 'form' && trigger.state === 'live' && form === undefined) {
    found.push({ code: 'form_missing', severity: 'error', message: 'The form was deleted.' })
  }
  return found
}

function toCredentialProblem({ id, name, isMissing }: BadCredential): TriggerProblem {
  return isMissing
    ? {
        code: 'credential_missing',
        severity: 'error',
        message: 'The credential that authenticates senders was deleted.',
      }
    : {
        code: 'credential_failing',
        severity: 'error',
        message: `A service refuses the credential "${name}".`,
        credential_id: id,
      }
}

/** One failure may be an accident. */
const FAILURES_OF_AN_ERROR = 3

function findFailedPolls({ poll }: TriggerFacts): TriggerProblem[] {
  if (poll?.error == null) return []
  const { failures, error } = poll
  const many = failures === 1 ? 'The last poll failed' : `The last ${failures} polls failed`
  return [
    {
      code: 'poll_failing',
      severity: failures < FAILURES_OF_AN_ERROR ? 'warning' : 'error',
      message: `${many}: ${error.message}`,
    },
  ]
}

function findBadCalls(
  { trigger, refused }: ListedTrigger,
  { lastRuns, poll }: TriggerFacts,
): TriggerProblem[] {
  const found: TriggerProblem[] = []
  const [last] = lastRuns
  if (last?.status === 'failed') {
    found.push({
      code: 'last_run_failed',
      severity: 'error',
      message: 'The last run failed.',
      execution_id: last.id,
    })
  }
  if (refused !== null && (last === undefined || refused.at > last.startedAt)) {
    const message = `The last call was refused: ${REFUSALS[refused.reason]}.`
    found.push({ code: 'last_call_refused', severity: 'warning', message })
  }
  const isWaiting = trigger.kind !== 'schedule' && trigger.state === 'live' && trigger.pausedAt === null
  if (isWaiting && last === undefined && refused === null && poll === undefined) {
    const message = trigger.kind === 'poll' ? 'No polls yet.' : 'No calls yet.'
    found.push({ code: 'never_called', severity: 'info', message })
  }
  return found
}

const REFUSALS: Readonly<Record<CallRefusal, string>> = {
  unauthorized: 'it had no valid signature or secret (401)',
  method: 'the webhook accepts another HTTP method (405)',
  rate_limited: 'there were too many calls in a minute (429)',
  invalid: 'its body could not be read (400)',
  paused: 'the trigger is paused (503)',
  inactive: 'the trigger is not active (404)',
}

import type { FollowedStep, Step, StepWait } from '@millrace/contract/execution-step.ts'
import type { StepRetrying, StepWaiting } from '#domain/step.ts'
import type { CompiledVersion } from '#engine/compile-version.ts'
import type { DescribedStep, StepDescription } from '#engine/describe-steps.ts'
import { timestamp, timestampOrNull } from '../timestamps.ts'
import type { WaitLinks } from './wait-links.ts'

/** Tells of the steps of executions of one version. */
export class StepPresenter {
  readonly #version: CompiledVersion
  readonly #links: WaitLinks

  constructor(version: CompiledVersion, links: WaitLinks) {
    this.#version = version
    this.#links = links
  }

  present(step: DescribedStep): Step {
    return { ...this.presentFollowed(step), input: step.input() }
  }

  presentFollowed(step: StepDescription): FollowedStep {
    const { result, waiting } = step
    const node = this.#version.nodes.get(step.nodeId)?.node
    return {
      key: step.key,
      node_id: step.nodeId,
      node_name: node?.name ?? null,
      type: node?.type ?? '',
      frame: step.frame ?? null,
      index: step.index,
      status: step.status,
      handle: result?.handle ?? null,
      attempts: step.attempts,
      retries: step.retries.map(presentRetry),
      started_at: timestamp(step.startedAt),
      ended_at: timestampOrNull(result?.endedAt ?? null),
      duration_ms: result === undefined ? null : Math.max(0, result.endedAt - step.startedAt),
      output: result?.output ?? null,
      error: result?.error ?? null,
      waiting: waiting === undefined ? null : this.#presentWait(waiting),
      child_execution_id: step.childId,
    }
  }

  #presentWait(wait: StepWaiting): StepWait {
    return {
      for: wait.for,
      event: wait.event ?? null,
      until: timestampOrNull(wait.until),
      links: this.#links.of(wait),
    }
  }
}

function presentRetry({ attempt, error, endedAt, resumeAt }: StepRetrying): Step['retries'][number] {
  return { attempt, error, ended_at: timestamp(endedAt), next_at: timestamp(resumeAt) }
}

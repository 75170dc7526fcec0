import type { FollowedStep, Step, StepWait } from '@millrace/contract/execution-step.ts'
import type { StepOutline } from '@millrace/contract/execution-timeline.ts'
import { rawOf, type StepRetrying, type StepWaiting } from '#domain/index.ts'
import type { CompiledVersion, DescribedStep, StepDescription } from '#engine/index.ts'
import type { WaitLinks } from '#ports/index.ts'
import { timestamp, timestampOrNull } from '../shared/timestamps.ts'

/** Presents the steps of an execution; without `links` to a caller that may not answer waits. */
export class StepPresenter {
  readonly #version: CompiledVersion
  readonly #executionId: string
  readonly #links: WaitLinks | undefined

  constructor(version: CompiledVersion, executionId: string, links: WaitLinks | undefined) {
    this.#version = version
    this.#executionId = executionId
    this.#links = links
  }

  present(step: DescribedStep): Step {
    return { ...this.presentFollowed(step), input: step.input() }
  }

  /** The step without its data. The output of its result is a `RawJson`. */
  presentOutline(step: StepDescription): StepOutline {
    const { result } = step
    const raw = result && rawOf(result.output)
    return {
      ...this.#presentOutcome(step),
      output_size: raw?.text.length ?? null,
      item_count: raw?.text.startsWith('[') === true ? raw.count : step.loopItems,
      pinned: result?.pinned === true,
      reused: result?.reused === true,
    }
  }

  presentFollowed(step: StepDescription): FollowedStep {
    const node = this.#version.nodes.get(step.nodeId)?.node
    return {
      ...this.#presentOutcome(step),
      node_name: node?.name ?? null,
      output: step.result?.output ?? null,
    }
  }

  #presentOutcome(step: StepDescription): Omit<FollowedStep, 'output' | 'node_name'> {
    const { result, waiting } = step
    return {
      key: step.key,
      node_id: step.nodeId,
      type: this.#version.nodes.get(step.nodeId)?.node.type ?? '',
      frame: step.iteration ?? null,
      index: step.index,
      status: step.status,
      handle: result?.handle ?? null,
      attempts: step.attempts,
      retries: step.retries.map(presentRetry),
      started_at: timestamp(step.startedAt),
      ended_at: timestampOrNull(result?.endedAt ?? null),
      duration_ms: result === undefined ? null : Math.max(0, result.endedAt - step.startedAt),
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
      links: this.#linksOf(wait),
    }
  }

  #linksOf({ for: kind, waitId }: StepWaiting): StepWait['links'] {
    if (kind !== 'callback' && kind !== 'approval') return {}
    return this.#links?.of({ executionId: this.#executionId, waitId, kind }) ?? {}
  }
}

function presentRetry({ attempt, error, endedAt, resumeAt }: StepRetrying): Step['retries'][number] {
  return { attempt, error, ended_at: timestamp(endedAt), next_at: timestamp(resumeAt) }
}

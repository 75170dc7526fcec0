import { setTimeout as pause } from 'node:timers/promises'
import { AnswerLost, type ApiClient, ClientClosed } from './api-client.ts'
import type { PlannedExecution } from './history.ts'
import type { SeededRandom } from './seeded-random.ts'
import type { Shape, ShapePlan } from './shape.ts'

const ACCEPTED = 202
/** The part of requests with a key that are sent again though they were answered: the answer must be the same. */
const REPEATED = 0.1
/** The event of a wait is sent this long after the acceptance at most: before the wait begins, or long after. */
const EVENT_WITHIN_MS = 2_500

export interface LoadOptions {
  readonly api: ApiClient
  readonly shapes: readonly { readonly shape: Shape; readonly workflowId: string }[]
  readonly random: SeededRandom
  /** Callers that start one execution after the other. */
  readonly callers: number
  /** The longest pause of a caller between two executions. */
  readonly pauseMs: number
  /** Called at the moment an acceptance is answered. */
  onAccepted(): void
}

/** Starts executions of all shapes, and remembers what was promised. */
export class Load {
  readonly planned: PlannedExecution[] = []
  /** Answers that should not be. */
  readonly refusals: string[] = []
  /** Requests that were repeated, or given up, because their answer was lost. */
  lostAnswers = 0
  readonly #options: LoadOptions
  readonly #callers: Promise<void>[]
  readonly #events = new Set<Promise<void>>()
  #isStopping = false

  constructor(options: LoadOptions) {
    this.#options = options
    this.#callers = Array.from({ length: options.callers }, (_, caller) =>
      this.#call(caller, options.random.fork()).catch(unlessClosed),
    )
  }

  /** Resolves when every request is answered, or given up, and every event is sent. */
  async stop(): Promise<void> {
    this.#isStopping = true
    await Promise.all(this.#callers)
    await Promise.all(this.#events)
  }

  async #call(caller: number, random: SeededRandom): Promise<void> {
    for (let turn = 0; !this.#isStopping; turn += 1) {
      const { shape, workflowId } = random.pick(this.#options.shapes)
      const token = `${caller}-${turn}`
      const plan = shape.plan(token, random)
      const planned: PlannedExecution = {
        token,
        shape: shape.name,
        ends: plan.ends,
        effects: plan.effects,
        children: plan.children ?? 0,
        crowd: plan.crowd,
        answers: [],
        hasKey: plan.event !== undefined || random.chance(0.5),
      }
      this.planned.push(planned)
      await this.#start(planned, workflowId, plan)
      if (planned.hasKey && random.chance(REPEATED)) await this.#start(planned, workflowId, plan)
      const [id] = planned.answers
      if (plan.event !== undefined && id !== undefined) this.#sendEvent(id, token, plan.event, random)
      await pause(random.between(0, this.#options.pauseMs))
    }
  }

  async #start(planned: PlannedExecution, workflowId: string, { input }: ShapePlan): Promise<void> {
    const { api, onAccepted } = this.#options
    const { token, hasKey, answers } = planned
    for (;;) {
      try {
        const { status, body } = await api.send('POST', `/v1/workflows/${workflowId}/execute`, {
          body: { input },
          ...(hasKey && { idempotencyKey: token }),
        })
        if (status === ACCEPTED) answers.push(body.data.execution_id)
        else
          this.refusals.push(
            `${planned.shape} (${token}) was answered with ${status}: ${JSON.stringify(body)}`,
          )
        onAccepted()
        return
      } catch (error) {
        if (!(error instanceof AnswerLost)) throw error
        this.lostAnswers += 1
        if (!hasKey) return
      }
    }
  }

  #sendEvent(id: string, token: string, event: NonNullable<ShapePlan['event']>, random: SeededRandom): void {
    const send = async (): Promise<void> => {
      await pause(random.between(0, EVENT_WITHIN_MS))
      const { status, body } = await this.#options.api.sendUntilAnswered(
        'POST',
        `/v1/executions/${id}/signal`,
        {
          body: { event: event.name, data: event.data },
          idempotencyKey: `${token} event`,
        },
      )
      if (status !== ACCEPTED)
        this.refusals.push(`The event for ${id} was answered with ${status}: ${JSON.stringify(body)}`)
    }
    const sending = send()
      .catch(unlessClosed)
      .finally(() => this.#events.delete(sending))
    this.#events.add(sending)
  }
}

/** A run that is given up takes its callers with it. */
function unlessClosed(error: unknown): void {
  if (!(error instanceof ClientClosed)) throw error
}

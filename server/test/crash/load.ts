import { setTimeout as pause } from 'node:timers/promises'
import {
  ResponseLost,
  type ApiClient,
  type ApiResponse,
  ClientClosed,
  type SendOptions,
} from './service/api-client.ts'
import type { AnsweredEnd, PlannedExecution } from './checks/history.ts'
import type { SeededRandom } from './seeded-random.ts'
import type { Shape, ShapePlan } from './shape.ts'
import { Uploads } from './uploads.ts'

const ACCEPTED = 202
/** The end of the execution, or a webhook that had the same delivery before. */
const OK = 200
/** The share of runs by API whose caller waits for the end, for as long as most of them take. */
const WAITING = 0.2
const WAIT = { prefer: 'wait=1' }
/** The share of requests with a key that are sent again though they were answered: the response must be the same. */
const REPEATED = 0.1
/** The share of executions after which a file is uploaded and deleted. */
const DELETED = 0.1
/** The event of a wait is sent at most this long after the acceptance: before the wait begins, or long after. */
const EVENT_WITHIN_MS = 2_500

/** A workflow under load. */
export interface CreatedShape {
  readonly shape: Shape
  readonly workflowId: string
  /** The path of its inbound webhook, if it has one. */
  readonly webhookPath: string | undefined
}

export interface LoadOptions {
  readonly api: ApiClient
  readonly shapes: readonly CreatedShape[]
  readonly random: SeededRandom
  /** Callers that start one execution after the other. */
  readonly callers: number
  /** The longest pause of a caller between two executions. */
  readonly pauseMs: number
  /** Called when an acceptance is answered. */
  onAccepted(): void
  /** Called when half of a file is sent. */
  onHalf(): void
}

/** Starts executions of all shapes and records the responses. */
export class Load {
  readonly planned: PlannedExecution[] = []
  /** Unexpected responses. */
  readonly unexpectedResponses: string[] = []
  /** Requests that were repeated or abandoned because their response was lost. */
  lostResponses = 0
  readonly #options: LoadOptions
  readonly #uploads: Uploads
  readonly #callers: Promise<void>[]
  readonly #events = new Set<Promise<void>>()
  #isStopping = false

  constructor(options: LoadOptions) {
    this.#options = options
    this.#uploads = new Uploads(options, this.unexpectedResponses)
    this.#callers = Array.from({ length: options.callers }, (_, caller) =>
      this.#call(caller, options.random.fork()).catch(unlessClosed),
    )
  }

  /** Resolves when every request is answered or abandoned, and every event is sent. */
  async stop(): Promise<void> {
    this.#isStopping = true
    await Promise.all(this.#callers)
    await Promise.all(this.#events)
  }

  async #call(caller: number, random: SeededRandom): Promise<void> {
    for (let turn = 0; !this.#isStopping; turn += 1) {
      const created = random.pick(this.#options.shapes)
      const { shape } = created
      const token = `${caller}-${turn}`
      const plan = shape.plan(token, random)
      const planned: PlannedExecution = {
        token,
        shape: shape.name,
        ends: plan.ends,
        effects: plan.effects,
        children: plan.children ?? 0,
        group: plan.group,
        acceptedIds: [],
        answeredEnds: [],
        hasKey: plan.event !== undefined || random.chance(0.5),
      }
      this.planned.push(planned)
      const request = await this.#toRequest(created, planned, plan, random)
      await this.#start(planned, request)
      if (planned.hasKey && random.chance(REPEATED)) await this.#start(planned, request)
      if (random.chance(DELETED)) await this.#uploads.uploadAndDelete(token, random)
      const [id] = planned.acceptedIds
      if (plan.event !== undefined && id !== undefined) this.#sendEvent(id, token, plan.event, random)
      await pause(random.between(0, this.#options.pauseMs))
    }
  }

  /** What starts the execution. Its file is uploaded once, however often the request is repeated. */
  async #toRequest(
    { workflowId, webhookPath }: CreatedShape,
    { token, hasKey }: PlannedExecution,
    { input, upload, body, json }: ShapePlan,
    random: SeededRandom,
  ): Promise<StartRequest> {
    const { onHalf } = this.#options
    if (webhookPath !== undefined) {
      const headers = hasKey ? { 'x-token': token } : {}
      const content = body && { bytes: body, onHalf }
      return {
        path: `${webhookPath}?token=${token}`,
        options: content === undefined ? { body: json, headers } : { content, headers },
        ...(json !== undefined && { readEnd: (output) => ({ status: 'completed', output }) }),
      }
    }
    const waits = random.chance(WAITING)
    const file = upload && (await this.#uploads.upload(token, upload, random))
    return {
      path: `/v1/workflows/${workflowId}/execute`,
      options: {
        body: { input: { ...input, ...(file && { file }) } },
        ...(hasKey && { idempotencyKey: token }),
        ...(waits && { headers: WAIT }),
      },
      ...(waits && { readEnd: ({ data }) => ({ status: data.status, output: data.output }) }),
    }
  }

  async #start(planned: PlannedExecution, request: StartRequest): Promise<void> {
    const { api, onAccepted } = this.#options
    for (;;) {
      try {
        this.#note(planned, request, await api.send('POST', request.path, request.options))
        onAccepted()
        return
      } catch (error) {
        if (!(error instanceof ResponseLost)) throw error
        this.lostResponses += 1
        if (!planned.hasKey) return
      }
    }
  }

  #note(planned: PlannedExecution, { readEnd }: StartRequest, { status, body }: ApiResponse): void {
    const { shape, token, hasKey, acceptedIds, answeredEnds } = planned
    const acceptedId = body.data?.execution_id
    if (acceptedId !== undefined && (status === ACCEPTED || (status === OK && hasKey))) {
      acceptedIds.push(acceptedId)
    } else if (status === OK && readEnd !== undefined) {
      answeredEnds.push(readEnd(body))
      if (body.data !== undefined) acceptedIds.push(body.data.id)
    } else {
      this.unexpectedResponses.push(
        `${shape} (${token}) was answered with ${status}: ${JSON.stringify(body)}`,
      )
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
        this.unexpectedResponses.push(
          `The event for ${id} was answered with ${status}: ${JSON.stringify(body)}`,
        )
    }
    const sending = send()
      .catch(unlessClosed)
      .finally(() => this.#events.delete(sending))
    this.#events.add(sending)
  }
}

interface StartRequest {
  readonly path: string
  readonly options: SendOptions
  /** The end that a response has if the caller waited for it. */
  readonly readEnd?: (body: ApiResponse['body']) => AnsweredEnd
}

/** A run that is abandoned ends its callers. */
function unlessClosed(error: unknown): void {
  if (!(error instanceof ClientClosed)) throw error
}

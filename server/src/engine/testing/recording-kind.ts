import Type from 'typebox'
import type { NodeCall, NodeKind, NodeResult } from '#ports/index.ts'

/** One call that the engine made. */
export interface RecordedCall {
  readonly key: string
  readonly attempt: number
  readonly executionId: string
  readonly parameters: NodeCall['parameters']
  readonly signal: AbortSignal
}

/** A node kind with an effect that records its calls. The test decides the results. */
export class RecordingKind implements NodeKind {
  readonly type = 'effect'
  readonly title = 'Effect'
  readonly summary = 'Has an effect outside of the engine.'
  readonly family = 'action'
  readonly icon = 'box'
  readonly keywords = []
  readonly line = ''
  readonly parameters = Type.Object({}, { additionalProperties: true })
  readonly handles = ['main']
  readonly hasEffect = true
  readonly calls: RecordedCall[] = []
  answer: (call: RecordedCall) => NodeResult | Promise<NodeResult> = () => ({ ok: true, output: {} })

  run = (call: NodeCall): Promise<NodeResult> => {
    const recorded: RecordedCall = {
      key: call.idempotencyKey(),
      attempt: call.attempt,
      executionId: call.executionId,
      parameters: call.parameters,
      signal: call.signal,
    }
    this.calls.push(recorded)
    return Promise.resolve(this.answer(recorded))
  }
}

/** A result that never arrives: only a timeout or an abort ends the attempt. */
export function neverAnswers(): Promise<NodeResult> {
  return new Promise(() => undefined)
}

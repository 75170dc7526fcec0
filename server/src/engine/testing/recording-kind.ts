import Type from 'typebox'
import type { NodeCall, NodeKind, NodeResult } from '#ports/index.ts'

/** One call that reached the outside. */
export interface RecordedCall {
  readonly key: string
  readonly attempt: number
  readonly executionId: string
  readonly parameters: NodeCall['parameters']
  readonly signal: AbortSignal
}

/** A kind of node with an effect, which a test watches and answers for. */
export class RecordingKind implements NodeKind {
  readonly type = 'effect'
  readonly title = 'Effect'
  readonly summary = 'Reaches out.'
  readonly group = 'action'
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

/** An answer that never comes, unless the call is given up. */
export function neverAnswers(): Promise<NodeResult> {
  return new Promise(() => undefined)
}

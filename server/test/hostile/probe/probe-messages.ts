import type { AnswerSpan, Noise } from './find-stall.ts'

/** A request that is sent again and again. */
export interface ProbedRequest {
  readonly method: 'GET' | 'POST'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** What the answer must contain to count as an answer. */
  readonly expects: string
}

export interface ProbeOrder {
  readonly livez: ProbedRequest
  readonly execute: ProbedRequest
  /** The process of the service, to read how long it computes and waits for a processor. */
  readonly pid: number | undefined
}

export interface Answers {
  readonly spans: readonly AnswerSpan[]
  /** The first answers that were wrong, such as a failed run. */
  readonly wrong: readonly string[]
  /** The number of those whose connection broke or was refused; each was sent again, and counts from then on. */
  readonly broken: number
  /** Whether the last request had no answer when the measurement ended. */
  readonly isOpen: boolean
}

export interface Measurement {
  readonly livez: Answers
  readonly execute: Answers
  readonly noise: Noise
}

export type ToProbe =
  | { readonly start: ProbeOrder }
  /** Another process serves the same address now. */
  | { readonly follow: number }
  | { readonly stop: true }
export type FromProbe =
  | { readonly isReady: true }
  /** Both requests have been answered once. */
  | { readonly isMeasuring: true }
  | { readonly measured: Measurement }

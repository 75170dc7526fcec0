/** The response of the real service to the example of an operation. */
export interface RecordedAnswer {
  readonly status: number
  readonly body: unknown
}

/** Responses by operation id, and one error for each status that a request can cause. */
export interface RecordedExamples {
  readonly answers: Readonly<Record<string, readonly RecordedAnswer[]>>
  readonly refusals: Readonly<Record<string, unknown>>
}

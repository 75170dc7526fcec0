/** What the real service answered to the example of an operation. */
export interface RecordedAnswer {
  readonly status: number
  readonly body: unknown
}

/** Answers by operation id, and one refusal for each status that can be brought about. */
export interface RecordedExamples {
  readonly answers: Readonly<Record<string, readonly RecordedAnswer[]>>
  readonly refusals: Readonly<Record<string, unknown>>
}

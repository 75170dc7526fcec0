import type { Issue } from '@millrace/contract/errors.ts'
import type { RefusalKind } from '#domain/index.ts'
import type { WorkerJob } from '#ports/index.ts'

export interface SplitInput {
  readonly body: Uint8Array
  /** The member of the body that is a long text. */
  readonly member: string
}

export type SplitOutput =
  | {
      readonly ok: true
      /** The body as JSON, with the digest of the text in the position of the text. */
      readonly rest: string
      /** The long text in UTF-8. */
      readonly text: Uint8Array<ArrayBuffer>
    }
  | {
      readonly ok: false
      readonly message: string
      readonly issues: readonly Issue[]
      readonly kind: RefusalKind | undefined
    }

/** Parses the body of a request that is too long for the main thread, and takes its long text out of it. */
export const splitJob: WorkerJob<SplitInput, SplitOutput> = {
  name: 'reading the request',
  file: new URL('split-worker.ts', import.meta.url),
  deadlineMs: 30_000,
}

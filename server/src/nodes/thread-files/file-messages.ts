import type { ByteRange, JsonObject } from '#domain/index.ts'

/**
 * What a worker thread asks of the main thread, which alone has the file store. Every request has an id; every request but
 * `stop` gets one answer with that id. The thread waits for it, so neither side gets ahead of the other.
 */
export type FileRequest =
  /** The next chunk of a file, by its position in the list of files that the job may read. The first request opens it. */
  | {
      readonly kind: 'read'
      readonly id: number
      readonly input: number
      readonly range: ByteRange | undefined
    }
  /** The rest of a file is not needed. */
  | { readonly kind: 'stop'; readonly id: number }
  /** The next chunk of a new file. The first request creates it. */
  | { readonly kind: 'write'; readonly id: number; readonly file: NewFileName; readonly chunk: Uint8Array }
  /** A new file has all its chunks. */
  | { readonly kind: 'end'; readonly id: number; readonly file: NewFileName }

export interface NewFileName {
  readonly name: string
  readonly mediaType: string
}

export interface FileAnswer {
  readonly id: number
  /** Of `read`; without it, the file has no more. */
  readonly chunk?: Uint8Array
  /** Of `end`: the value of the new file. */
  readonly file?: JsonObject
  /** The account may not store it. */
  readonly refusal?: { readonly code: string; readonly message: string }
  /** The file store failed. */
  readonly error?: string
}

/** What a job knows about the files that it may read. */
export interface InputFile {
  readonly name: string
  readonly mediaType: string
  readonly size: number
}

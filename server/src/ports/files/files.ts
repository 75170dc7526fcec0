import type { AccountId, ByteRange, StoredFile } from '#domain/index.ts'

/** A content on its way in. */
export interface FileSource {
  /** Any text; it is made safe. */
  readonly name: string | undefined
  /** As in a `Content-Type` header. */
  readonly mediaType: string | undefined
  readonly chunks: AsyncIterable<Uint8Array>
  /** The most bytes; the limit of the service by default. */
  readonly maxBytes?: number
  /** The size that the sender announced. A content that is too large is then refused before it is read. */
  readonly announcedBytes?: number | undefined
  /** Whether anybody may be the sender. The last tenth of the space of an account is then out of reach. */
  readonly isAnonymous?: boolean
}

export interface OpenedFile {
  readonly file: StoredFile
  /** Each call reads the content once more. */
  read(range?: ByteRange): AsyncIterable<Uint8Array>
}

/**
 * Why a content was refused: it is too large, the account has no space left, or the file store cannot be used now, which may
 * be different the next time. `message` is for people.
 */
export interface FileRefusal {
  readonly ok: false
  readonly code: 'FILE_TOO_LARGE' | 'FILE_STORAGE_FULL' | 'FILE_STORAGE_UNAVAILABLE'
  readonly message: string
}

/** The files of accounts, for nodes and integrations. */
export interface Files {
  /** Stores a content as a file. Resolves once both are durable. Fails if `chunks` does. */
  create(
    account: AccountId,
    source: FileSource,
  ): Promise<{ readonly ok: true; readonly file: StoredFile } | FileRefusal>
  /** Undefined when the account has no such file. */
  open(account: AccountId, id: string): Promise<OpenedFile | undefined>
}

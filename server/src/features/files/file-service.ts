import { createHash } from 'node:crypto'
import { PLANS } from '@millrace/contract/plans.ts'
import {
  ABANDONED_WRITE_MS,
  type AccountId,
  AppError,
  collectChunks,
  readMediaType,
  safeFileName,
  type StoredFile,
} from '#domain/index.ts'
import type { ContentReceiver, ReceivedContent } from '#http/index.ts'
import type {
  Clock,
  FileRefusal,
  Files,
  FileSource,
  FileStore,
  Ids,
  OpenedFile,
  Store,
  Transaction,
} from '#ports/index.ts'

/** Strangers cannot use up what the workflows of an account need. */
const ANONYMOUS_SHARE = 0.9

export interface FileServiceDeps {
  readonly store: Store
  readonly fileStore: FileStore
  readonly clock: Clock
  readonly ids: Ids
  /** The most bytes of one file. */
  readonly maxFileBytes: number
}

/**
 * Stores files in this order, so that a crash at any point leaves no content without an owner:
 *
 * 1. The content is announced. From here on it is removed after a while, unless a file is recorded for it.
 * 2. The content is written and synced.
 * 3. The file is recorded, which takes the announcement back. Only now does anybody get its id.
 */
export class FileService implements Files, ContentReceiver {
  readonly #deps: FileServiceDeps

  constructor(deps: FileServiceDeps) {
    this.#deps = deps
  }

  get maxFileBytes(): number {
    return this.#deps.maxFileBytes
  }

  async create(
    account: AccountId,
    source: FileSource,
  ): Promise<{ readonly ok: true; readonly file: StoredFile } | FileRefusal> {
    const received = await this.receive(account, source).catch(asRefusal)
    if ('ok' in received) return received
    const file = await this.#deps.store.write((tx) => this.record(tx, account, received))
    return 'ok' in file ? file : { ok: true, file }
  }

  async open(account: AccountId, id: string): Promise<OpenedFile | undefined> {
    const { store, fileStore } = this.#deps
    const file = await store.files.find(account, id)
    return file && { file, read: (range) => collectChunks(fileStore.read(file.contentId, range)) }
  }

  /** Steps 1 and 2. */
  async receive(account: AccountId, source: FileSource): Promise<ReceivedContent | FileRefusal> {
    const { store, fileStore, clock, ids, maxFileBytes } = this.#deps
    const maxBytes = Math.min(source.maxBytes ?? maxFileBytes, maxFileBytes)
    const announced = source.announcedBytes ?? 0
    if (announced > maxBytes) return tooLarge(maxBytes)
    const share = source.isAnonymous === true ? ANONYMOUS_SHARE : 1
    const left = (await this.#maxAccountBytes(account)) * share - (await store.files.usage(account)).bytes
    if (announced > left || left <= 0) return storageFull()
    const startedAt = clock.now()
    const contentId = ids.next(startedAt)
    await store.files.announceContent(contentId, startedAt + ABANDONED_WRITE_MS)
    const content = new MeasuredContent(collectChunks(source.chunks), maxBytes, () =>
      this.#keepAnnounced(contentId),
    )
    try {
      await fileStore.write(contentId, content)
    } catch (error) {
      await store.files.removeSoon(clock.now(), [contentId])
      if (content.isTooLarge) return tooLarge(maxBytes)
      throw error
    }
    const { size, sha256 } = content
    const mediaType = readMediaType(source.mediaType)
    return { contentId, name: safeFileName(source.name), mediaType, size, sha256 }
  }

  /** Removes contents for which no file will be recorded. */
  async discard(contents: readonly ReceivedContent[]): Promise<void> {
    if (contents.length === 0) return
    const { store, clock } = this.#deps
    await store.files.removeSoon(
      clock.now(),
      contents.map(({ contentId }) => contentId),
    )
  }

  /** Step 3. */
  async record(
    tx: Transaction,
    account: AccountId,
    content: ReceivedContent,
  ): Promise<StoredFile | FileRefusal> {
    const { store, clock, ids } = this.#deps
    const createdAt = clock.now()
    const file = { ...content, id: ids.next(createdAt), accountId: account, createdAt }
    const maxAccountBytes = await this.#maxAccountBytes(account)
    const recorded = await store.files.insert(tx, { file, maxAccountBytes })
    if (recorded === 'full') return storageFull()
    if (recorded === 'lost')
      throw new AppError('INTERNAL_ERROR', 'The file took too long to arrive. Send it again.')
    return recorded
  }

  async #maxAccountBytes(id: AccountId): Promise<number> {
    const account = await this.#deps.store.accounts.find(id)
    return account === undefined ? 0 : PLANS[account.plan].fileBytes
  }

  #keepAnnounced(contentId: string): Promise<boolean> {
    const { store, clock } = this.#deps
    return store.files.postponeRemoval(contentId, clock.now() + ABANDONED_WRITE_MS)
  }
}

/** How many bytes pass before the announcement is renewed: even a slow sender needs less than its time for them. */
const RENEW_BYTES = 32 * 1024 * 1024

/** Passes chunks on, and knows their size and digest at the end. */
class MeasuredContent implements AsyncIterable<Uint8Array> {
  readonly #chunks: AsyncIterable<Uint8Array>
  readonly #maxBytes: number
  readonly #renew: () => Promise<boolean>
  readonly #hash = createHash('sha256')
  size = 0
  sha256 = ''
  isTooLarge = false

  constructor(chunks: AsyncIterable<Uint8Array>, maxBytes: number, renew: () => Promise<boolean>) {
    this.#chunks = chunks
    this.#maxBytes = maxBytes
    this.#renew = renew
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    let renewedAt = 0
    for await (const chunk of this.#chunks) {
      this.size += chunk.length
      if (this.size > this.#maxBytes) {
        this.isTooLarge = true
        throw new Error('The content is too large.')
      }
      if (this.size - renewedAt > RENEW_BYTES) {
        renewedAt = this.size
        if (!(await this.#renew())) throw new Error('The content took too long to arrive.')
      }
      this.#hash.update(chunk)
      yield chunk
    }
    this.sha256 = this.#hash.digest('hex')
  }
}

function tooLarge(maxBytes: number): FileRefusal {
  const limit = maxBytes % MIB === 0 ? `${maxBytes / MIB} MiB` : `${maxBytes} bytes`
  return { ok: false, code: 'FILE_TOO_LARGE', message: `The file is larger than ${limit}.` }
}

const MIB = 1024 * 1024

/** For steps of workflows, which try again later. */
function asRefusal(error: unknown): FileRefusal {
  if (!(error instanceof AppError) || error.kind !== 'unavailable') throw error
  return { ok: false, code: 'FILE_STORAGE_UNAVAILABLE', message: error.message }
}

function storageFull(): FileRefusal {
  return {
    ok: false,
    code: 'FILE_STORAGE_FULL',
    message: 'The files of this account use all the space of its plan. Delete some, or choose a larger plan.',
  }
}

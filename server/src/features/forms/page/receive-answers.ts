import { type FormField, MAX_FORM_FILES } from '@millrace/contract/form.ts'
import type { Issue } from '@millrace/contract/errors.ts'
import {
  acceptsFile,
  type AccountId,
  AppError,
  maxFilesOf,
  readMediaType,
  safeFileName,
  tooLargeFile,
  tooManyFiles,
  wrongType,
} from '#domain/index.ts'
import { type FieldUpload, isNoFile, type PageCall } from '#http/index.ts'
import type { FileService } from '../../files/file-service.ts'
import { multipartNames } from '../read-form-data.ts'

/**
 * How many bytes are read and dropped so that the sender gets an answer: browsers show one only after they have sent everything.
 * Beyond it the connection is closed.
 */
const MAX_DROPPED_BYTES = 256 * 1024 * 1024

/** The answers that a page sent. */
export interface ReceivedAnswers {
  readonly sent: URLSearchParams
  readonly uploads: readonly FieldUpload[]
  /** What is wrong with the files. */
  readonly issues: readonly Issue[]
  /** Whether the account has no space for the files. */
  readonly isFull: boolean
}

export interface AnswerTarget {
  readonly account: AccountId
  readonly fields: readonly FormField[]
  readonly files: FileService
  /** Asked before each file: whether it is worth storing, by the texts that arrived before it. */
  readonly isWanted: (sent: URLSearchParams) => boolean
}

/** Reads the answers and stores the files among them. If it fails, none of the files stays. */
export async function receiveAnswers(call: PageCall, target: AnswerTarget): Promise<ReceivedAnswers> {
  const { content } = call
  if (content === undefined) return { sent: call.sent, uploads: [], issues: [], isFull: false }
  const form = new IncomingForm(target)
  try {
    await content.parts({
      // One part more for each control without a choice; the count of each field is checked on its own.
      maxFiles: MAX_FORM_FILES + target.fields.length,
      onField: (name, text) => form.addText(name, text),
      onFile: (file) => form.addFile(file),
    })
  } catch (error) {
    await target.files.discard(form.uploads.map(({ content: stored }) => stored))
    throw error
  }
  return form
}

type IncomingFile = Parameters<Parameters<NonNullable<PageCall['content']>['parts']>[0]['onFile']>[0]

class IncomingForm implements ReceivedAnswers {
  readonly #target: AnswerTarget
  readonly #nameOf: (name: string) => string
  readonly sent = new URLSearchParams()
  readonly uploads: FieldUpload[] = []
  readonly issues: Issue[] = []
  isFull = false
  #droppedBytes = 0

  constructor(target: AnswerTarget) {
    this.#target = target
    this.#nameOf = multipartNames(target.fields)
  }

  addText(name: string, text: string): void {
    this.sent.append(this.#nameOf(name).replaceAll(/\r\n|\r|\n/g, '\r\n'), text)
  }

  async addFile(file: IncomingFile): Promise<void> {
    const chunks = withoutEnd(file.chunks)
    if (!isNoFile(file.name) && this.#target.isWanted(this.sent)) await this.#store({ ...file, chunks })
    await this.#drop(chunks)
  }

  async #store({ field: sentName, name: statedName, mediaType, chunks }: IncomingFile): Promise<void> {
    const { fields, files, account } = this.#target
    const field = fields.find(({ name, type }) => type === 'file' && name === this.#nameOf(sentName))
    if (field === undefined || this.isFull) return
    const name = safeFileName(statedName)
    if (this.#countOf(field) >= maxFilesOf(field)) return this.#refuse(field, tooManyFiles(field))
    if (!acceptsFile(field, { name, mediaType: readMediaType(mediaType) })) {
      return this.#refuse(field, wrongType(field, name))
    }
    const maxBytes = Math.min(field.max_bytes ?? files.maxFileBytes, files.maxFileBytes)
    const content = await files.receive(account, { name, mediaType, chunks, maxBytes, isAnonymous: true })
    if (!('ok' in content)) this.uploads.push({ field: field.name, content })
    else if (content.code === 'FILE_STORAGE_FULL') this.isFull = true
    else this.#refuse(field, tooLargeFile(name, maxBytes))
  }

  #countOf({ name }: FormField): number {
    return this.uploads.filter(({ field }) => field === name).length
  }

  #refuse({ name }: FormField, message: string): void {
    this.issues.push({ path: `data.${name}`, message })
  }

  async #drop(chunks: AsyncIterable<Uint8Array>): Promise<void> {
    for await (const chunk of chunks) {
      this.#droppedBytes += chunk.length
      if (this.#droppedBytes > MAX_DROPPED_BYTES) throw tooManyBytes()
    }
  }
}

/** Chunks that can be read on after a consumer has given up. */
function withoutEnd(chunks: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  const iterator = chunks[Symbol.asyncIterator]()
  return { [Symbol.asyncIterator]: () => ({ next: () => iterator.next() }) }
}

function tooManyBytes(): AppError {
  const message = 'The files are far larger than this form accepts.'
  return new AppError('VALIDATION_ERROR', message, { issues: [{ path: '', message }] }, { kind: 'too_large' })
}

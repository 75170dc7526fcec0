import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type AccountId, AppError, invalid } from '#domain/index.ts'
import type { FileRefusal, FileSource } from '#ports/index.ts'
import { closeUnread } from './close-unread.ts'
import { isMultipart, readMultipart } from './read-multipart.ts'
import { receiveBody } from './receive-body.ts'

/** A content that is stored, though no file is recorded for it yet. Without one, it is removed after a while. */
export interface ReceivedContent {
  readonly contentId: string
  readonly name: string
  readonly mediaType: string
  readonly size: number
  readonly sha256: string
}

export interface ContentReceiver {
  receive(account: AccountId, source: FileSource): Promise<ReceivedContent | FileRefusal>
  /** Removes contents for which no file will be recorded. */
  discard(contents: readonly ReceivedContent[]): Promise<void>
}

/** Stores the file that a request brings: its body, or the one file in a multipart body. If it fails, nothing of it stays. */
export async function receiveUpload(
  request: FastifyRequest,
  reply: FastifyReply,
  receiver: ContentReceiver,
): Promise<ReceivedContent> {
  try {
    return await receive(request, receiver)
  } catch (error) {
    closeUnread(request, reply)
    throw error
  }
}

async function receive(request: FastifyRequest, receiver: ContentReceiver): Promise<ReceivedContent> {
  const { id: account } = request.caller.account
  const contentType = request.headers['content-type']
  const { name } = request.query as { readonly name?: string }
  const chunks = receiveBody(request.raw, request.body instanceof Readable ? request.body : Readable.from([]))
  if (!isMultipart(contentType)) {
    const announcedBytes = readLength(request.headers['content-length'])
    return accepted(await receiver.receive(account, { name, mediaType: contentType, chunks, announcedBytes }))
  }
  let received: ReceivedContent | undefined
  try {
    await readMultipart(chunks, {
      contentType: contentType ?? '',
      maxFiles: 1,
      onField: () => undefined,
      async onFile(file) {
        const source = { name: name ?? file.name, mediaType: file.mediaType, chunks: file.chunks }
        received = accepted(await receiver.receive(account, source))
      },
    })
  } catch (error) {
    if (received !== undefined) await receiver.discard([received])
    throw error
  }
  if (received === undefined) throw invalid([{ path: '', message: 'must contain a file' }])
  return received
}

/** A refusal of a content, as an answer to its sender. */
export function accepted<Content extends object>(result: Content | FileRefusal): Content {
  if (!isRefusal(result)) return result
  const { code, message } = result
  if (code === 'FILE_STORAGE_UNAVAILABLE') {
    throw new AppError('INTERNAL_ERROR', message, {}, { kind: 'unavailable' })
  }
  throw new AppError('VALIDATION_ERROR', message, { issues: [{ path: '', message }] }, { kind: 'too_large' })
}

function isRefusal(result: object): result is FileRefusal {
  return 'ok' in result && result.ok === false
}

function readLength(header: string | undefined): number | undefined {
  return header !== undefined && /^\d{1,15}$/.test(header) ? Number(header) : undefined
}

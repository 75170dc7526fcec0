import type { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { MAX_FORM_FILES } from '@millrace/contract/form.ts'
import { closeUnread } from './close-unread.ts'
import { readMultipart } from './read-multipart.ts'
import { receiveBody } from './receive-body.ts'
import { accepted, type ContentReceiver, type ReceivedContent } from './receive-upload.ts'

/** A stored content that was sent for a field of a form. */
export interface FieldUpload {
  readonly field: string
  readonly content: ReceivedContent
}

/** A multipart body whose files are stored. */
export interface ReceivedForm {
  /** Names and texts, in order. */
  readonly texts: readonly (readonly [string, string])[]
  readonly uploads: readonly FieldUpload[]
}

/** Stores the files of a multipart form. If it fails, none of them stays. */
export async function receiveForm(
  request: FastifyRequest,
  reply: FastifyReply,
  receiver: ContentReceiver,
): Promise<ReceivedForm> {
  const { id: account } = request.caller.account
  const texts: [string, string][] = []
  const uploads: FieldUpload[] = []
  try {
    await readMultipart(receiveBody(request.raw, request.body as Readable), {
      contentType: request.headers['content-type'] ?? '',
      maxFiles: MAX_FORM_FILES,
      onField: (name, text) => void texts.push([name, text]),
      async onFile({ field, name, mediaType, chunks }) {
        if (isNoFile(name)) return
        const content = accepted(await receiver.receive(account, { name, mediaType, chunks }))
        uploads.push({ field, content })
      },
    })
    return { texts, uploads }
  } catch (error) {
    await receiver.discard(uploads.map(({ content }) => content))
    closeUnread(request, reply)
    throw error
  }
}

/** Browsers send a part without a name for a control in which no file was chosen. */
export function isNoFile(name: string | undefined): boolean {
  return name === undefined || name === ''
}

/** What a form brought, as the body of a request: schemas check it, and requests with the same key are compared by it. */
export function toFormBody({ texts, uploads }: ReceivedForm): { readonly data: Record<string, unknown> } {
  const values = new Map<string, unknown[]>()
  const add = (name: string, value: unknown) => values.set(name, [...(values.get(name) ?? []), value])
  for (const [name, text] of texts) add(name, text)
  for (const { field, content } of uploads) {
    const { name, mediaType, size, sha256 } = content
    add(field, { name, media_type: mediaType, size, sha256 })
  }
  return { data: Object.fromEntries(values) }
}

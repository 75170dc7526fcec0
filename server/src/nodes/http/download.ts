import { type AccountId, redactSecrets, redactStream, toFileValue } from '#domain/index.ts'
import type { FileRefusal, Files, NodeFailed, ResponseHead } from '#ports/index.ts'
import type { ResponseBody } from './read-response-body.ts'

type Created = Awaited<ReturnType<Files['create']>>

/** Stores the body of a response as a file, in which the secrets of the request are redacted. */
export class Download {
  readonly #files: Files
  readonly #account: AccountId
  readonly #url: URL
  readonly #secrets: readonly string[]
  #created: Created | undefined

  constructor(files: Files, account: AccountId, url: URL, secrets: readonly string[]) {
    this.#files = files
    this.#account = account
    this.#url = url
    this.#secrets = secrets
  }

  async receive({ headers }: ResponseHead, chunks: AsyncIterable<Uint8Array>): Promise<void> {
    const length = headers['content-length']
    this.#created = await this.#files.create(this.#account, {
      name: this.#redact(nameIn(headers['content-disposition']) ?? lastSegment(this.#url)),
      mediaType: this.#redact(headers['content-type']),
      chunks: redactStream(chunks, this.#secrets),
      announcedBytes: length !== undefined && /^\d{1,15}$/.test(length) ? Number(length) : undefined,
    })
  }

  #redact(text: string | undefined): string | undefined {
    return text && redactSecrets(text, this.#secrets)
  }

  /** Undefined when there was no such response, because its status was none of 2xx. */
  result(): ResponseBody | NodeFailed | undefined {
    if (this.#created === undefined) return undefined
    if (!this.#created.ok) return toFailure(this.#created)
    return { body: toFileValue(this.#created.file), encoding: 'file' }
  }
}

function toFailure({ code, message }: FileRefusal): NodeFailed {
  return { ok: false, code, message, permanent: code !== 'FILE_STORAGE_UNAVAILABLE' }
}

/** The name in a `Content-Disposition` header (RFC 6266). It is made safe where the file is stored. */
function nameIn(header: string | undefined): string | undefined {
  if (header === undefined) return undefined
  const encoded = /;\s*filename\*\s*=\s*utf-8'[^']*'([^;\s]+)/i.exec(header)?.[1]
  if (encoded !== undefined) {
    try {
      return decodeURIComponent(encoded)
    } catch {
      // The plain name is the fallback.
    }
  }
  const plain = /;\s*filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]+))/i.exec(header)
  return plain === null ? undefined : (plain[1]?.replaceAll(/\\(.)/g, '$1') ?? plain[2])
}

function lastSegment(url: URL): string | undefined {
  const segment = url.pathname.split('/').findLast((part) => part !== '')
  try {
    return segment && decodeURIComponent(segment)
  } catch {
    return segment
  }
}

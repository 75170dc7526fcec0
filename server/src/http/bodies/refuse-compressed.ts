import { AppError } from '#domain/index.ts'

/** Other values of the header are ignored: clients send all kinds of things there, such as `utf-8`. */
const COMPRESSION = /\b(?:gzip|deflate|br|zstd|compress)\b/i

/** Throws if a body that is to be read is compressed. Contents that are stored as they are may be. */
export function refuseCompressed({ 'content-encoding': encoding }: SentHeaders): void {
  if (typeof encoding !== 'string' || !COMPRESSION.test(encoding)) return
  const issues = [{ path: 'Content-Encoding', message: `must not be ${encoding}` }]
  const message = 'The body is compressed. Send it without compression.'
  throw new AppError('VALIDATION_ERROR', message, { issues }, { kind: 'media_type' })
}

interface SentHeaders {
  readonly 'content-encoding'?: string | readonly string[] | undefined
}

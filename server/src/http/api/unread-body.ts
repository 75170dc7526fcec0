import type { FastifyReply, FastifyRequest } from 'fastify'

/** A text of 32 MiB, in JSON, where quotation marks and line breaks take two characters. */
export const MAX_LONG_BODY_BYTES = 64 * 1024 * 1024

/** A body that is too long to be parsed by the main thread. */
export class UnreadBody {
  readonly bytes: Buffer

  constructor(bytes: Buffer) {
    this.bytes = bytes
  }
}

/** Receives bodies above the usual limit, for operations that name a member which may be a long text (`longText`). */
export interface LongBodyReader {
  /** Called before the body is received. Throws if there are too many long bodies already. */
  admit(request: FastifyRequest, reply: FastifyReply): Promise<void>
  /** Replaces the body by the parsed one, without its long text, which it returns. */
  read(
    request: FastifyRequest,
    reply: FastifyReply,
    member: string,
  ): Promise<Uint8Array<ArrayBuffer> | undefined>
}

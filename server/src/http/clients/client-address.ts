import type { FastifyRequest } from 'fastify'

/** The network address of the client. Empty if it hung up: the system does not tell it any more, although Fastify's types promise it. */
export function addressOf(request: FastifyRequest): string {
  const { ip } = request as { readonly ip: string | undefined }
  return ip ?? ''
}

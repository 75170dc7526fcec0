import type { FastifyReply, FastifyRequest } from 'fastify'

/** Closes the connection after the answer if the body has not arrived: its rest is not worth reading, and may have no end. */
export function closeUnread({ raw }: FastifyRequest, reply: FastifyReply): void {
  if (!raw.complete) reply.header('connection', 'close')
}

import type { FastifyInstance } from 'fastify'
import { JSON_TYPE } from '../api/replies.ts'
import { FixedAnswer } from './fixed-answer.ts'
import type { PublishedInterface } from './load-document.ts'

/**
 * `/openapi.json`: needs no key, because it tells nothing about an account. What makes the document is loaded when
 * somebody first asks for it, so that a start does not pay for it.
 */
export function registerOpenApi(app: FastifyInstance, published: PublishedInterface): void {
  const answer = new FixedAnswer(JSON_TYPE, async () => {
    const { loadDocument } = await import('./load-document.ts')
    return JSON.stringify(loadDocument(published))
  })
  app.get('/openapi.json', (request, reply) => answer.send(request, reply))
}

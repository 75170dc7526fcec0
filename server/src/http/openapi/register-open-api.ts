import type { FastifyInstance } from 'fastify'
import { JSON_TYPE } from '../api/replies.ts'
import { FixedAnswer } from './fixed-answer.ts'
import type { PublishedInterface } from './load-document.ts'

/**
 * `/openapi.json` needs no key, because it contains nothing about an account. The code that builds the document is loaded
 * on the first request, so that it does not slow down the start.
 */
export function registerOpenApi(app: FastifyInstance, published: PublishedInterface): void {
  const answer = new FixedAnswer(JSON_TYPE, async () => {
    const { loadDocument } = await import('./load-document.ts')
    return JSON.stringify(await loadDocument(published))
  })
  app.get('/openapi.json', (request, reply) => answer.send(request, reply))
}

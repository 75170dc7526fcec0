import type { FastifyInstance } from 'fastify'
import type { Operation } from '@millrace/contract/operation.ts'
import { JSON_TYPE } from '../replies.ts'
import { buildDocument } from './build-document.ts'
import { FixedAnswer } from './fixed-answer.ts'
import type { OpenApiDocument } from './open-api-document.ts'

export interface OpenApiOptions {
  readonly operations: readonly Operation[]
  readonly version: string
}

/** The document as it is served: with the examples that `npm run generate` recorded. */
export async function loadDocument(options: OpenApiOptions): Promise<OpenApiDocument> {
  const { default: examples } = await import('./golden/recorded-examples.json', { with: { type: 'json' } })
  return buildDocument({ ...options, examples })
}

/** `/openapi.json`: needs no key, because it tells nothing about an account. */
export function registerOpenApi(app: FastifyInstance, options: OpenApiOptions): void {
  const answer = new FixedAnswer(JSON_TYPE, async () => JSON.stringify(await loadDocument(options)))
  app.get('/openapi.json', (request, reply) => answer.send(request, reply))
}

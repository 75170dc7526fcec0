import type { Operation } from '@millrace/contract/operation.ts'
import { finish, nextTurn } from '../turns/in-turns.ts'
import { buildDocument } from './build-document.ts'
import examples from './golden/recorded-examples.json' with { type: 'json' }
import type { OpenApiDocument } from './open-api-document.ts'

export interface PublishedInterface {
  readonly operations: readonly Operation[]
  readonly version: string
}

/** The document that is served, with the examples recorded by `npm run generate`. */
export async function loadDocument(published: PublishedInterface): Promise<OpenApiDocument> {
  await nextTurn()
  return finish(buildDocument({ ...published, examples }))
}

import { OPERATIONS } from '@millrace/contract/operations.ts'
import { buildDocument, finish } from '#http/index.ts'
import { VERSION } from '../version.ts'
import { recordExamples } from './recording/record-examples.ts'

/** The OpenAPI document, and the recorded responses that the service includes in the document it serves. */
export async function generate(): Promise<{ path: string; content: string }[]> {
  const examples = await recordExamples(OPERATIONS)
  const document = await finish(buildDocument({ operations: OPERATIONS, version: VERSION, examples }))
  return [
    { path: 'docs/reference/openapi.json', content: `${JSON.stringify(document, undefined, 2)}\n` },
    {
      path: 'server/src/http/openapi/golden/recorded-examples.json',
      content: `${JSON.stringify(examples, undefined, 2)}\n`,
    },
  ]
}

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { OperationObject } from '../../openapi/open-api-document.ts'
import { curlLine } from './curl-line.ts'

const base = 'http://127.0.0.1:8080/v1'

describe('the command for an operation', () => {
  it('uses variables for ids and includes the query of the example', () => {
    const operation = {
      parameters: [{ name: 'limit', in: 'query', required: false, schema: {}, example: 10 }],
    } as unknown as OperationObject
    assert.equal(
      curlLine({ method: 'get', path: '/workflows/{id}/executions', operation, base }),
      `curl "${base}/workflows/$WORKFLOW_ID/executions?limit=10" \\\n  -H "Authorization: Bearer $MILLRACE_API_KEY"`,
    )
  })

  it('quotes the body for the shell', () => {
    const operation = {
      requestBody: { content: { 'application/json': { example: { name: "Ada's" } } } },
    } as unknown as OperationObject
    assert.match(
      curlLine({ method: 'post', path: '/forms', operation, base }),
      /-X POST \\\n[^]*-d '\{"name":"Ada'\\''s"\}'$/,
    )
  })
})

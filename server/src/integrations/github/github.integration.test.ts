import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { JsonObject } from '#domain/index.ts'
import { failureOf, outputOf, requestOf, runAction } from '#integrations/testing/run-action.ts'

const credential = { token: 'ghp_secret' }
const headers = {
  accept: 'application/vnd.github+json',
  authorization: 'Bearer ghp_secret',
  'x-github-api-version': '2022-11-28',
}
const json = { ...headers, 'content-type': 'application/json', 'idempotency-key': 'step-key' }
const at = { owner: 'ex ample', repo: 'a/b' }
const requests: readonly [string, JsonObject, string, string][] = [
  [
    'create_issue',
    { title: 'T', body: 'B', labels: ['bug'] },
    'POST /repos/ex%20ample/a%2Fb/issues',
    '{"title":"T","body":"B","labels":["bug"]}',
  ],
  [
    'create_comment',
    { issue_number: 7, body: 'ü' },
    'POST /repos/ex%20ample/a%2Fb/issues/7/comments',
    '{"body":"ü"}',
  ],
  ['get_issue', { issue_number: 7 }, 'GET /repos/ex%20ample/a%2Fb/issues/7', ''],
  [
    'list_issues',
    { state: 'all', labels: 'a,b', per_page: 5 },
    'GET /repos/ex%20ample/a%2Fb/issues?state=all&labels=a%2Cb&per_page=5',
    '',
  ],
  [
    'dispatch_workflow',
    { workflow_id: 'release.yml', ref: 'main', inputs: { a: '1' } },
    'POST /repos/ex%20ample/a%2Fb/actions/workflows/release.yml/dispatches',
    '{"ref":"main","inputs":{"a":"1"}}',
  ],
]

describe('actions of GitHub', () => {
  for (const [action, parameters, line, body] of requests) {
    it(`The GitHub action ${action} sends ${line}`, async (t) => {
      const run = runAction(t, 'github', action, { credential, parameters: { ...at, ...parameters } })
      assert.deepEqual(await requestOf(run), { line, headers: line.startsWith('GET') ? headers : json, body })
    })
  }

  it('A GitHub action outputs an empty string for an empty response', async (t) => {
    const run = runAction(t, 'github', 'dispatch_workflow', {
      credential,
      answer: (response) => response.writeHead(204).end(),
    })
    assert.equal(await outputOf(run), '')
  })

  it('A GitHub action refuses parameters that lead to another path', async (t) => {
    for (const repo of ['..', '.', '']) {
      const failure = await failureOf(
        runAction(t, 'github', 'get_issue', {
          credential,
          parameters: { owner: 'o', repo, issue_number: 1 },
        }),
      )
      assert.equal(failure.code, 'INVALID_PARAMETERS')
    }
  })
})

import assert from 'node:assert/strict'
import { it } from 'node:test'
import { OPERATIONS } from '@millrace/contract/operations.ts'
import { type Role, ROLES } from '@millrace/contract/roles.ts'
import { exampleRequest } from '../support/example-request.ts'
import { describeOnEveryStore } from '../support/on-every-store.ts'

/** Written by hand, so that a new operation fails here until somebody has decided who may use it. */
const FOR_VIEWERS = [
  'checkWorkflow',
  'countExecutions',
  'downloadExecutionData',
  'exportBundle',
  'exportSubmissions',
  'exportWorkflow',
  'followExecution',
  'getBulkRun',
  'getCredential',
  'getDelivery',
  'getDraft',
  'getExecution',
  'getFile',
  'getForm',
  'getState',
  'getVariable',
  'getStatistics',
  'getIntegration',
  'getSubmission',
  'getTimeline',
  'getTriggerSummary',
  'getVersion',
  'getWebhook',
  'getWorkflow',
  'listActions',
  'listAllExecutions',
  'listBulkRuns',
  'listCatalogue',
  'listCredentialUsage',
  'listCredentials',
  'listDeliveries',
  'listExecutions',
  'listFailures',
  'listForms',
  'listIntegrations',
  'listLabels',
  'listNodeTypes',
  'listSamples',
  'listState',
  'listVariables',
  'listVariableUsage',
  'listSteps',
  'listSubmissions',
  'listAllTriggers',
  'listTriggers',
  'listUpcomingRuns',
  'listVersions',
  'listWaits',
  'listWebhooks',
  'listWorkflows',
  'previewForm',
  'previewRetry',
  'readExecutionData',
  'readFileContent',
  'readStatistics',
]

const FOR_EDITORS = [
  'answerWait',
  'cancelExecution',
  'createBulkRun',
  'createCredential',
  'createFile',
  'createVariable',
  'createForm',
  'createIntegration',
  'createSubmission',
  'createWebhook',
  'createWorkflow',
  'deleteCredential',
  'deleteDraft',
  'deleteFile',
  'deleteForm',
  'deleteState',
  'deleteVariable',
  'deleteSubmission',
  'deleteSubmissions',
  'deleteIntegration',
  'deleteWebhook',
  'deleteWorkflow',
  'executeWorkflow',
  'importBundle',
  'importIntegration',
  'listenForEvent',
  'publishWorkflow',
  'putState',
  'redeliver',
  'redeliverRange',
  'restoreVersion',
  'resetPoll',
  'resumeFailure',
  'retryExecution',
  'rotateSecret',
  'samplePoll',
  'saveDraft',
  'shadowDraft',
  'signalExecution',
  'stopBulkRun',
  'testIntegration',
  'testWebhook',
  'updateFailure',
  'updateVariable',
  'tryAction',
  'updateCredential',
  'updateForm',
  'updateIntegration',
  'updateTrigger',
  'updateWebhook',
  'updateWorkflow',
]

/** What only the web app needs, and the least powerful role that may use it. */
const APP_ROUTES: readonly (readonly [string, Role | 'public'])[] = [
  ['DELETE /invitations/:id', 'owner'],
  ['DELETE /keys/:id', 'owner'],
  ['DELETE /pause', 'owner'],
  ['DELETE /saved-filters/:id', 'viewer'],
  ['DELETE /session', 'public'],
  ['DELETE /sessions', 'viewer'],
  ['DELETE /sessions/:id', 'viewer'],
  ['DELETE /users/:id', 'owner'],
  ['GET /about', 'viewer'],
  ['GET /audit', 'owner'],
  ['GET /audit/actors', 'owner'],
  ['GET /audit/export', 'owner'],
  ['GET /invitations', 'owner'],
  ['GET /keys', 'owner'],
  ['GET /pause', 'viewer'],
  ['GET /plan', 'viewer'],
  ['GET /saved-filters', 'viewer'],
  ['GET /session', 'public'],
  ['GET /sessions', 'viewer'],
  ['GET /users', 'viewer'],
  ['PATCH /saved-filters/:id', 'viewer'],
  ['PATCH /users/:id', 'owner'],
  ['POST /invitations', 'owner'],
  ['POST /invitations/accept', 'public'],
  ['POST /invitations/open', 'public'],
  ['POST /keys', 'owner'],
  ['POST /password', 'viewer'],
  ['POST /pause', 'owner'],
  ['POST /saved-filters', 'viewer'],
  ['POST /session', 'public'],
  ['POST /setup', 'public'],
]

const ABSENT = '018f0000-0000-7000-8000-000000000000'

describeOnEveryStore('Roles', (shared) => {
  it('Every operation is for viewers or for editors', () => {
    const walked = [...FOR_VIEWERS, ...FOR_EDITORS].sort()
    assert.deepEqual(walked, OPERATIONS.map(({ id }) => id).sort())
  })

  for (const operation of OPERATIONS) {
    for (const role of ROLES) {
      const isAllowed = role !== 'viewer' || FOR_VIEWERS.includes(operation.id)
      it(`${operation.id} is ${isAllowed ? 'allowed' : 'refused'} for the role ${role}`, async () => {
        const { owner, browser } = await shared.person(role)
        const { method, path, ...request } = await exampleRequest(operation, owner)
        const headers = { origin: shared.running.url }
        const answer = await browser.send(method, `/v1${path}`, { ...request, headers })
        if (isAllowed) answer.expect(operation.success.status)
        else {
          const { details, message } = answer.error(403, 'FORBIDDEN')
          assert.deepEqual(details, { required_scope: operation.scope, required_role: 'editor' })
          assert.equal(message, 'Only an editor or an owner may do this. Your role is viewer.')
        }
        for (const header of answer.headers.keys()) assert.doesNotMatch(header, /^x-ratelimit/)
      })
    }
  }

  it('Every route of the web app is walked', () => {
    const printed = shared.running.service.app.printRoutes({ commonPrefix: false, includeHooks: false })
    const found = routesUnderApp(printed).filter((route) => !route.startsWith('HEAD '))
    assert.deepEqual(found.sort(), APP_ROUTES.map(([route]) => route).sort())
  })

  for (const [route, least] of APP_ROUTES) {
    if (least === 'public') continue
    for (const role of ROLES) {
      const isAllowed = ROLES.indexOf(role) <= ROLES.indexOf(least)
      it(`${route} is ${isAllowed ? 'allowed' : 'refused'} for the role ${role}`, async () => {
        const { browser } = await shared.person(role)
        const [method = '', path = ''] = route.split(' ')
        const answer = await browser.send(method, path.replace(':id', ABSENT))
        if (isAllowed) return assert.ok([200, 400, 404].includes(answer.status), `${answer.status}`)
        const { details, message } = answer.error(403, 'FORBIDDEN')
        assert.deepEqual(details, { required_role: 'owner' })
        assert.equal(message, `Only an owner may do this. Your role is ${role}.`)
      })
    }
  }
})

/** The paths below `/app` in the tree that Fastify prints, without the operations. */
function routesUnderApp(graph: string): string[] {
  const routes: string[] = []
  const parents: string[] = []
  for (const line of graph.split('\n')) {
    const match = /^((?:[│ ] {3})*)[├└]── (\S+)(?: \(([A-Z, ]+)\))?/.exec(line)
    if (match === null) continue
    parents.splice((match[1] ?? '').length / 4, Infinity, match[2] ?? '')
    const path = parents.join('')
    if (!path.startsWith('/app/') || path.startsWith('/app/v1')) continue
    for (const method of match[3]?.split(', ') ?? []) routes.push(`${method} ${path.slice('/app'.length)}`)
  }
  return routes
}

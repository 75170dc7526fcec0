import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Credential } from '@millrace/contract/credential.ts'
import type { ImportedIntegration } from '@millrace/contract/integration.ts'
import type { WorkflowCheck } from '@millrace/contract/workflow.ts'
import type { Client } from '../support/client.ts'
import { describeOnEveryStore } from '../support/on-every-store.ts'

const GHOST = '01937b5e-8f3a-7c41-9a52-3d1f0c7be2aa'

const document = {
  openapi: '3.0.3',
  info: { title: 'Orders', version: '1' },
  servers: [{ url: 'https://orders.example/api' }],
  paths: {
    '/orders/{id}': {
      get: {
        operationId: 'getOrder',
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
      },
    },
  },
}

describeOnEveryStore('Extension: POST /workflows/:id/check with the account', (shared) => {
  const check = async (client: Client, node: object) => {
    const { id } = await client.createWorkflow({ nodes: [{ id: 'a', ...node }] })
    const { problems } = (await client.post(`/workflows/${id}/check`)).expect(200).data<WorkflowCheck>()
    return problems.map(({ severity, node_id, parameter, message }) => {
      assert.equal(node_id, 'a')
      return [severity, parameter, message]
    })
  }
  const credential = async (client: Client, type: string, value: string, more: object = {}) =>
    (await client.post('/credentials', { name: `My ${type}`, type, value, ...more }))
      .expect(201)
      .data<Credential>()

  const mail = { to: 'ada@example.com', from: 'shop@example.com', text: 'Hello' }

  it('A missing, a deleted and an unsuitable credential are errors', async () => {
    const client = await shared.client()
    assert.deepEqual(await check(client, { type: 'email', data: mail }), [
      [
        'error',
        'credential_id',
        'Node "a" needs a credential of type smtp. Set `credential_id` to the id of one.',
      ],
    ])
    const { id } = await credential(client, 'smtp', 'smtps://user:secret@mail.example.com')
    assert.deepEqual(await check(client, { type: 'email', data: mail, credential_id: id.toUpperCase() }), [])
    ;(await client.delete(`/credentials/${id}`)).expect(200)
    const gone =
      'Node "a" uses a credential that does not exist. Set `credential_id` to the id of an existing credential.'
    for (const credential_id of [id, GHOST, 'my-smtp', '{{ input.credential }}']) {
      assert.deepEqual(await check(client, { type: 'email', data: mail, credential_id }), [
        ['error', 'credential_id', gone],
      ])
    }
    const token = await credential(client, 'bearer_token', 'secret-token')
    assert.deepEqual(await check(client, { type: 'email', data: mail, credential_id: token.id }), [
      [
        'error',
        'credential_id',
        'Node "a" cannot use the credential "My bearer_token" of type bearer_token. Choose one of type smtp.',
      ],
    ])
  })

  it('The credential of another account does not exist', async () => {
    const [client, other] = [await shared.client(), await shared.client()]
    const { id } = await credential(other, 'smtp', 'smtps://user:secret@mail.example.com')
    const [problem] = await check(client, { type: 'email', data: mail, credential_id: id })
    assert.match(String(problem?.[2]), /does not exist/)
  })

  it('A credential for other hosts is an error, and one for a node that takes none a warning', async () => {
    const client = await shared.client()
    const { id } = await credential(client, 'api_key', 'secret', { allowed_hosts: ['api.example.com'] })
    const url = 'https://www.example.com/x'
    assert.deepEqual(await check(client, { type: 'http', data: { url }, credential_id: id }), [
      [
        'error',
        'credential_id',
        'The credential "My api_key" of node "a" must not be sent to www.example.com. Add the host to the `allowed_hosts` of the credential.',
      ],
    ])
    const allowed = { url: 'https://api.example.com/x' }
    assert.deepEqual(await check(client, { type: 'http', data: allowed, credential_id: id }), [])
    assert.deepEqual(await check(client, { type: 'log', data: { message: 'x' }, credential_id: id }), [
      ['warning', 'credential_id', 'Node "a" takes no credential, so `credential_id` is ignored. Remove it.'],
    ])
  })

  it('A webhook that must authenticate senders needs a credential', async () => {
    const client = await shared.client()
    assert.deepEqual(await check(client, { type: 'webhook', data: { auth: 'hmac' } }), [
      [
        'error',
        'credential_id',
        'Node "a" needs a credential of type api_key, custom_header or basic_auth to authenticate senders. Set `credential_id` to the id of one.',
      ],
    ])
    assert.deepEqual(await check(client, { type: 'webhook', data: {} }), [])
  })

  it('Unknown workflows and forms are errors', async () => {
    const client = await shared.client()
    const [other, form] = [await client.createWorkflow(), await client.createForm()]
    assert.deepEqual(await check(client, { type: 'workflow', data: { workflow_id: other.id } }), [])
    assert.deepEqual(await check(client, { type: 'form', data: { form_id: form.id } }), [])
    ;(await client.delete(`/workflows/${other.id}`)).expect(200)
    assert.deepEqual(await check(client, { type: 'workflow', data: { workflow_id: other.id } }), [
      [
        'error',
        'workflow_id',
        'Node "a" refers to a workflow that does not exist. Set `workflow_id` to the id of an existing workflow.',
      ],
    ])
    assert.deepEqual(await check(client, { type: 'form', data: { form_id: GHOST } }), [
      [
        'error',
        'form_id',
        'Node "a" refers to a form that does not exist. Set `form_id` to the id of an existing form.',
      ],
    ])
    const event = { event: 'workflow.failed', workflow_ids: [GHOST] }
    assert.deepEqual(await check(client, { type: 'event', data: event }), [
      [
        'warning',
        'workflow_ids.0',
        'Node "a" refers to a workflow that does not exist. Set `workflow_ids.0` to the id of an existing workflow.',
      ],
    ])
  })

  it('Unknown integrations, actions and parameters are errors', async () => {
    const client = await shared.client()
    const integration = (data: object, more: object = {}) =>
      check(client, { type: 'integration', data, ...more })
    assert.deepEqual(await integration({ integration_id: GHOST, action: 'x' }), [
      [
        'error',
        'integration_id',
        'In node "a" the account has no integration with the id of this node. Set `integration_id` to the id of an existing integration.',
      ],
    ])
    const slack = await credential(client, 'slack', 'xoxb-secret')
    const call = (parameters: object) =>
      integration({ type: 'slack', action: 'post_message', parameters }, { credential_id: slack.id })
    assert.deepEqual(await call({ channel: 'C1', text: 'Hello' }), [])
    assert.deepEqual(await call({ chanel: 'C1', text: 'Hello' }), [
      ['error', 'parameters.channel', 'In node "a" the parameter `parameters.channel` is missing.'],
      [
        'error',
        'parameters.chanel',
        'In node "a" the action `post_message` has no parameter `chanel`. Did you mean `channel`?',
      ],
    ])
    assert.deepEqual(
      (await call({ channel: 7, text: 'Hello' })).map(([severity, parameter]) => [severity, parameter]),
      [['error', 'parameters.channel']],
    )
    const missing = await integration({
      type: 'slack',
      action: 'post_message',
      parameters: { channel: 'C1', text: 'x' },
    })
    assert.deepEqual(missing, [
      [
        'error',
        'credential_id',
        'In node "a" Slack needs a credential of type slack. Set `credential_id` of the node.',
      ],
    ])
    const key = await credential(client, 'api_key', 'secret')
    const wrong = await integration(
      { type: 'slack', action: 'post_message', parameters: { channel: 'C1', text: 'x' } },
      { credential_id: key.id },
    )
    assert.deepEqual(
      wrong.map(([severity, parameter]) => [severity, parameter]),
      [['error', 'credential_id']],
    )
  })

  it('Actions and parameters of an imported document are checked', async () => {
    const client = await shared.client()
    const { id } = (
      await client.post('/integrations/import', { name: 'Orders', document: JSON.stringify(document) })
    )
      .expect(201)
      .data<ImportedIntegration>()
    const call = (action: string, parameters: object) =>
      check(client, { type: 'integration', data: { integration_id: id, action, parameters } })
    assert.deepEqual(await call('getOrder', { id: '{{ input.id }}' }), [])
    assert.deepEqual(await call('getOrdr', {}), [
      ['error', 'action', 'In node "a" the integration has no action `getOrdr`. Did you mean `getOrder`?'],
    ])
    assert.deepEqual(await call('getOrder', { idd: 7 }), [
      ['error', 'parameters.id', 'In node "a" in the action `getOrder`, the parameter `id` is missing.'],
      [
        'error',
        'parameters.idd',
        'In node "a" the action `getOrder` has no parameter `idd`. Did you mean `id`?',
      ],
    ])
  })

  it('A run says the same as the check', async () => {
    const client = await shared.client()
    for (const node of [
      { type: 'workflow', data: { workflow_id: GHOST } },
      { type: 'email', data: mail },
      { type: 'email', data: mail, credential_id: GHOST },
      { type: 'integration', data: { integration_id: GHOST, action: 'x' } },
      { type: 'code', data: { code: 'return {' } },
    ]) {
      const workflow = await client.createWorkflow({ nodes: [{ id: 'a', ...node }] })
      const { problems } = (await client.post(`/workflows/${workflow.id}/check`)).data<WorkflowCheck>()
      const { status, error } = await client.run(workflow)
      assert.deepEqual([problems[0]?.severity, status, error?.node_id], ['error', 'failed', 'a'], node.type)
    }
  })
})

import type { OutsideWorld } from '../outside-world.ts'
import type { AccountClient } from './account-client.ts'

export const BEARER_TOKEN = 'test-data-bearer-token'
export const HEADER_SECRET = 'test-data-header-secret'

export async function createCredentials(
  account: AccountClient,
): Promise<{ bearer: string; header: string; openApi: string }> {
  const create = async (name: string, type: string, value: string, more: object = {}) =>
    (await account.create('/credentials', { name, type, value, ...more })).id
  await create('API key', 'api_key', 'test-data-api-key')
  await create('Login', 'basic_auth', 'ada:test-data-password')
  await create('Query', 'query_param', 'key=test-data-query')
  await create('Mail', 'smtp', 'smtp://ada:test-data-mail@mail.example:587')
  await create('Database', 'postgres', 'postgres://ada:test-data-database@db.example/orders')
  await create(
    'Client',
    'oauth2_client',
    JSON.stringify({
      token_url: 'https://auth.example/token',
      client_id: 'id',
      client_secret: 'test-data-client',
    }),
  )
  await create('Licence', 'licence', 'test-data-opaque')
  return {
    bearer: await create('Token', 'bearer_token', BEARER_TOKEN, { allowed_hosts: ['127.0.0.1'] }),
    header: await create('Header', 'custom_header', `X-Fixture-Key: ${HEADER_SECRET}`),
    openApi: await create('Orders', 'openapi', JSON.stringify({ key: 'test-data-orders' })),
  }
}

export async function createIntegrations(
  account: AccountClient,
  outside: OutsideWorld,
  credential: string,
): Promise<string> {
  const order = { type: 'object', properties: { parent: { $ref: '#/components/schemas/Order' } } }
  const document = {
    openapi: '3.0.3',
    info: { title: 'Orders', version: '2' },
    security: [{ key: [] }],
    components: {
      securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Orders-Key' } },
      schemas: { Order: order },
    },
    paths: {
      '/orders': {
        post: {
          operationId: 'createOrder',
          requestBody: {
            required: true,
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Order' } } },
          },
        },
      },
      '/orders/{id}': {
        get: {
          operationId: 'getOrder',
          parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
        },
      },
    },
  }
  const { id } = await account.create('/integrations/import', {
    name: 'Orders',
    document: JSON.stringify(document),
    base_url: outside.url,
    credential_id: credential,
  })
  const plain = await account.create('/integrations', { type: 'http', name: 'Plain HTTP' })
  await account.api.call('POST', `/integrations/${plain.id}/test`)
  await account.run('Imported action', {
    nodes: [
      {
        id: 'order',
        type: 'integration',
        data: { integration_id: id, action: 'createOrder', parameters: { body: { parent: null } } },
      },
    ],
  })
  return id
}

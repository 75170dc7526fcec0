import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { JsonObject, JsonValue } from '#domain/index.ts'
import { buildImportedRequest } from '../build-imported-request.ts'
import { importDocument } from '../import-document.ts'
import { readDocument } from '../read-document.ts'

/** A service as people described it before OpenAPI 3. */
const shop = `
swagger: "2.0"
info: {title: Shop, version: 1.4.2, description: Orders and customers.}
host: api.shop.example
basePath: /v1
schemes: [http, https]
consumes: [application/json]
produces: [application/json, application/xml]
securityDefinitions:
  login: {type: basic}
  key: {type: apiKey, in: header, name: X-Shop-Key, description: Under Settings.}
  server:
    type: oauth2
    flow: application
    tokenUrl: https://api.shop.example/oauth/token
    scopes: {"orders:read": Read orders, "orders:write": Change orders}
  person:
    type: oauth2
    flow: accessCode
    authorizationUrl: https://api.shop.example/oauth/authorize
    tokenUrl: https://api.shop.example/oauth/token
    scopes: {}
security:
- key: []
parameters:
  Page: {name: page, in: query, type: integer, format: int32, minimum: 1, default: 1, description: The page.}
  Order: {name: order, in: body, required: true, schema: {$ref: "#/definitions/NewOrder"}}
  Note: {name: note, in: formData, type: string, maxLength: 200}
responses:
  NotFound: {description: There is none., schema: {$ref: "#/definitions/Error"}}
paths:
  /orders:
    get:
      operationId: listOrders
      summary: List orders
      parameters:
      - $ref: "#/parameters/Page"
      - {name: status, in: query, type: array, items: {type: string, enum: [open, paid]}, collectionFormat: multi}
      - {name: ids, in: query, type: array, items: {type: integer}}
      - {name: tags, in: query, type: array, items: {type: string}, collectionFormat: pipes}
      - {name: words, in: query, type: array, items: {type: string}, collectionFormat: ssv}
      - {name: X-Fields, in: header, type: array, items: {type: string}}
      responses:
        200: {description: Orders, schema: {type: array, items: {$ref: "#/definitions/Order"}}}
        404: {$ref: "#/responses/NotFound"}
    post:
      operationId: createOrder
      security: [{server: ["orders:write"]}]
      parameters:
      - $ref: "#/parameters/Order"
      responses: {201: {description: Created}}
  /orders/{id}:
    parameters:
    - {name: id, in: path, required: true, type: string, format: uuid, x-nullable: false}
    get: {operationId: getOrder, schemes: [http], responses: {200: {description: An order}}}
    put:
      operationId: replaceOrder
      consumes: [application/vnd.shop+json]
      parameters:
      - {name: body, in: body, schema: {$ref: "#/definitions/Order"}, description: The whole order.}
      responses: {204: {description: Done}}
  /orders/{id}/notes:
    post:
      operationId: addNote
      consumes: [application/x-www-form-urlencoded]
      parameters:
      - {name: id, in: path, required: true, type: string}
      - $ref: "#/parameters/Note"
      - {name: labels, in: formData, type: array, items: {type: string}, required: true}
      - {name: readers, in: formData, type: array, items: {type: string}, collectionFormat: multi}
      responses: {201: {description: Created}}
  /orders/{id}/invoice:
    put:
      operationId: uploadInvoice
      consumes: [multipart/form-data]
      parameters:
      - {name: id, in: path, required: true, type: string}
      - {name: title, in: formData, type: string}
      - {name: file, in: formData, type: file, required: true}
      responses: {204: {description: Done}}
  /orders/{id}/photo:
    put:
      operationId: uploadPhoto
      parameters:
      - {name: id, in: path, required: true, type: string}
      - {name: title, in: formData, type: string, required: true}
      - {name: file, in: formData, type: file}
      responses: {204: {description: Done}}
  /export:
    get:
      operationId: export
      produces: [text/csv]
      parameters:
      - {name: columns, in: query, type: array, items: {type: string}, collectionFormat: tsv}
      responses: {200: {description: A table, schema: {type: file}}}
definitions:
  NewOrder:
    type: object
    required: [customer]
    properties:
      customer: {type: string, x-nullable: true}
      lines: {type: array, items: {$ref: "#/definitions/Line"}}
  Line: {type: object, properties: {type: {type: string}, file: {$ref: "#/definitions/Line"}}}
  Order: {allOf: [{$ref: "#/definitions/NewOrder"}, {type: object, properties: {id: {type: string}}}]}
  Error: {type: object, properties: {message: {type: string}}}
`

function importShop(source?: string) {
  const read = readDocument(shop, source)
  assert.ok(read.ok, read.ok ? '' : read.problem)
  const imported = importDocument(read.document, source)
  const find = (name: string) =>
    imported.operations.find((operation) => operation.name === name) ?? assert.fail(name)
  const send = (name: string, parameters: JsonObject) => {
    const request = buildImportedRequest(find(name), parameters)
    assert.ok(!('ok' in request), JSON.stringify(request))
    return request
  }
  return { ...imported, find, send }
}

function importPaths(paths: JsonObject, rest: JsonObject = {}, source?: string) {
  const read = readDocument(JSON.stringify({ swagger: '2.0', paths, ...rest }), source)
  assert.ok(read.ok)
  return importDocument(read.document, source)
}

describe('import of Swagger 2.0 documents', () => {
  it('Title, version and HTTPS address are taken over', () => {
    const { api, baseUrl } = importShop()
    assert.equal(api.title, 'Shop')
    assert.equal(api.version, '1.4.2')
    assert.equal(baseUrl, 'https://api.shop.example/v1')
  })

  for (const [members, source, expected] of [
    [{ host: 'a.example', schemes: ['http'] }, undefined, 'http://a.example'],
    [{ host: 'a.example:8443', basePath: 'v2/' }, undefined, 'https://a.example:8443/v2'],
    [{ host: 'a.example' }, 'http://docs.example/swagger.json', 'http://a.example'],
    [{ host: 'a.example', schemes: ['wss'] }, undefined, 'https://a.example'],
    [{ basePath: '/v2' }, 'https://docs.example/x/swagger.json', 'https://docs.example/v2'],
    [{ basePath: '/v2' }, undefined, undefined],
    [{}, 'https://docs.example/x/swagger.json', 'https://docs.example'],
  ] as const) {
    it(`The address of ${JSON.stringify(members)} from ${source ?? 'a file'} is ${expected ?? 'unknown'}`, () => {
      assert.equal(importPaths({ '/a': { get: {} } }, members, source).baseUrl, expected)
    })
  }

  it('Security definitions become schemes that credentials can fulfil', () => {
    const { api, find } = importShop()
    assert.deepEqual(api.schemes, [
      { name: 'login', kind: 'basic', help: '' },
      { name: 'key', kind: 'header', key: 'X-Shop-Key', help: 'Under Settings.' },
      { name: 'server', kind: 'oauth2', help: '', tokenUrl: 'https://api.shop.example/oauth/token' },
      { name: 'person', kind: 'oauth2', help: '' },
    ])
    assert.deepEqual(api.security, [['key']])
    assert.deepEqual(find('createOrder').security, [['server']])
  })

  it('Lists are sent as their collection format says', () => {
    const request = importShop().send('listOrders', {
      page: 2,
      status: ['open', 'paid'],
      ids: [1, 2],
      tags: ['a', 'b'],
      words: ['x', 'y'],
      'X-Fields': ['id', 'total'],
    })
    assert.deepEqual(request.query, [
      'page=2',
      'status=open',
      'status=paid',
      'ids=1,2',
      'tags=a%7Cb',
      'words=x%20y',
    ])
    assert.equal(request.headers['x-fields'], 'id,total')
  })

  it('The values of a parameter keep their limits, default and description', () => {
    const { find } = importShop()
    assert.deepEqual((find('listOrders').schema['properties'] as JsonObject)['page'], {
      type: 'integer',
      format: 'int32',
      minimum: 1,
      default: 1,
      title: 'page',
      description: 'The page.',
    })
  })

  it('A parameter in the body becomes the body, also by reference, in the media type of the operation', () => {
    const { find, send, parts } = importShop()
    assert.deepEqual(find('createOrder').body, {
      as: 'json',
      type: 'application/json',
      required: true,
      key: 'body',
    })
    assert.deepEqual((find('createOrder').schema['properties'] as JsonObject)['body'], {
      title: 'Body',
      $ref: '#/components/schemas/NewOrder',
    })
    assert.equal(send('createOrder', { body: { customer: 'C' } }).body, '{"customer":"C"}')
    const replaced = send('replaceOrder', { id: '7', body: { id: '7' } })
    assert.equal(replaced.path, '/orders/7')
    assert.equal(replaced.headers['content-type'], 'application/vnd.shop+json')
    assert.equal(find('replaceOrder').body?.required, false)
    assert.deepEqual([...parts.keys()].toSorted(), [
      '#/components/schemas/Line',
      '#/components/schemas/NewOrder',
      '#/components/schemas/Order',
    ])
    assert.deepEqual(parts.get('#/components/schemas/NewOrder'), {
      type: 'object',
      required: ['customer'],
      properties: {
        customer: { type: 'string', nullable: true },
        lines: { type: 'array', items: { $ref: '#/components/schemas/Line' } },
      },
    })
  })

  it('Form parameters become a form, with lists in their collection format', () => {
    const { find, send } = importShop()
    const request = send('addNote', {
      id: '7',
      body: { note: 'Hello', labels: ['a', 'b'], readers: ['x', 'y'] },
    })
    assert.equal(request.headers['content-type'], 'application/x-www-form-urlencoded')
    assert.equal(request.body, 'note=Hello&labels=a%2Cb&readers=x&readers=y')
    assert.equal(find('addNote').body?.required, true)
  })

  it('An operation with a required file is skipped, one with an optional file is sent without it', () => {
    const { api, send } = importShop()
    assert.deepEqual(
      api.skipped.find(({ operation }) => operation === 'PUT /orders/{id}/invoice')?.reason,
      'its body requires a file (file), and files are not supported',
    )
    const { body } = send('uploadPhoto', { id: '7', body: { title: 'T' } })
    assert.ok(typeof body === 'string' || body instanceof Uint8Array)
    assert.match(Buffer.from(body).toString(), /name="title"\r\n\r\nT/)
  })

  it('A collection format without counterpart is a reason to skip the operation', () => {
    const { api } = importShop()
    assert.equal(
      api.skipped.find(({ operation }) => operation === 'GET /export')?.reason,
      'the parameter columns has a content type that is not supported',
    )
  })

  it('An operation can have schemes of its own', () => {
    assert.equal(importShop().find('getOrder').baseUrl, 'http://api.shop.example/v1')
  })

  it('Parameters of an operation replace those of its path, and there is one body', () => {
    const { operations } = importPaths(
      {
        '/a/{id}': {
          parameters: [
            { name: 'id', in: 'path', required: true, type: 'string' },
            { name: 'shared', in: 'body', schema: { type: 'string' } },
          ],
          post: {
            parameters: [
              { name: 'id', in: 'path', required: true, type: 'integer' },
              { name: 'own', in: 'body', schema: { type: 'object' } },
            ],
          },
        },
      },
      { host: 'a.example' },
    )
    const [operation] = operations
    const properties = operation?.schema['properties'] as JsonObject
    assert.equal((properties['id'] as JsonObject)['type'], 'integer')
    assert.deepEqual(properties['body'], { title: 'Body', type: 'object' })
  })

  it('What is broken is skipped with a reason and does not stop the import', () => {
    const { operations, api } = importPaths(
      {
        '/a': { get: { parameters: [{ $ref: '#/parameters/Gone' }] } },
        '/b': { get: { parameters: [7, { in: 'query' }] } },
        '/c': { get: { parameters: 'none', consumes: 'x', security: 'y' } },
        '/d': { $ref: '#/x-paths/d' },
        '/e': 'nothing',
        '/f': { get: 'nothing', post: { parameters: [{ in: 'formData', name: '__proto__', type: 'file' }] } },
      },
      { host: 'a.example', definitions: 7, parameters: [], securityDefinitions: 'x', basePath: 3 },
    )
    assert.deepEqual(
      operations.map(({ name }) => name),
      ['get_c', 'post_f'],
    )
    assert.deepEqual(
      api.skipped.map(({ operation, reason }) => `${operation}: ${reason}`),
      [
        'GET /a: a parameter cannot be read: the reference #/parameters/Gone does not exist',
        'GET /b: a parameter has no valid `name` or `in`',
        '/d: the reference #/x-paths/d does not exist',
        '/e: an object is missing',
      ],
    )
  })

  it('A schema may have members with the names of keywords', () => {
    const line: JsonValue = {
      type: 'object',
      properties: { type: { type: 'string' }, $ref: { type: 'string' } },
    }
    const { parts } = importPaths(
      { '/a': { post: { parameters: [{ in: 'body', name: 'b', schema: { $ref: '#/definitions/Line' } }] } } },
      { host: 'a.example', definitions: { Line: line } },
    )
    assert.deepEqual(parts.get('#/components/schemas/Line'), line)
  })
})

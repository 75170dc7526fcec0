import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { JsonObject, JsonValue } from '#domain/index.ts'
import { importDocument } from './import-document.ts'
import { presentSchema } from './present-schema.ts'

const head = {
  openapi: '3.0.3',
  info: { title: 'T', version: '1' },
  servers: [{ url: 'https://a.example/v1/' }],
}

function take(paths: JsonObject, rest: JsonObject = {}, source?: string) {
  return importDocument({ ...head, paths, ...rest }, source)
}

function operationsOf(paths: JsonObject, rest: JsonObject = {}) {
  return take(paths, rest).operations
}

describe('operations of OpenAPI documents', () => {
  it('An imported operation is named by its operationId or by method and path, with a number if necessary', () => {
    const names = operationsOf({
      '/a/{id}': { get: { operationId: 'repos/get' }, post: {}, put: { operationId: 'Über alles!' } },
      '/b': { get: { operationId: 'repos/get' }, delete: { operationId: '' } },
    }).map(({ name }) => name)
    assert.deepEqual(names, ['repos/get', 'ber_alles', 'post_a_id', 'repos/get_2', 'delete_b'])
  })

  it('An imported operation has the parameters of path and operation, and undeclared path parameters', () => {
    const [operation] = operationsOf(
      {
        '/a/{id}/{other}': {
          parameters: [
            { name: 'id', in: 'path', schema: { type: 'integer' } },
            { $ref: '#/components/parameters/Page' },
          ],
          get: {
            parameters: [
              { name: 'id', in: 'query', required: true, schema: {} },
              { name: 'page', in: 'query', explode: false, schema: { type: 'array' } },
              { name: 'Authorization', in: 'header', required: true, schema: {} },
              {
                name: 'filter',
                in: 'query',
                content: { 'application/json': { schema: { type: 'object' } } },
              },
              { name: 'constructor', in: 'query', schema: {} },
              { name: 'statement', in: 'query', schema: {} },
            ],
          },
        },
      },
      { components: { parameters: { Page: { name: 'page', in: 'query', schema: {} } } } },
    )
    assert.deepEqual(
      operation?.parameters.map(({ name, key, in: location, style, explode, required }) =>
        [name, key, location, style, explode, required].join(' '),
      ),
      [
        'id id path simple false true',
        'page page query form false false',
        'id id_query query form true true',
        'filter filter query json false false',
        'constructor constructor_query query form true false',
        'statement statement_query query form true false',
        'other other path simple false true',
      ],
    )
    assert.deepEqual(operation?.schema['required'], ['id', 'id_query', 'other'])
  })

  it('An imported operation uses the preferred media type that it can send', () => {
    const bodyOf = (content: JsonObject) => {
      const { operations, api } = take({ '/a': { post: { requestBody: { content, required: true } } } })
      const body = operations[0]?.body
      return body === undefined ? api.skipped[0]?.reason : `${body.as} ${body.type}`
    }
    const file = { properties: { f: { type: 'string', format: 'binary' } } }
    assert.equal(bodyOf({ 'text/xml': {}, 'application/vnd.api+json': {} }), 'json application/vnd.api+json')
    assert.equal(bodyOf({ '*/*': {} }), 'json application/json')
    assert.equal(bodyOf({ 'multipart/form-data': { schema: file } }), 'multipart multipart/form-data')
    assert.equal(
      bodyOf({ 'multipart/form-data': { schema: { ...file, required: ['f'] } } }),
      'its body requires a file (f), and files are not supported',
    )
    assert.equal(
      bodyOf({
        'multipart/form-data': { schema: { ...file, required: ['f'] } },
        'application/octet-stream': {},
      }),
      'base64 application/octet-stream',
    )
    assert.equal(bodyOf({ 'application/xml': {} }), 'text application/xml')
    assert.match(bodyOf({ '': {} }) ?? '', /only accepted in formats that are not supported/)
  })

  it('The import skips operations that cannot be sent, with a reason, and imports the others', () => {
    const { api, operations } = take({
      '/a': {
        get: { parameters: [{ $ref: 'other.yaml#/x' }] },
        put: { parameters: [{ $ref: '#/components/parameters/Gone' }] },
        trace: {},
        post: {},
      },
      '/b': { $ref: '#/paths/~1b' },
      '/c': { $ref: '#/paths/~1a' },
      'x-no-path': {},
    })
    assert.deepEqual(
      operations.map(({ method, path }) => `${method} ${path}`),
      ['POST /a', 'POST /c'],
    )
    assert.equal(api.skippedCount, 7)
    const reasons = api.skipped.map(({ operation, reason }) => `${operation}: ${reason}`).join('\n')
    assert.match(reasons, /GET \/a: .*another document \(other\.yaml#\/x\)/)
    assert.match(reasons, /PUT \/a: .*#\/components\/parameters\/Gone does not exist/)
    assert.match(reasons, /TRACE \/a: the method TRACE is not supported/)
    assert.match(reasons, /\/b: its references are circular/)
  })
})

describe('servers of OpenAPI documents', () => {
  const cases: readonly [JsonValue | undefined, string | undefined, string | undefined][] = [
    [[{ url: 'https://a.example/v1/' }], undefined, 'https://a.example/v1'],
    [
      [
        {
          url: 'https://{region}.a.example:{port}',
          variables: { region: { default: 'eu' }, port: { enum: ['8443'] } },
        },
      ],
      undefined,
      'https://eu.a.example:8443',
    ],
    [[{ url: 'https://{tenant}.a.example' }, { url: 'http://b.example' }], undefined, 'http://b.example'],
    [[{ url: '/api' }], 'https://c.example/docs/openapi.json', 'https://c.example/api'],
    [undefined, 'https://c.example/docs/openapi.json', 'https://c.example'],
    [undefined, undefined, undefined],
    [[{ url: 'ftp://a.example' }, { url: 'https://user:pw@a.example' }, 7], undefined, undefined],
  ]
  for (const [servers, source, expected] of cases) {
    it(`The base URL of the servers ${JSON.stringify(servers)} in a document from ${source} is ${expected}`, () => {
      assert.equal(take({}, { servers: servers ?? null }, source).baseUrl, expected)
    })
  }

  it('The servers of an operation override those of the document', () => {
    const [operation] = operationsOf({ '/a': { get: { servers: [{ url: 'https://uploads.example' }] } } })
    assert.equal(operation?.baseUrl, 'https://uploads.example')
  })
})

describe('schemas of imported actions', () => {
  const components = {
    schemas: {
      Node: {
        type: 'object',
        properties: { next: { $ref: '#/components/schemas/Node' }, properties: { type: 'string' } },
      },
      Both: { allOf: [{ $ref: '#/components/schemas/Node' }, { nullable: true, type: 'string', xml: {} }] },
      Bound: { type: 'integer', minimum: 3, exclusiveMinimum: true, example: 5 },
      'Odd/Name': {
        oneOf: [{ $ref: '#/components/schemas/Bound' }, { $ref: 'other.json' }, { $ref: '#/gone' }],
      },
    },
  }

  async function schemaOf(schema: JsonObject): Promise<JsonObject> {
    const content = { 'application/json': { schema } }
    const { operations, parts } = take({ '/a': { post: { requestBody: { content } } } }, { components })
    return presentSchema(operations[0]?.schema ?? {}, async (pointers) => {
      return new Map([...parts].filter(([pointer]) => pointers.includes(pointer)))
    })
  }

  it('The schema of an imported action is one JSON Schema, with recursive references', async () => {
    assert.deepEqual(await schemaOf({ $ref: '#/components/schemas/Both' }), {
      type: 'object',
      properties: { body: { $ref: '#/$defs/Both', title: 'Body' } },
      $defs: {
        Both: { allOf: [{ $ref: '#/$defs/Node' }, { type: ['string', 'null'] }] },
        Node: {
          type: 'object',
          properties: { next: { $ref: '#/$defs/Node' }, properties: { type: 'string' } },
        },
      },
    })
  })

  it('The schema of an imported action accepts any value for a broken reference and converts the bounds of OpenAPI 3.0', async () => {
    assert.deepEqual(await schemaOf({ $ref: '#/components/schemas/Odd~1Name' }), {
      type: 'object',
      properties: { body: { $ref: '#/$defs/Odd_1Name', title: 'Body' } },
      $defs: {
        Odd_1Name: { oneOf: [{ $ref: '#/$defs/Bound' }, {}, {}] },
        Bound: { type: 'integer', exclusiveMinimum: 3 },
      },
    })
  })

  it('The schema of an imported action is limited in size even for a large document', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 2000 }, (_, index) => [
        `S${index}`,
        {
          description: 'x'.repeat(1000),
          properties: { next: { $ref: `#/components/schemas/S${index + 1}` } },
        },
      ]),
    )
    const { operations, parts } = take(
      {
        '/a': {
          post: {
            requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/S0' } } } },
          },
        },
      },
      { components: { schemas: many } },
    )
    const shown = await presentSchema(operations[0]?.schema ?? {}, async (pointers) => {
      return new Map([...parts].filter(([pointer]) => pointers.includes(pointer)))
    })
    const text = JSON.stringify(shown)
    assert.ok(text.length < 400_000, String(text.length))
    const known = new Set(Object.keys(shown['$defs'] as JsonObject))
    for (const [, name = ''] of text.matchAll(/#\/\$defs\/(\w+)/g)) assert.ok(known.has(name), name)
  })
})

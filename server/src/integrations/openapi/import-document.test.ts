import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { JsonObject, JsonValue } from '#domain/index.ts'
import { importDocument } from './import-document.ts'
import { presentSchema } from './present-schema.ts'
import { readDocument } from './read-document.ts'

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

describe('the text of a document', () => {
  it('is JSON or YAML, of OpenAPI 3.0 or 3.1', async () => {
    const json = await readDocument(JSON.stringify({ ...head, paths: {} }))
    const yaml = await readDocument('# hello\nopenapi: "3.1.0"\npaths: {/a: {get: {x: 2024-01-01}}}\n')
    assert.ok(json.ok && yaml.ok)
    assert.deepEqual(yaml.document['paths'], { '/a': { get: { x: '2024-01-01' } } })
  })

  const bad: readonly [string, string, RegExp][] = [
    ['broken JSON', '{"openapi": ', /begins like JSON/],
    ['broken YAML', 'a: [\n', /neither JSON nor YAML/],
    ['nothing', '', /must be an object/],
    ['a list', '- a', /must be an object/],
    ['Swagger', '{"swagger":"2.0","paths":{}}', /OpenAPI 3.0 or 3.1, and has Swagger 2.0/],
    ['another version', 'openapi: 4.0.0', /has "openapi": "4.0.0"/],
    ['a document without paths', '{"openapi":"3.1.0"}', /no `paths`/],
    ['large YAML', `a: ${'x'.repeat(3 * 1024 * 1024)}`, /larger than 2 MiB/],
    [
      'a YAML bomb',
      `a0: &a0 [x]\n${Array.from({ length: 30 }, (_, i) => `a${i + 1}: &a${i + 1} [*a${i}, *a${i}, *a${i}]`).join('\n')}`,
      /neither JSON nor YAML/,
    ],
  ]
  for (const [what, text, problem] of bad) {
    it(`is refused when it is ${what}`, async () => {
      const read = await readDocument(text)
      assert.ok(!read.ok)
      assert.match(read.problem, problem)
    })
  }
})

describe('the operations of a document', () => {
  it('have their id as name, one made of method and path, or a number behind it', () => {
    const names = operationsOf({
      '/a/{id}': { get: { operationId: 'repos/get' }, post: {}, put: { operationId: 'Über alles!' } },
      '/b': { get: { operationId: 'repos/get' }, delete: { operationId: '' } },
    }).map(({ name }) => name)
    assert.deepEqual(names, ['repos/get', 'ber_alles', 'post_a_id', 'repos/get_2', 'delete_b'])
  })

  it('have parameters of path and operation, the ones of the operation first, and undeclared places', () => {
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
      operation?.parameters.map(({ name, key, in: place, style, explode, required }) =>
        [name, key, place, style, explode, required].join(' '),
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

  it('have the body that can be sent best', () => {
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
      'its body needs a file (f), which cannot be sent',
    )
    assert.equal(
      bodyOf({
        'multipart/form-data': { schema: { ...file, required: ['f'] } },
        'application/octet-stream': {},
      }),
      'base64 application/octet-stream',
    )
    assert.equal(bodyOf({ 'application/xml': {} }), 'text application/xml')
    assert.match(bodyOf({ '': {} }) ?? '', /can only be sent as/)
  })

  it('are skipped with a reason when they cannot be sent, and the others are not', () => {
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
    assert.match(reasons, /PUT \/a: .*what is not there/)
    assert.match(reasons, /TRACE \/a: TRACE is not sent/)
    assert.match(reasons, /\/b: its references go round in a circle/)
  })
})

describe('the servers of a document', () => {
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
    it(`are read: ${JSON.stringify(servers)} from ${source}`, () => {
      assert.equal(take({}, { servers: servers ?? null }, source).baseUrl, expected)
    })
  }

  it('of an operation win over those of the document', () => {
    const [operation] = operationsOf({ '/a': { get: { servers: [{ url: 'https://uploads.example' }] } } })
    assert.equal(operation?.baseUrl, 'https://uploads.example')
  })
})

describe('the schema of an action', () => {
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

  it('is one JSON Schema of today, with circles', async () => {
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

  it('takes anything where a reference leads nowhere, and knows the bounds of 3.0', async () => {
    assert.deepEqual(await schemaOf({ $ref: '#/components/schemas/Odd~1Name' }), {
      type: 'object',
      properties: { body: { $ref: '#/$defs/Odd_1Name', title: 'Body' } },
      $defs: {
        Odd_1Name: { oneOf: [{ $ref: '#/$defs/Bound' }, {}, {}] },
        Bound: { type: 'integer', exclusiveMinimum: 3 },
      },
    })
  })

  it('shows no more than a form can show, however large the document is', async () => {
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

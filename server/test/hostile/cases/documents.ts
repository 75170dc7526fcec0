import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { HostileCase } from '../hostile-case.ts'
import type { Attack } from '../service/attack.ts'
import { numbered } from './graphs.ts'

const HEAD = 'openapi: 3.1.0\ninfo: {title: Hostile, version: "1"}\nservers: [{url: "https://example.com"}]\n'
const KIB = 1024
const MIB = KIB * KIB

export const documents: readonly HostileCase[] = [
  { name: 'yaml-10k-keys', run: (attack) => importText(attack, yamlKeys(10_000)) },
  { name: 'yaml-30k-keys', run: (attack) => importText(attack, yamlKeys(30_000)) },
  { name: 'yaml-90k-keys', run: (attack) => importText(attack, yamlKeys(90_000)) },
  {
    name: 'yaml-deep-flow',
    run: (attack) =>
      importText(attack, `${HEAD}paths: {}\nx-deep: ${'['.repeat(20_000)}${']'.repeat(20_000)}\n`),
  },
  {
    name: 'yaml-deep-block',
    run: (attack) =>
      importText(
        attack,
        `${HEAD}paths: {}\n${numbered(900, (level) => `${' '.repeat(level)}k:\n`).join('')}`,
      ),
  },
  {
    name: 'yaml-alias-bomb',
    run: (attack) =>
      importText(
        attack,
        `${HEAD}paths: {}\nx-0: &a0 [a, a, a, a, a, a, a, a, a, a]\n${numbered(9, (n) => `x-${n + 1}: &a${n + 1} [${numbered(10, () => `*a${n}`).join(', ')}]\n`).join('')}`,
      ),
  },
  {
    name: 'yaml-wide-aliases',
    run: (attack) =>
      importText(
        attack,
        `${HEAD}paths: {}\nx-wide: &wide [${'0, '.repeat(2_000)}0]\nx-copies: [${numbered(990, () => '*wide').join(', ')}]\n`,
      ),
  },
  {
    name: 'yaml-huge-text',
    run: (attack) =>
      importText(attack, `${HEAD}paths: {}\nx-text: >\n${'  lorem ipsum dolor\n'.repeat(45_000)}`),
  },
  {
    name: 'yaml-one-line',
    run: (attack) =>
      importText(
        attack,
        `${HEAD}paths: {}\nx-text: {${numbered(40_000, (n) => `k${n}: {v: ${n}}`).join(', ')}}\n`,
      ),
  },
  {
    name: 'openapi-5000-operations',
    run: (attack) => importText(attack, JSON.stringify(openApi(5_000))),
  },
  {
    name: 'openapi-circular-references',
    run: (attack) => importText(attack, JSON.stringify(circular())),
  },
  {
    name: 'swagger-2-operations',
    run: (attack) => importText(attack, JSON.stringify(swagger(3_000))),
  },
  {
    name: 'yaml-8-mib-by-url',
    run: (attack) => importFrom(attack, yamlOperations(8 * MIB)),
  },
  {
    name: 'json-30-mib-by-url',
    run: (attack) =>
      importFrom(
        attack,
        JSON.stringify({
          ...openApi(10),
          'x-rows': numbered(450_000, (n) => ({ id: n, name: `row ${n} ${'y'.repeat(20)}` })),
        }).slice(0, -1) + '}',
      ),
  },
  {
    name: 'many-imports-at-once',
    run: async (attack) => {
      const document = JSON.stringify(openApi(1_500))
      await attack.flood(12, 6, () =>
        attack.send('POST', '/v1/integrations/import', { body: { name: 'Many', document } }),
      )
    },
  },
]

async function importText(attack: Attack, document: string): Promise<string> {
  const fitting =
    document.length > MIB ? document.slice(0, document.lastIndexOf('\n', MIB - 1) + 1) : document
  const { status } = await attack.send('POST', '/v1/integrations/import', {
    body: { name: 'Hostile', document: fitting },
  })
  return String(status)
}

/** Serves the document from here: the service may reach loopback while it listens on loopback alone. */
async function importFrom(attack: Attack, document: string): Promise<string> {
  const server = createServer((_request, response) => response.end(document))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  try {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/openapi`
    const reply = await attack.send('POST', '/v1/integrations/import', { body: { name: 'Hostile', url } })
    return String(reply.status)
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

function yamlKeys(count: number): string {
  return `${HEAD}paths: {}\nx-keys:\n${numbered(count, (n) => ` k${n.toString(36)}: 1\n`).join('')}`
}

function yamlOperations(bytes: number): string {
  const path = (n: number) =>
    `  /things/${n}:\n    get:\n      operationId: get${n}\n      summary: Thing ${n}\n      description: ${'words '.repeat(60)}\n      responses: {"200": {description: ok}}\n`
  return `${HEAD}paths:\n${numbered(Math.ceil(bytes / path(10_000).length), path).join('')}`
}

function openApi(operations: number): object {
  return {
    openapi: '3.1.0',
    info: { title: 'Hostile', version: '1' },
    servers: [{ url: 'https://example.com' }],
    paths: Object.fromEntries(
      numbered(operations, (n) => [
        `/p${n}/{id}`,
        { get: { operationId: `o${n}`, parameters: [{ $ref: '#/components/parameters/id' }] } },
      ]),
    ),
    components: {
      parameters: { id: { name: 'id', in: 'path', required: true, schema: { type: 'string' } } },
    },
  }
}

/** Every schema refers to all others. */
function circular(): object {
  const names = numbered(60, (n) => `S${n}`)
  const properties = Object.fromEntries(names.map((name) => [name, { $ref: `#/components/schemas/${name}` }]))
  return {
    openapi: '3.0.0',
    info: { title: 'Circles', version: '1' },
    servers: [{ url: 'https://example.com' }],
    paths: Object.fromEntries(
      numbered(200, (n) => [
        `/c${n}`,
        {
          post: {
            operationId: `c${n}`,
            requestBody: {
              content: { 'application/json': { schema: { $ref: `#/components/schemas/S${n % 60}` } } },
            },
          },
        },
      ]),
    ),
    components: {
      schemas: Object.fromEntries(names.map((name) => [name, { type: 'object', properties }])),
    },
  }
}

function swagger(operations: number): object {
  return {
    swagger: '2.0',
    info: { title: 'Old', version: '1' },
    host: 'example.com',
    schemes: ['https'],
    definitions: Object.fromEntries(
      numbered(300, (n) => [
        `D${n}`,
        { type: 'object', properties: { next: { $ref: `#/definitions/D${(n + 1) % 300}` } } },
      ]),
    ),
    paths: Object.fromEntries(
      numbered(operations, (n) => [
        `/p${n}`,
        {
          post: {
            operationId: `o${n}`,
            parameters: [{ in: 'body', name: 'body', schema: { $ref: `#/definitions/D${n % 300}` } }],
          },
        },
      ]),
    ),
  }
}

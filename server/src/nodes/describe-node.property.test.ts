import { ProcessSandbox } from '#adapters/index.ts'
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { compileNamedExpression, compileNamedTemplate, type NamedTextResult } from '@millrace/expressions'
import type { JsonObject } from '#domain/index.ts'
import { loopbackNodeKinds } from '#nodes/testing/loopback-node-kinds.ts'
import type { NodeKind } from '#ports/index.ts'

const NODE_KINDS = loopbackNodeKinds(new ProcessSandbox())

/** Hints for editors: how to show a parameter. */
const FORMATS = new Set([
  'action-parameters',
  'code',
  'cron',
  'date-time',
  'form-fields',
  'form-id',
  'html',
  'integration-action',
  'integration-id',
  'integration-type',
  'multiline',
  'sql',
  'timezone',
  'url',
  'workflow-id',
])

const LINES: readonly (readonly [string, JsonObject, string])[] = [
  ['start', {}, ''],
  ['start', { concurrency: { limit: 5 } }, 'at most 5 at a time'],
  ['schedule', {}, ''],
  [
    'schedule',
    { cron: '0 8 * * MON-FRI', timezone: 'Europe/Berlin' },
    'every weekday at 08:00, Europe/Berlin',
  ],
  ['schedule', { cron: '30 17 * * 1-5', timezone: 'UTC' }, 'every weekday at 17:30'],
  ['schedule', { cron: '5 0 * * *' }, 'every day at 00:05'],
  ['schedule', { cron: '0 9 * * mon' }, 'every Monday at 09:00'],
  ['schedule', { cron: '0 9 * * 0' }, 'every Sunday at 09:00'],
  ['schedule', { cron: '0 6 1 * *' }, 'day 1 of every month at 06:00'],
  ['schedule', { cron: '0 * * * *' }, 'every hour'],
  ['schedule', { cron: '15 * * * *' }, 'every hour at minute 15'],
  ['schedule', { cron: '*/5 * * * *' }, 'every 5 minutes'],
  ['schedule', { cron: '* * * * *' }, 'every minute'],
  ['schedule', { cron: '0 9 * * MON,WED' }, '0 9 * * MON,WED'],
  ['schedule', { cron: '0 9 1 * MON' }, '0 9 1 * MON'],
  ['schedule', { cron: ['0 9 * * *', '0 17 * * *'] }, '["0 9 * * *","0 17 * * *"]'],
  ['schedule', { every_seconds: 300 }, 'every 5 min'],
  ['schedule', { every_seconds: 86_400 }, 'every 24 h'],
  ['poll', { every_seconds: 300, url: 'https://a.example/x' }, 'a.example/x, every 5 min'],
  ['webhook', {}, 'POST'],
  ['webhook', { method: 'ANY', auth: 'hmac' }, 'ANY, signed'],
  ['form', { form_id: '01937b5e-8f3a-7c41-9a52-3d1f0c7be2aa' }, ''],
  ['event', { event: 'workflow.failed' }, 'when a run fails'],
  ['event', { event: 'workflow.completed', workflow_ids: ['a', 'b'] }, 'when a run completes, 2 workflows'],
  ['set', { values: { greeting: 'Hello', total: 5 } }, 'greeting, total'],
  ['if', { condition: '{{ input.amount > 100 }}' }, 'amount > 100'],
  ['if', { condition: 'input.amount > 100' }, 'amount > 100'],
  ['if', { condition: 'nodes.a.output.input.b == input.c' }, 'nodes.a.output.input.b == c'],
  ['if', { condition: true }, 'true'],
  ['switch', { cases: [{ name: 'a' }, { name: 'b' }] }, '2 cases'],
  ['switch', { cases: [{ name: 'a' }] }, '1 case'],
  ['merge', {}, 'into one object'],
  ['merge', { mode: 'list' }, 'as a list'],
  ['for_each', { items: '{{ input.orders }}', concurrency: 4 }, 'orders, 4 at a time'],
  ['for_each', { items: [1, 2] }, '[1,2]'],
  ['loop', { while: 'index < 3' }, 'while index < 3'],
  [
    'filter',
    {
      conditions: [
        { field: 'total', operator: 'greater_or_equal', value: 100 },
        { field: 'email', operator: 'not_empty' },
      ],
    },
    'total greater or equal 100 and email not empty',
  ],
  ['filter', { match: 'any', conditions: [{ operator: 'equals', value: true }, {}] }, 'equals true'],
  ['sort', { by: [{ field: 'total', order: 'descending' }, {}] }, 'total, largest first, item'],
  ['limit', { count: 10 }, 'first 10'],
  ['limit', { count: '{{ input.count }}', from: 'end', skip: 2 }, 'last count, after 2'],
  ['unique', {}, ''],
  ['unique', { fields: ['email', 'id'] }, 'by email, id'],
  ['group', { by: ['country'] }, 'by country'],
  ['flatten', {}, ''],
  ['flatten', { field: 'lines' }, 'by lines'],
  ['combine', {}, 'inner'],
  ['combine', { mode: 'left', left_key: 'customer_id' }, 'left by customer_id'],
  ['combine', { mode: 'append', left_key: 'x' }, 'one after the other'],
  ['combine', { mode: 'position' }, 'by position'],
  ['only_new', {}, ''],
  ['only_new', { fields: ['id', 'version'] }, 'by id, version'],
  ['state', {}, ''],
  ['state', { operation: 'increment', key: 'orders' }, 'increment orders'],
  ['csv', { text: '{{ input.table }}' }, 'read table'],
  ['csv', { operation: 'format', items: '{{ nodes.orders.output }}' }, 'write nodes.orders.output'],
  ['xml', { text: '{{ input.document }}' }, 'read document'],
  ['html', { operation: 'text', html: '{{ input.page }}' }, 'to text: page'],
  ['html', { each: '.product', values: [] }, 'each .product'],
  ['html', { values: [{ name: 'title' }, { name: 'price' }, {}] }, 'title, price'],
  ['markdown', { text: '{{ input.message }}' }, 'to HTML: message'],
  ['markdown', { operation: 'from_html', text: 'x' }, 'from HTML: x'],
  ['spreadsheet', { file: '{{ input.file }}' }, 'read file'],
  ['spreadsheet', { operation: 'sheets', file: '{{ input.file }}' }, 'sheets of file'],
  ['archive', { file: '{{ input.file }}' }, 'extract file'],
  ['archive', { operation: 'create', files: '{{ input.files }}' }, 'create of files'],
  ['pdf', { operation: 'pages', file: '{{ input.file }}' }, 'pages of file'],
  ['rss', { text: '{{ previous.body }}' }, 'previous.body'],
  ['crypto', { operation: 'hash' }, 'hash sha256'],
  ['crypto', { operation: 'jwt_sign', algorithm: 'RS256' }, 'jwt sign RS256'],
  ['crypto', { operation: 'decode', encoding: 'hex' }, 'decode hex'],
  ['crypto', { operation: 'uuid' }, 'uuid'],
  ['code', { code: '// Sums the prices\nreturn 1' }, 'Sums the prices'],
  ['code', { code: '\n  return input' }, 'return input'],
  ['http', { url: 'https://api.example.com/orders' }, 'GET api.example.com/orders'],
  ['http', { method: 'POST', url: '{{ variables.base }}/orders' }, 'POST {{ variables.base }}/orders'],
  ['delay', { seconds: 90 }, '90 s'],
  ['delay', { seconds: 3_600 }, '1 h'],
  ['delay', { seconds: 604_800 }, '7 d'],
  ['delay', { seconds: '{{ input.pause }}' }, 'pause s'],
  ['delay', { until: '2026-01-31' }, 'until 2026-01-31'],
  ['wait', { for: 'approval', timeout_seconds: 86_400 }, 'approval, 24 h'],
  ['wait', { for: 'event', event: 'order.paid' }, 'order.paid'],
  ['wait', { for: 'callback' }, 'callback'],
  ['workflow', { workflow_id: '0199a3c2-7b1e-7c43-9d5e-2f6a8b0c4d1e' }, ''],
  ['workflow', { wait: false }, 'without waiting'],
  ['log', { message: 'Order {{ input.id }}' }, 'Order {{ input.id }}'],
  ['fail', { code: 'SOLD_OUT', message: 'Nothing left' }, 'SOLD_OUT: Nothing left'],
  ['return', { value: { total: 1 } }, 'total'],
  ['return', { value: '{{ previous }}' }, '{{ previous }}'],
  ['respond', {}, '200'],
  ['respond', { status: 201 }, '201'],
  ['email', { to: '{{ input.email }}' }, 'to {{ input.email }}'],
  ['email', { to: ['a@example.com', 'b@example.com'] }, 'to a@example.com, b@example.com'],
  ['postgres', { query: 'select id\n  from orders' }, 'select id from orders'],
  ['integration', { type: 'slack', action: 'post_message' }, 'slack: post message'],
  ['integration', { integration_id: 'x', action: 'post_message' }, 'post message'],
  ['note', { text: 'First\nSecond' }, 'First'],
  ['section', { title: 'Notify the customer' }, 'Notify the customer'],
]

interface Schema {
  readonly title?: string
  readonly description?: string
  readonly enum?: readonly unknown[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly 'x-format'?: string
  readonly 'x-instead-of'?: string
  readonly 'x-when'?: Readonly<Record<string, readonly unknown[] | true>>
}

describe('The line of a node', () => {
  for (const [type, data, expected] of LINES) {
    it(`${type} ${JSON.stringify(data)}`, () => {
      assert.equal(evaluate(compileNamedTemplate(kindOf(type).line, ['data']), data), expected)
    })
  }

  it('is covered for every kind of node', () => {
    const covered = new Set(LINES.map(([type]) => type))
    assert.deepEqual([...covered].sort(), NODE_KINDS.map(({ type }) => type).sort())
  })

  for (const kind of NODE_KINDS) {
    it(`is a text whatever the parameters of \`${kind.type}\` are`, () => {
      const compiled = compileNamedTemplate(kind.line, ['data'])
      const check = (data: JsonObject) => assert.equal(typeof evaluate(compiled, data), 'string')
      fc.assert(fc.property(parametersOf(kind), check), { numRuns: 300 })
    })
  }
})

describe('The handles of a node', () => {
  const dependent = NODE_KINDS.filter(({ handles }) => typeof handles === 'function')

  it('have an expression for exactly the kinds whose handles depend on the parameters', () => {
    const described = NODE_KINDS.filter(({ handlesExpression }) => handlesExpression !== undefined)
    assert.deepEqual(described, dependent)
    assert.ok(dependent.length >= 2)
  })

  for (const kind of dependent) {
    it(`are the same by expression and by function, whatever the parameters of \`${kind.type}\` are`, () => {
      const compiled = compileNamedExpression(kind.handlesExpression ?? '', ['data'])
      const check = (data: JsonObject) =>
        assert.deepEqual(evaluate(compiled, data), typeof kind.handles === 'function' && kind.handles(data))
      fc.assert(fc.property(parametersOf(kind), check), { numRuns: 1_000 })
    })
  }
})

describe('The parameters of a node', () => {
  for (const kind of NODE_KINDS) {
    it(`of \`${kind.type}\` have what a form needs`, () => {
      checkMembers(kind.parameters, kind.type)
    })
  }
})

function checkMembers({ properties = {} }: Schema, path: string): void {
  for (const [name, schema] of Object.entries(properties)) {
    const at = `${path}.${name}`
    assert.ok(schema.title, `${at} has no title`)
    assert.match(schema.description ?? '', /[.)]$/, `${at} has no description`)
    for (const part of [schema, schema.items]) {
      if (part?.['x-format'] !== undefined) assert.ok(FORMATS.has(part['x-format']), at)
    }
    const other = schema['x-instead-of']
    if (other !== undefined) assert.ok(other in properties, at)
    for (const [sibling, values] of Object.entries(schema['x-when'] ?? {})) {
      assert.ok(sibling in properties, `${at} depends on ${sibling}`)
      const choices = properties[sibling]?.enum ?? []
      for (const value of values === true ? [] : values)
        assert.ok(choices.includes(value), `${at}: ${String(value)}`)
    }
    checkMembers(schema, at)
    // The fields of a form are described with the forms.
    if (schema.items !== undefined && schema['x-format'] !== 'form-fields')
      checkMembers(schema.items, `${at}[]`)
  }
}

function kindOf(type: string): NodeKind {
  return NODE_KINDS.find((kind) => kind.type === type) ?? assert.fail(type)
}

function evaluate(compiled: NamedTextResult, data: JsonObject): unknown {
  assert.ok(compiled.ok, JSON.stringify(compiled))
  return compiled.text.evaluate({ data })
}

/** Parameters as somebody may leave them: any value for each, or one that is nearly right. */
function parametersOf({ parameters }: NodeKind): fc.Arbitrary<JsonObject> {
  const { properties = {} } = parameters as Schema
  const model = Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, fc.oneof(...valuesOf(schema))]),
  )
  return fc.record(model, { requiredKeys: [] }) as fc.Arbitrary<JsonObject>
}

function valuesOf(schema: Schema): fc.Arbitrary<unknown>[] {
  const texts = ['', '{{ input.a }}', '{{', 'toString', '__proto__', '0 9 * * MON', '* * * * *', 'https://x']
  return [
    fc.jsonValue(),
    fc.constantFrom(...texts, null, 0, 60, 86_400, true, false),
    ...(schema.enum === undefined ? [] : [fc.constantFrom(...schema.enum)]),
    fc.array(
      fc.record({ name: fc.oneof(fc.constantFrom('a', 'b', ''), fc.jsonValue()) }, { requiredKeys: [] }),
    ),
  ]
}

/** Workflows for the states that the pages are looked at in. */

interface SampleNode {
  readonly id: string
  readonly type: string
  readonly [member: string]: unknown
}

interface SampleEdge {
  readonly source: string
  readonly target: string
  readonly sourceHandle?: string
}

export interface SampleWorkflow {
  readonly name: string
  readonly nodes: readonly SampleNode[]
  readonly edges: readonly SampleEdge[]
  readonly [member: string]: unknown
}

export const ORDER_LINES = ['AX-1', 'AX-2', 'AX-3', 'AX-4', 'AX-5', 'AX-6', 'AX-7', 'AX-8', 'AX-9'].map(
  (sku, index) => ({ sku, quantity: 1 + (index % 3), price: 40 + index }),
)

/** An order whose seventh line the partner service refuses. */
export const FAILING_ORDER = { id: '4f2a-1188', email: 'ada@example.com', total: 640.5, lines: ORDER_LINES }
export const SMALL_ORDER = { ...FAILING_ORDER, total: 81, lines: ORDER_LINES.slice(0, 2) }
/** An order that finance has to approve. */
export const LARGE_ORDER = { ...SMALL_ORDER, total: 1480.5 }

/** The edges of an order intake: a large order waits for finance, then each line is reserved and the customer is notified. */
export const ORDER_EDGES: readonly SampleEdge[] = [
  { source: 'order', target: 'large' },
  { source: 'large', target: 'finance', sourceHandle: 'true' },
  { source: 'large', target: 'lines', sourceHandle: 'false' },
  { source: 'finance', target: 'lines', sourceHandle: 'approved' },
  { source: 'lines', target: 'reserve', sourceHandle: 'each' },
  { source: 'lines', target: 'confirm', sourceHandle: 'done' },
  { source: 'confirm', target: 'archive' },
]

/** Trigger, condition, approval, a loop with a request, a group and a note. */
export function orderIntake(partnerUrl: string): SampleWorkflow {
  return {
    name: 'Order intake',
    folder: 'Sales/Orders',
    tags: ['orders', 'shop'],
    variables: { approve_from: 1000 },
    nodes: [
      {
        id: 'note',
        type: 'note',
        position: { x: 0, y: -130 },
        data: {
          text: '**Orders from the shop.** Large ones need approval before we reserve.',
          width: 232,
          height: 80,
        },
      },
      { id: 'order', type: 'webhook', name: 'New order', position: { x: 0, y: 0 }, data: {} },
      {
        id: 'large',
        type: 'if',
        name: 'Large order?',
        position: { x: 330, y: 0 },
        data: { condition: 'input.total > variables.approve_from' },
      },
      {
        id: 'finance',
        type: 'wait',
        name: 'Ask finance',
        position: { x: 660, y: -150 },
        data: {
          for: 'approval',
          message: 'Order {{ input.id }} over {{ input.total }} EUR',
          timeout_seconds: 86_400,
        },
      },
      {
        id: 'lines',
        type: 'for_each',
        name: 'Each line',
        position: { x: 990, y: 0 },
        data: { items: '{{ input.lines }}' },
      },
      {
        id: 'reserve',
        type: 'http',
        name: 'Reserve stock',
        position: { x: 1340, y: 0 },
        data: {
          method: 'POST',
          url: `${partnerUrl}/reserve`,
          body: { sku: '{{ item.sku }}', quantity: '{{ item.quantity }}' },
        },
      },
      {
        id: 'confirm',
        type: 'set',
        name: 'Confirmation',
        position: { x: 990, y: 220 },
        data: { values: { to: '{{ input.email }}', lines: '{{ input.lines.length }}' } },
      },
      {
        id: 'archive',
        type: 'log',
        name: 'Archive',
        position: { x: 1340, y: 220 },
        data: { message: 'Order {{ input.id }} is confirmed to {{ input.email }}.' },
      },
      {
        id: 'after',
        type: 'section',
        data: { title: 'After the reservation', node_ids: ['confirm', 'archive'] },
      },
    ],
    edges: ORDER_EDGES,
  }
}

/** A chain of branches with so many nodes that only a part of them is legible at once. */
export function manyNodes(count: number): SampleWorkflow {
  const nodes: SampleNode[] = [{ id: 'n0', type: 'start', name: 'Start' }]
  const edges: SampleEdge[] = []
  for (let index = 1; index < count; index++) {
    const id = `n${index}`
    const parent = Math.floor((index - 1) / 2)
    nodes.push({ id, type: 'set', name: `Value ${index}`, data: { values: { value: index } } })
    edges.push({ source: `n${parent}`, target: id })
  }
  return { name: `${count} nodes`, nodes, edges }
}

const LONG =
  'Reserve the stock of every article of the order in the warehouse that is nearest to the customer, or else in the one with the largest stock'

export function longNames(): SampleWorkflow {
  return {
    name: LONG,
    folder: 'A folder with quite a long name/Another folder below it',
    tags: ['a tag that is about as long as allowed', 'second tag of some length'],
    nodes: [
      { id: 'start', type: 'start', name: `Start: ${LONG}` },
      {
        id: 'check',
        type: 'if',
        name: `Check: ${LONG}`,
        data: { condition: `input.${'veryLongFieldName'.repeat(8)} > 100` },
      },
      {
        id: 'act',
        type: 'http',
        name: LONG,
        data: { url: `https://example.com/${'long-path/'.repeat(20)}` },
      },
      {
        id: 'word',
        type: 'log',
        name: 'Donaudampfschifffahrtsgesellschaft'.repeat(3),
        data: { message: 'x' },
      },
    ],
    edges: [
      { source: 'start', target: 'check' },
      { source: 'check', target: 'act', sourceHandle: 'true' },
      { source: 'check', target: 'word', sourceHandle: 'false' },
    ],
  }
}

export function rightToLeft(): SampleWorkflow {
  return {
    name: 'استقبال الطلبات',
    tags: ['طلبات'],
    nodes: [
      { id: 'start', type: 'start', name: 'طلب جديد' },
      { id: 'check', type: 'if', name: 'هل الطلب كبير؟', data: { condition: 'input.total > 1000' } },
      {
        id: 'note',
        type: 'note',
        position: { x: 0, y: -200 },
        data: { text: 'الطلبات **الكبيرة** تحتاج موافقة.' },
      },
      { id: 'log', type: 'log', name: 'הודעה ללקוח', data: { message: 'ההזמנה {{ input.id }} התקבלה' } },
    ],
    edges: [
      { source: 'start', target: 'check' },
      { source: 'check', target: 'log', sourceHandle: 'true' },
    ],
  }
}

/** As a newer server, an importer or a typing error would leave it. */
export function unknownTypes(): SampleWorkflow {
  return {
    name: 'From a newer version',
    nodes: [
      { id: 'start', type: 'start' },
      { id: 'pigeon', type: 'carrier_pigeon', name: 'Send a pigeon', data: { message: 'Hello', loft: 7 } },
      { id: 'fetch', type: 'http', name: 'Fetch', data: {} },
      { id: 'log', type: 'log', name: 'Log', disabled: true, data: { message: 'Done' } },
    ],
    edges: [
      { source: 'start', target: 'pigeon' },
      { source: 'pigeon', target: 'fetch' },
      { source: 'fetch', target: 'log' },
    ],
  }
}

/** Cards with pinned data, without effect, with a problem, in a collapsed group, and with an output for errors. */
export function cardStates(): SampleWorkflow {
  return {
    name: 'States of cards',
    nodes: [
      {
        id: 'start',
        type: 'schedule',
        name: 'Every morning',
        position: { x: 0, y: 100 },
        data: { cron: '0 8 * * 1-5' },
      },
      {
        id: 'rates',
        type: 'http',
        name: 'Exchange rates',
        on_error: 'branch',
        position: { x: 330, y: 100 },
        data: { url: 'https://example.com/rates' },
        pinned_output: { status: 200, headers: {}, body: { eur: 1, usd: 1.09 } },
      },
      {
        id: 'kind',
        type: 'switch',
        name: 'Which currency?',
        position: { x: 660, y: 40 },
        data: {
          value: '{{ input.currency }}',
          cases: ['EUR', 'USD', 'GBP'].map((name) => ({ name, equals: name })),
        },
      },
      { id: 'mail', type: 'email', name: 'Send the report', position: { x: 1010, y: -40 }, data: {} },
      {
        id: 'old',
        type: 'log',
        name: 'Old log',
        disabled: true,
        position: { x: 1010, y: 70 },
        data: { message: 'Done' },
      },
      { id: 'a', type: 'set', name: 'Totals', position: { x: 1010, y: 180 }, data: { values: { a: 1 } } },
      { id: 'b', type: 'set', name: 'Averages', position: { x: 1340, y: 180 }, data: { values: { b: 1 } } },
      {
        id: 'sums',
        type: 'section',
        position: { x: 1010, y: 180 },
        data: { title: 'Sums', node_ids: ['a', 'b'], collapsed: true },
      },
      {
        id: 'stop',
        type: 'fail',
        name: 'No rates',
        position: { x: 660, y: 260 },
        data: { message: 'No rates today' },
      },
    ],
    edges: [
      { source: 'start', target: 'rates' },
      { source: 'rates', target: 'kind' },
      { source: 'rates', target: 'stop', sourceHandle: 'error' },
      { source: 'kind', target: 'mail', sourceHandle: 'case:EUR' },
      { source: 'kind', target: 'old', sourceHandle: 'case:USD' },
      { source: 'kind', target: 'a', sourceHandle: 'case:GBP' },
      { source: 'a', target: 'b' },
    ],
  }
}

/** A loop that records `count` steps. */
export function manySteps(count: number): SampleWorkflow {
  return {
    name: `${count} steps`,
    nodes: [
      { id: 'start', type: 'start' },
      {
        id: 'loop',
        type: 'for_each',
        name: 'Each number',
        data: { items: `{{ Array.from({ length: ${count} }, (_, index) => index) }}`, concurrency: 10 },
      },
      { id: 'square', type: 'set', name: 'Square', data: { values: { square: '{{ item * item }}' } } },
    ],
    edges: [
      { source: 'start', target: 'loop' },
      { source: 'loop', target: 'square', sourceHandle: 'each' },
    ],
  }
}

/** A request that takes as long as the test wants, and a step after it. */
export function invoiceTotals(): SampleWorkflow {
  return {
    name: 'Invoice totals',
    nodes: [
      { id: 'start', type: 'start', name: 'New invoice' },
      {
        id: 'sum',
        type: 'code',
        name: 'Add up the lines',
        data: {
          code: "// The total of each product, and a file for accounting.\nconst totals = {}\nfor (const line of input.lines) {\n  totals[line.sku] = (totals[line.sku] ?? 0) + line.quantity * line.price\n}\nconst text = JSON.stringify(totals)\nreturn { totals, file: await files.create('totals.json', 'application/json', text) }",
        },
      },
    ],
    edges: [{ source: 'start', target: 'sum' }],
  }
}

export const INVOICE = {
  number: '2026-118',
  lines: [
    { sku: 'AX-7', quantity: 2, price: 19.5 },
    { sku: 'B-12', quantity: 1, price: 240 },
  ],
}

export function slowRequest(partnerUrl: string): SampleWorkflow {
  return {
    name: 'Slow request',
    nodes: [
      { id: 'start', type: 'start', name: 'Start' },
      { id: 'before', type: 'set', name: 'Before', data: { values: { step: 1 } } },
      { id: 'slow', type: 'http', name: 'Slow', timeout_ms: 600_000, data: { url: `${partnerUrl}/slow` } },
      { id: 'last', type: 'set', name: 'Last', data: { values: { done: true } } },
    ],
    edges: [
      { source: 'start', target: 'before' },
      { source: 'before', target: 'slow' },
      { source: 'slow', target: 'last' },
    ],
  }
}

/** Four values: two branches, one of which goes on. */
export const WALKED_GRAPH: SampleWorkflow = {
  name: 'Walked',
  nodes: [
    { id: 'start', type: 'start', name: 'Start', position: { x: 0, y: 0 } },
    { id: 'one', type: 'set', name: 'One', position: { x: 304, y: 16 }, data: { values: { a: 1 } } },
    { id: 'two', type: 'set', name: 'Two', position: { x: 304, y: 176 }, data: { values: { a: 2 } } },
    { id: 'three', type: 'set', name: 'Three', position: { x: 720, y: 48 }, data: { values: { a: 3 } } },
  ],
  edges: [
    { source: 'start', target: 'one' },
    { source: 'start', target: 'two' },
    { source: 'one', target: 'three' },
  ],
}

const COLUMNS = 40
const COLUMN_WIDTH = 320
const ROW_HEIGHT = 140

/** Rows of nodes from left to right, each row a branch of the start. Every fourth node decides. */
export function largeWorkflow(count: number): object {
  const nodes = Array.from({ length: count }, (_, number) => ({
    id: `step-${number}`,
    name: number === 0 ? 'Start' : `Step ${number}`,
    position: { x: (number % COLUMNS) * COLUMN_WIDTH, y: Math.floor(number / COLUMNS) * ROW_HEIGHT },
    ...nodeKind(number),
  }))
  const edges = nodes.slice(1).map(({ id }, index) => {
    const source = (index + 1) % COLUMNS === 0 ? 0 : index
    return { source: `step-${source}`, target: id, ...(isDecision(source) && { sourceHandle: 'true' }) }
  })
  return { name: `${count} nodes`, nodes, edges }
}

function isDecision(number: number): boolean {
  return number > 0 && number % 4 === 0
}

function nodeKind(number: number): object {
  if (number === 0) return { type: 'start', data: {} }
  if (isDecision(number)) return { type: 'if', data: { condition: '{{ input.amount > 0 }}' } }
  if (number % 4 === 1)
    return { type: 'log', data: { message: '{{ input.amount }} of {{ input.customer }}' } }
  return { type: 'set', data: { values: { count: number, total: '{{ input.amount * 2 }}' } } }
}

/** Two steps per item, and four around the loop. A run can have 10,000. */
export const loopWorkflow = {
  name: 'A long loop',
  nodes: [
    { id: 'start', type: 'start', name: 'Start', position: { x: 0, y: 0 } },
    { id: 'before', type: 'log', name: 'Before', position: { x: 320, y: 0 }, data: { message: 'Begin' } },
    {
      id: 'each',
      type: 'for_each',
      name: 'Each',
      position: { x: 640, y: 0 },
      data: { items: '{{ input.items }}' },
    },
    {
      id: 'price',
      type: 'set',
      name: 'Price',
      position: { x: 960, y: -80 },
      data: { values: { price: '{{ item * 2 }}' } },
    },
    {
      id: 'check',
      type: 'if',
      name: 'Check',
      position: { x: 1280, y: -80 },
      data: { condition: '{{ item >= 0 }}' },
    },
    { id: 'after', type: 'log', name: 'After', position: { x: 960, y: 140 }, data: { message: 'End' } },
  ],
  edges: [
    { source: 'start', target: 'before' },
    { source: 'before', target: 'each' },
    { source: 'each', target: 'price', sourceHandle: 'each' },
    { source: 'price', target: 'check' },
    { source: 'each', target: 'after', sourceHandle: 'done' },
  ],
}

const COPIES = 24

/**
 * The output of the run is 24 times as large as its input: neither a request nor a node can bring more than a megabyte, but
 * the outputs of all last nodes together can.
 */
export const multiplyingWorkflow = {
  name: 'Much data',
  nodes: [
    { id: 'start', type: 'start', name: 'Start', position: { x: 0, y: 0 } },
    ...Array.from({ length: COPIES }, (_, number) => ({
      id: `copy-${number}`,
      type: 'set',
      name: `Copy ${number}`,
      position: { x: 320, y: number * ROW_HEIGHT },
      data: { values: { rows: '{{ input.rows }}' } },
    })),
  ],
  edges: Array.from({ length: COPIES }, (_, number) => ({ source: 'start', target: `copy-${number}` })),
}

/** About 870 KB of JSON. */
export function manyRows(): object {
  const rows = Array.from({ length: 7_400 }, (_, number) => ({
    id: number,
    sku: `AX-${100_000 + number}`,
    customer: { name: `Customer ${number}`, city: 'Berlin' },
    tags: ['new', 'paid'],
    price: number / 100,
  }))
  return { rows }
}

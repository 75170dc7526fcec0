import { ProcessSandbox } from '#adapters/index.ts'
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import type { JsonObject } from '#domain/index.ts'
import { nodeCatalogue } from '#nodes/index.ts'
import { loopbackNodeKinds } from '#nodes/testing/loopback-node-kinds.ts'
import { checkDefinition } from './check-definition.ts'

const sandbox = new ProcessSandbox()
after(() => sandbox.close())
const CATALOGUE = nodeCatalogue(loopbackNodeKinds(sandbox))

interface TestDefinition {
  readonly nodes: readonly JsonObject[]
  readonly edges?: readonly JsonObject[]
  readonly variables?: JsonObject
}

function check({ nodes, edges = [], variables = {} }: TestDefinition) {
  const work = checkDefinition({ nodes, edges, variables }, CATALOGUE)
  for (let step = work.next(); ; step = work.next()) if (step.done === true) return step.value
}

/** What is said about a definition: severity, node, parameter and message. */
function said(definition: TestDefinition) {
  return check(definition).problems.map(({ severity = 'error', nodeId, parameter = null, message }) => [
    severity,
    nodeId,
    parameter,
    message,
  ])
}

const start = { id: 's', type: 'start' }
const chain = (...ids: readonly string[]) =>
  ids.slice(1).map((target, index) => ({ source: ids[index] as string, target }))
/** A workflow of one node behind a start. */
const one = (node: JsonObject, variables: JsonObject = {}): TestDefinition => ({
  nodes: [start, { id: 'a', ...node }],
  edges: chain('s', 'a'),
  variables,
})
const set = (id: string, value: string, more: JsonObject = {}) => ({
  id,
  type: 'set',
  data: { values: { v: value } },
  ...more,
})

describe('checkDefinition: names', () => {
  it('A misspelled parameter is named, with a suggestion', () => {
    assert.deepEqual(said(one({ type: 'http', data: { ulr: 'https://example.com' } })), [
      ['error', 'a', 'url', 'Node "a" needs the parameter `url`.'],
      ['warning', 'a', 'ulr', 'Unknown parameter "ulr" in node "a": it is ignored. Did you mean "url"?'],
    ])
  })

  it('A misspelled member of a parameter is named with its path', () => {
    const paginate = { mode: 'page', max_page: 3 }
    assert.deepEqual(said(one({ type: 'http', data: { url: 'https://example.com', paginate } })), [
      [
        'warning',
        'a',
        'paginate.max_page',
        'Unknown parameter "paginate.max_page" in node "a": it is ignored. Did you mean "max_pages"?',
      ],
    ])
  })

  it('Misspelled members of a node and of its retry are named', () => {
    const node = { ...set('a', 'x'), on_eror: 'branch', retry: { max_atempts: 5 } }
    assert.deepEqual(said({ nodes: [node] }), [
      [
        'warning',
        'a',
        'on_eror',
        'Unknown member "on_eror" of node "a": it is ignored. Did you mean "on_error"?',
      ],
      [
        'warning',
        'a',
        'retry.max_atempts',
        'Unknown member "retry.max_atempts" of node "a": it is ignored. Did you mean "max_attempts"?',
      ],
    ])
  })

  it('A parameter beside `data` and a member inside of it are sent to their place', () => {
    const node = { id: 'a', type: 'log', level: 'warn', data: { message: 'x', on_error: 'continue' } }
    assert.deepEqual(said({ nodes: [node] }), [
      [
        'warning',
        'a',
        'level',
        '`level` of node "a" is a parameter, but it is not in `data`: it is ignored. Move it into `data`.',
      ],
      [
        'warning',
        'a',
        'on_error',
        'Unknown parameter "on_error" in node "a": it is ignored. It belongs beside `data`, not inside.',
      ],
    ])
  })

  it('A misspelled member of the node inside of `data` gets its name and its position', () => {
    const node = { id: 'a', type: 'log', data: { message: 'x', on_eror: 'continue' } }
    assert.deepEqual(said({ nodes: [node] }), [
      [
        'warning',
        'a',
        'on_eror',
        'Unknown parameter "on_eror" in node "a": it is ignored. Did you mean "on_error"? It belongs beside `data`, not inside.',
      ],
    ])
  })

  it('A second spelling of `data` and a text as `disabled` are ignored with a warning', () => {
    const node = { ...set('a', 'x'), config: { values: {} }, disabled: 'true' }
    assert.deepEqual(said({ nodes: [node] }), [
      [
        'warning',
        'a',
        'disabled',
        '`disabled` of node "a" must be true or false. The node counts as enabled.',
      ],
      [
        'warning',
        'a',
        'config',
        'Node "a" has both `data` and `config`: `config` is ignored. Move its parameters into `data`.',
      ],
    ])
  })

  it('A misspelled handle of an edge is named', () => {
    const nodes = [{ id: 'a', type: 'log', data: { message: 'x' } }, set('b', 'x')]
    assert.deepEqual(said({ nodes, edges: [{ source: 'a', target: 'b', sourcehandle: 'error' }] }), [
      [
        'warning',
        'a',
        null,
        'Unknown member "sourcehandle" of edge number 1: it is ignored. Did you mean "sourceHandle"?',
      ],
    ])
  })

  it('Members of canvas libraries and of the user are left alone', () => {
    const node = { ...set('a', 'x'), selected: true, measured: {}, parentId: 'g', color: 'red', owner: 'Ada' }
    const edge = { source: 's', target: 'a', type: 'smoothstep', animated: true, label: 'x', colour: 'red' }
    assert.deepEqual(said({ nodes: [start, node], edges: [edge] }), [])
  })

  it('An unknown type is named, with a suggestion', () => {
    assert.deepEqual(said({ nodes: [{ id: 'a', type: 'sett' }] }), [
      ['error', 'a', 'type', 'Node "a" has the unknown type "sett". Did you mean "set"?'],
    ])
  })
})

describe('checkDefinition: values', () => {
  it('A wrong value does not hide the next one', () => {
    const node = {
      id: 'a',
      type: 'http',
      on_error: 'x',
      timeout_ms: 0,
      data: { join: 'bogus', method: 'GTE' },
    }
    assert.deepEqual(said({ nodes: [node] }), [
      ['error', 'a', 'on_error', '`on_error` of node "a" must be "fail", "continue" or "branch".'],
      ['error', 'a', 'join', '`join` of node "a" must be "all" or "first".'],
      ['error', 'a', 'timeout_ms', '`timeout_ms` of node "a" must be a number from 1 to 86400000 (one day).'],
      ['error', 'a', 'url', 'Node "a" needs the parameter `url`.'],
      [
        'error',
        'a',
        'method',
        'In node "a" the parameter `method` must be one of "GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS".',
      ],
    ])
  })

  it('An expression with an error does not hide a missing parameter', () => {
    const problems = said(one({ type: 'http', data: { body: '{{ 1 + }}' } }))
    assert.deepEqual(
      problems.map(([severity, , parameter]) => [severity, parameter]),
      [
        ['error', 'body'],
        ['error', 'url'],
      ],
    )
  })

  it('Every wrong member of a parameter is named', () => {
    const concurrency = { limit: 0, on_limit: 'wait' }
    assert.deepEqual(
      said({ nodes: [{ ...start, data: { concurrency } }] }).map(([, , parameter]) => parameter),
      ['concurrency.limit', 'concurrency.on_limit'],
    )
  })

  it('Edges to missing nodes do not hide each other, nor do cycles', () => {
    const nodes = ['a', 'b', 'c', 'd'].map((id) => set(id, 'x'))
    const edges = [
      { source: 'a', target: 'x' },
      { source: 'y', target: 'z' },
      ...chain('a', 'b', 'a'),
      ...chain('c', 'd', 'c'),
    ]
    assert.deepEqual(
      said({ nodes, edges }).map(([, , , message]) => message),
      [
        'Edge number 1 ("a" → "x") refers to the node "x", which does not exist. Remove the edge, or add the node.',
        'Edge number 2 ("y" → "z") refers to the nodes "y" and "z", which do not exist. Remove the edge, or add the nodes.',
        'The nodes "a" → "b" → "a" form a cycle. To repeat steps, use a `loop` or `for_each` node.',
        'The nodes "c" → "d" → "c" form a cycle. To repeat steps, use a `loop` or `for_each` node.',
      ],
    )
  })

  it('Fixed values that a run would refuse are errors', () => {
    const messages = (node: JsonObject) =>
      said(one(node)).map(([severity, , at, message]) => [severity, at, message])
    assert.deepEqual(messages({ type: 'delay', data: { seconds: 'soon' } }), [
      [
        'error',
        'seconds',
        'In node "a" the parameter `seconds` must be a number from 0 to 31536000, but it is "soon".',
      ],
    ])
    assert.deepEqual(messages({ type: 'delay', data: { until: 1_800_000_000 } }), [
      [
        'error',
        'until',
        'In node "a" the parameter `until` must be in milliseconds since 1970, but 1800000000 looks like seconds. Multiply it by 1000.',
      ],
    ])
    const mail = { to: 'ada', from: 'shop@example.com', text: 'Hello' }
    assert.deepEqual(messages({ type: 'email', data: mail }), [
      [
        'error',
        'to',
        'In node "a" the parameter `to` must contain email addresses such as ada@example.com or Ada <ada@example.com>, but "ada" is not a valid address.',
      ],
    ])
    assert.equal(messages({ type: 'http', data: { url: 'example.com' } })[0]?.[1], 'url')
    assert.equal(messages({ type: 'http', data: { url: 'ftp://example.com' } })[0]?.[1], 'url')
    assert.equal(messages({ type: 'for_each', data: { items: 'a,b' } })[0]?.[1], 'items')
    assert.equal(messages({ type: 'respond', data: { headers: { 'a b': 'x' } } })[0]?.[1], 'headers')
    assert.deepEqual(messages({ type: 'http', data: { url: 'https://{{ input.host }}/x' } }), [])
  })

  it('A syntax error of code is found, with its place', () => {
    assert.deepEqual(said(one({ type: 'code', data: { code: 'const a = 1\nreturn a +' } })), [
      [
        'error',
        'a',
        'code',
        'The code of node "a" has a syntax error in line 2, column 11: A bracket or a value is missing at the end. Correct it there: the code cannot run at all.',
      ],
    ])
    assert.deepEqual(
      said(one({ type: 'code', data: { code: 'return await input.x ?? { a: {{}} }' } })).length,
      1,
    )
    assert.deepEqual(said(one({ type: 'code', data: { code: 'return { total: await 1 }' } })), [])
  })
})

describe('checkDefinition: expressions', () => {
  it('A reference to a node that does not exist is an error, with a suggestion', () => {
    const nodes = [
      start,
      { ...set('f', 'x'), name: 'Fetch order' },
      set('b', '{{ nodes["Fetch odrer"]?.output.v }}'),
    ]
    assert.deepEqual(said({ nodes, edges: chain('s', 'f', 'b') }), [
      [
        'error',
        'b',
        'values.v',
        'Parameter `values.v` of node "b": No node has the id or name `Fetch odrer`. Did you mean `nodes["Fetch order"]`?',
      ],
    ])
  })

  it('A reference to a later node, to the node itself or into a loop is an error', () => {
    const nodes = [
      start,
      set('a', '{{ nodes.b.output.v }}'),
      set('b', '{{ nodes.b.output.v }}'),
      { id: 'l', type: 'for_each', data: { items: '{{ [1] }}' } },
      set('in', '{{ nodes.a.output.v }}{{ item }}{{ nodes.b.output.v }}'),
      set('out', '{{ nodes.in.output.v }}'),
    ]
    const edges = [
      ...chain('s', 'a', 'b', 'l'),
      { source: 'l', target: 'in', sourceHandle: 'each' },
      { source: 'l', target: 'out', sourceHandle: 'done' },
    ]
    assert.deepEqual(said({ nodes, edges }), [
      [
        'error',
        'a',
        'values.v',
        'Parameter `values.v` of node "a": `nodes["b"]` cannot have run yet, because it comes after this node. Read a node that runs earlier.',
      ],
      [
        'error',
        'b',
        'values.v',
        'Parameter `values.v` of node "b": `nodes["b"]` is this node itself, which has no output yet. Read a node that runs earlier.',
      ],
      [
        'error',
        'out',
        'values.v',
        'Parameter `values.v` of node "out": `nodes["in"]` runs inside the loop "l", and its output can be read only there. Read the results of the loop instead.',
      ],
    ])
  })

  it('A reference to a node beside is a warning, unless it allows for a missing output', () => {
    const nodes = [start, set('a', 'x'), set('b', '{{ nodes.a.output.v }}')]
    const edges = [...chain('s', 'a'), ...chain('s', 'b')]
    assert.deepEqual(said({ nodes, edges }), [
      [
        'warning',
        'b',
        'values.v',
        'Parameter `values.v` of node "b": `nodes["a"]` may not have run yet, because no edge leads from it to this node. Connect them, or write `nodes["a"]?.output` if its output can be missing.',
      ],
    ])
    assert.deepEqual(said({ nodes: [start, set('a', 'x'), set('b', '{{ nodes.a?.output.v }}')], edges }), [])
  })

  it('References in conditions, lists of cases and code are found', () => {
    const cases = [{ name: 'x', condition: 'nodes.ghost.output > 1' }]
    assert.deepEqual(
      said(one({ type: 'switch', data: { cases } })).map(([severity, , parameter]) => [severity, parameter]),
      [['error', 'cases.0.condition']],
    )
    assert.deepEqual(
      said(one({ type: 'if', data: { condition: 'nodes.ghost.output' } })).map(([severity]) => severity),
      ['error'],
    )
    assert.deepEqual(
      said(one({ type: 'code', data: { code: 'return nodes.ghost.output' } })).map(([severity]) => severity),
      ['warning'],
    )
    const own = 'const nodes = { ghost: 1 }; return nodes.ghost'
    assert.deepEqual(said(one({ type: 'code', data: { code: own } })), [])
  })

  it('The condition of a loop may read its body', () => {
    const nodes = [
      start,
      { id: 'l', type: 'loop', data: { while: 'index === 0 || nodes.p.output.v', max_iterations: 3 } },
      set('p', 'x'),
    ]
    const edges = [...chain('s', 'l'), { source: 'l', target: 'p', sourceHandle: 'each' }]
    assert.deepEqual(said({ nodes, edges }), [])
  })

  it('An unknown variable and `item` outside of a loop are named', () => {
    const problems = said(
      one({ type: 'set', data: { values: { v: '{{ variables.regoin }}{{ item }}' } } }, { region: 'eu' }),
    )
    assert.deepEqual(problems, [
      [
        'warning',
        'a',
        'values.v',
        'Parameter `values.v` of node "a": The workflow has no variable `regoin`. Did you mean `variables.region`?',
      ],
      [
        'warning',
        'a',
        'values.v',
        'Parameter `values.v` of node "a": `item` exists only in the body of a loop, and is missing here. Put the node behind the handle "each" of a loop, or use `previous`.',
      ],
    ])
  })

  it('An expression without braces is taken for a text, with a warning', () => {
    const hook = {
      id: 'h',
      type: 'webhook',
      data: { dedupe: 'input.body.id', concurrency: { limit: 1, key: 'input.id' } },
    }
    assert.deepEqual(said({ nodes: [hook] }), [
      [
        'warning',
        'h',
        'dedupe',
        'Parameter `dedupe` of node "h" is the text "input.body.id", because an expression needs braces. To insert the value, write `{{ input.body.id }}`.',
      ],
      [
        'warning',
        'h',
        'concurrency.key',
        'Parameter `concurrency.key` of node "h" is the text "input.id", because an expression needs braces. To insert the value, write `{{ input.id }}`.',
      ],
    ])
    assert.equal(said(one(set('a', 'nodes["x"].output.items[0]'))).length, 1)
    for (const text of ['input.csv', 'previous', 'item 4', 'input.a + 1', 'X-GitHub-Delivery', 'inputs.a'])
      assert.deepEqual(said(one(set('a', text))), [], text)
  })

  it('A variable with thousands of opening braces is checked in one go', () => {
    assert.deepEqual(said({ nodes: [], variables: { a: '{{'.repeat(500_000), b: '}} {{', c: '{{}' } }), [])
  })

  it('Expressions that nothing evaluates are named', () => {
    const nodes = [
      { id: 'e', type: 'event', data: { event: 'workflow.failed', workflow_ids: ['{{ variables.id }}'] } },
      { ...set('a', 'x'), data: { values: { '{{ input.key }}': 1 } } },
    ]
    assert.deepEqual(
      said({ nodes, edges: chain('e', 'a'), variables: { greeting: 'Hi {{ input.name }}' } }),
      [
        [
          'warning',
          'e',
          'workflow_ids.0',
          'Parameter `workflow_ids.0` of node "e" contains an expression, but it is never evaluated: the text is used as it is. Write the value itself.',
        ],
        [
          'warning',
          'a',
          'values.{{ input.key }}',
          'In node "a" the name of `values.{{ input.key }}` contains an expression, but names are never evaluated. Use a fixed name.',
        ],
        [
          'warning',
          null,
          'variables.greeting',
          'The variable `greeting` contains an expression, but variables are never evaluated. Write the expression where the value is needed, or use a `set` node.',
        ],
      ],
    )
  })
})

describe('checkDefinition: flow', () => {
  it('Nodes that never run are named, with the reason', () => {
    const nodes = [
      start,
      set('a', 'x'),
      set('b', 'x'),
      set('c', 'x'),
      { id: 'i', type: 'if', data: { condition: 'input.x' }, disabled: true },
      set('d', 'x'),
      { id: 'f', type: 'fail', data: {} },
      set('g', 'x'),
    ]
    const edges = [
      ...chain('s', 'a'),
      { source: 'a', target: 'b', sourceHandle: 'error' },
      ...chain('b', 'c'),
      ...chain('s', 'i'),
      { source: 'i', target: 'd', sourceHandle: 'true' },
      ...chain('s', 'f', 'g'),
    ]
    assert.deepEqual(said({ nodes, edges }), [
      [
        'warning',
        'b',
        null,
        'Node "b" never runs: `on_error` of node "a" is "fail", so it never continues at "error". Set `on_error` to "branch".',
      ],
      [
        'warning',
        'c',
        null,
        'Node "c" never runs: no node before it ever leads to it. Fix those, or delete it.',
      ],
      [
        'warning',
        'd',
        null,
        'Node "d" never runs: node "i" is disabled and never continues at "true". Enable it, or connect another handle.',
      ],
      [
        'warning',
        'g',
        null,
        'Node "g" never runs: node "f" always fails. Set `on_error` of "f" to "continue", or remove the edge.',
      ],
    ])
  })

  it('A node that no trigger leads to, a trigger in the middle and an empty loop are named', () => {
    const nodes = [
      start,
      set('a', 'x'),
      set('loose', 'x'),
      { id: 'h', type: 'webhook', data: {} },
      { id: 'l', type: 'for_each', data: { items: '{{ [] }}' } },
    ]
    assert.deepEqual(said({ nodes, edges: [...chain('s', 'a', 'h'), ...chain('s', 'l')] }), [
      [
        'error',
        'h',
        null,
        'An edge leads to trigger node "h". Remove it: a run can only begin at a trigger.',
      ],
      [
        'warning',
        'loose',
        null,
        'No edge leads to node "loose", so it starts with every run, next to the trigger. Connect it, or delete it.',
      ],
      [
        'warning',
        'l',
        null,
        'Loop "l" repeats nothing: no edge leaves from its handle "each". Connect the nodes to repeat.',
      ],
    ])
  })

  it('A webhook that waits for a response that no node gives is named', () => {
    const hook = { id: 'h', type: 'webhook', data: { respond: 'respond_node' } }
    assert.deepEqual(said({ nodes: [hook, set('a', 'x')], edges: chain('h', 'a') }), [
      [
        'warning',
        'h',
        'respond',
        'Node "h" answers with the response of a `respond` node, but none comes after it, so senders wait in vain. Add one, or set `respond` to "last_node" or "at_once".',
      ],
    ])
    assert.deepEqual(said({ nodes: [hook, { id: 'r', type: 'respond' }], edges: chain('h', 'r') }), [])
  })

  it('A response after a webhook that answers at once is named', () => {
    const hook = (id: string, data: JsonObject = {}) => ({ id, type: 'webhook', data })
    const response = { id: 'r', type: 'respond' }
    const warning = [
      'warning',
      'r',
      null,
      'The response of node "r" is never sent: node "h" answers at once, before it runs. Set `respond` of "h" to "respond_node", or delete node "r".',
    ]
    const edges = chain('h', 'r')
    assert.deepEqual(said({ nodes: [hook('h'), response], edges }), [warning])
    assert.deepEqual(said({ nodes: [hook('h', { respond: 'at_once' }), response], edges }), [warning])
    assert.deepEqual(said({ nodes: [hook('h', { respond: 'last_node' }), response], edges }), [])
    assert.deepEqual(said({ nodes: [hook('h'), { ...response, disabled: true }], edges }), [])
    assert.deepEqual(said({ nodes: [{ id: 'h', type: 'start' }, response], edges }), [])
    const other = hook('other', { respond: 'respond_node' })
    const joined = [...edges, ...chain('other', 'r')]
    assert.deepEqual(said({ nodes: [hook('h'), other, response], edges: joined }), [])
  })

  it('A disabled node may be incomplete', () => {
    assert.deepEqual(said(one({ type: 'http', disabled: true, data: { ulr: '{{ nodes.x.output }}' } })), [])
  })
})

describe('checkDefinition: size', () => {
  it('A definition with too many mistakes is checked in slices, and the list is cut short', () => {
    const many = Object.fromEntries(Array.from({ length: 1_000 }, (_, n) => [`valeus${n}`, n]))
    const nodes = Array.from({ length: 20 }, (_, n) => ({
      id: `n${n}`,
      type: 'set',
      data: { values: {}, ...many },
    }))
    const work = checkDefinition({ nodes, edges: [], variables: {} }, CATALOGUE)
    let slices = 1
    let step = work.next()
    for (; step.done !== true; step = work.next()) slices += 1
    const { problems } = step.value
    assert.equal(problems.length, 501)
    assert.equal(problems.at(-1)?.message, 'There are more than 500 problems. Fix these first.')
    assert.ok(slices > 10, `${slices} slices`)
  })
})

import { edges, node, set } from '#engine/testing/test-graph.ts'
import { FILE_SHAPES } from './file-shapes.ts'
import { completed, effect, ATTEMPT_TIMEOUT_MS, type Shape, slowness, steps, valueOf } from './shape.ts'

const pure: Shape = {
  name: 'pure chain',
  build: () => ({
    nodes: [
      set('double', { n: '{{ input.n * 2 }}' }),
      node('large', 'if', { condition: 'previous.n > 100' }),
      set('yes', { n: '{{ nodes.double.output.n }}', large: true }),
      set('no', { n: '{{ nodes.double.output.n }}', large: false }),
      node('note', 'log', { message: 'n is {{ previous.n }}' }),
    ],
    edges: edges('double>large:true>yes>note', 'large:false>no>note'),
  }),
  plan(token, random) {
    const n = random.between(1, 100)
    return { input: { token, n }, ends: completed({ n: n * 2, large: n * 2 > 100 }), effects: [] }
  },
}

const code: Shape = {
  name: 'code between effects',
  build: ({ sink }) => ({
    nodes: [
      effect('before', sink),
      node(
        'count',
        'code',
        { code: 'return { length: previous.body.value.length }' },
        { timeout_ms: ATTEMPT_TIMEOUT_MS },
      ),
      effect('after', sink),
      node('result', 'return', {
        value: { length: '{{ nodes.count.output.length }}', after: valueOf('after') },
      }),
    ],
    edges: edges('before>count>after>result'),
  }),
  plan: (token, random) => ({
    input: { token, slow_ms: slowness(random) },
    ends: completed({ length: `${token} before`.length, after: `${token} after` }),
    effects: steps('before', 'after'),
  }),
}

const chain: Shape = {
  name: 'chain of effects',
  build: ({ sink }) => ({
    nodes: [
      set('first', { value: '{{ input.token }}' }),
      effect('a', sink),
      set('between', { value: valueOf('a') }),
      effect('b', sink),
      effect('c', sink),
      node('result', 'return', { value: { a: valueOf('a'), b: valueOf('b'), c: valueOf('c') } }),
    ],
    edges: edges('first>a>between>b>c>result'),
  }),
  plan: (token, random) => ({
    input: { token, slow_ms: slowness(random) },
    ends: completed({ a: `${token} a`, b: `${token} b`, c: `${token} c` }),
    effects: steps('a', 'b', 'c'),
  }),
}

/** Large values that are passed on: the journal refers to them, across effects that a kill can interrupt. */
const large: Shape = {
  name: 'large values between effects',
  build: ({ sink }) => ({
    nodes: [
      node('kept', 'set', { values: { note: 'kept' }, keep_input: true }),
      effect('a', sink),
      set('wrapped', { text: '{{ input.text }}', list: '{{ nodes.kept.output.list }}' }),
      node('again', 'set', { values: { n: 1 }, keep_input: true }),
      effect('b', sink),
      set('last', { all: '{{ nodes.again.output }}' }),
      node('result', 'return', {
        value: {
          characters: '{{ nodes.last.output.all.text.length }}',
          end: '{{ nodes.last.output.all.list[99].text }}',
          b: valueOf('b'),
        },
      }),
    ],
    edges: edges('kept>a>wrapped>again>b>last>result'),
  }),
  plan(token, random) {
    const characters = random.between(1_000, 200_000)
    const list = Array.from({ length: 100 }, (_, n) => ({ n, text: `${token} ${n}` }))
    return {
      input: { token, slow_ms: slowness(random), text: 'x'.repeat(characters), list },
      ends: completed({ characters, end: `${token} 99`, b: `${token} b` }),
      effects: steps('a', 'b'),
    }
  },
}

const fanOut: Shape = {
  name: 'effects in parallel',
  build: ({ sink }) => ({
    nodes: [
      node('start', 'start'),
      effect('a', sink),
      effect('b', sink),
      effect('c', sink),
      node('pause', 'delay', { seconds: '{{ input.seconds }}' }),
      effect('d', sink),
      node('join', 'merge', { mode: 'list' }),
      effect('last', sink),
      node('result', 'return', {
        value: { joined: '{{ nodes.join.output.length }}', last: valueOf('last') },
      }),
    ],
    edges: edges('start>a>join', 'start>b>join', 'start>c>join', 'start>pause>d>join', 'join>last>result'),
  }),
  plan: (token, random) => ({
    input: { token, slow_ms: slowness(random), seconds: random.between(0, 12) / 10 },
    ends: completed({ joined: 4, last: `${token} last` }),
    effects: steps('a', 'b', 'c', 'd', 'last'),
  }),
}

const loop: Shape = {
  name: 'effects in a loop',
  build: ({ sink }) => ({
    nodes: [
      node('each', 'for_each', { items: '{{ input.items }}', concurrency: 3 }),
      effect('post', sink, 'each[{{ index }}]/post'),
      node('pause', 'delay', { seconds: '{{ item }}' }),
      effect('again', sink, 'each[{{ index }}]/again'),
      set('kept', { value: '{{ previous.body.value }}' }),
      node('result', 'return', { value: { values: '{{ nodes.each.output.map(one => one.value) }}' } }),
    ],
    edges: edges('each:each>post>pause>again>kept', 'each:done>result'),
  }),
  plan(token, random) {
    const items = Array.from({ length: random.between(2, 6) }, () => random.pick([0, 0, 0.05, 1.2]))
    return {
      input: { token, slow_ms: slowness(random), items },
      ends: completed({ values: items.map((_, index) => `${token} each[${index}]/again`) }),
      effects: items.flatMap((_, index) => steps(`each[${index}]/post`, `each[${index}]/again`)),
    }
  },
}

const retry: Shape = {
  name: 'effects that fail at first',
  build: ({ sink }) => ({
    nodes: [
      effect('soon', sink, 'soon', { retry: { max_attempts: 4, initial_ms: 50 } }),
      effect('parked', sink, 'parked', { retry: { max_attempts: 4, initial_ms: 1_300 } }),
      node('result', 'return', { value: { soon: valueOf('soon'), parked: valueOf('parked') } }),
    ],
    edges: edges('soon>parked>result'),
  }),
  plan: (token, random) => ({
    input: { token, slow_ms: slowness(random), refuse: random.between(1, 2) },
    ends: completed({ soon: `${token} soon`, parked: `${token} parked` }),
    effects: steps('soon', 'parked'),
  }),
}

const delay: Shape = {
  name: 'effects around a delay',
  build: ({ sink }) => ({
    nodes: [
      effect('before', sink),
      node('pause', 'delay', { seconds: '{{ input.seconds }}' }),
      effect('after', sink),
      node('result', 'return', { value: { before: valueOf('before'), after: valueOf('after') } }),
    ],
    edges: edges('before>pause>after>result'),
  }),
  plan: (token, random) => ({
    input: { token, slow_ms: slowness(random), seconds: random.between(10, 30) / 10 },
    ends: completed({ before: `${token} before`, after: `${token} after` }),
    effects: steps('before', 'after'),
  }),
}

const wait: Shape = {
  name: 'effects around an event',
  build: ({ sink }) => ({
    nodes: [
      effect('before', sink),
      node('paid', 'wait', { for: 'event', event: 'paid', match: 'event.data.token == input.token' }),
      effect('after', sink),
      node('result', 'return', { value: { n: '{{ nodes.paid.output.n }}', after: valueOf('after') } }),
    ],
    edges: edges('before>paid>after>result'),
  }),
  plan(token, random) {
    const n = random.between(1, 1_000)
    return {
      input: { token, slow_ms: slowness(random) },
      ends: completed({ n, after: `${token} after` }),
      effects: steps('before', 'after'),
      event: { name: 'paid', data: { token, n } },
    }
  },
}

const child: Shape = {
  name: 'called by others',
  build: ({ sink }) => ({
    nodes: [
      effect('child', sink),
      node('pause', 'delay', { seconds: '{{ input.seconds ?? 0 }}' }),
      node('result', 'return', { value: { value: valueOf('child') } }),
    ],
    edges: edges('child>pause>result'),
  }),
  plan: (token, random) => ({
    input: { token, slow_ms: slowness(random) },
    ends: completed({ value: `${token} child` }),
    effects: steps('child'),
  }),
}

const parent: Shape = {
  name: 'sub-workflows',
  build: (variables) => ({
    nodes: [
      effect('before', variables['sink']),
      node('each', 'for_each', { items: '{{ input.items }}', concurrency: 2 }),
      node('call', 'workflow', {
        workflow_id: variables[child.name] ?? '',
        input: {
          token: '{{ input.token }}/{{ index }}',
          slow_ms: '{{ input.slow_ms }}',
          seconds: '{{ item }}',
        },
      }),
      effect('after', variables['sink']),
      node('result', 'return', {
        value: { called: '{{ nodes.each.output.map(one => one.value) }}', after: valueOf('after') },
      }),
    ],
    edges: edges('before>each:each>call', 'each:done>after>result'),
  }),
  plan(token, random) {
    const items = Array.from({ length: random.between(1, 3) }, () => random.pick([0, 0, 1.1]))
    return {
      input: { token, slow_ms: slowness(random), items },
      ends: completed({ called: items.map((_, n) => `${token}/${n} child`), after: `${token} after` }),
      effects: [...steps('before', 'after'), ...items.map((_, n) => ({ step: 'child', part: `/${n}` }))],
      children: items.length,
    }
  },
}

const once: Shape = {
  name: 'effect that is not repeated',
  build: ({ sink }) => ({
    nodes: [
      effect('once', sink, 'once', { on_unknown: 'fail' }),
      node('result', 'return', { value: { once: valueOf('once') } }),
    ],
    edges: edges('once>result'),
  }),
  plan: (token, random) => ({
    input: { token, slow_ms: slowness(random) },
    ends: [
      { status: 'completed', output: { once: `${token} once` } },
      { status: 'failed', code: 'UNKNOWN_OUTCOME' },
    ],
    effects: [{ step: 'once', once: true }],
  }),
}

const failing: Shape = {
  name: 'failure after an effect',
  build: ({ sink }) => ({
    nodes: [effect('before', sink), node('refuse', 'fail', { message: 'As planned.', code: 'PLANNED' })],
    edges: edges('before>refuse'),
  }),
  plan: (token, random) => ({
    input: { token, slow_ms: slowness(random) },
    ends: [{ status: 'failed', code: 'PLANNED' }],
    effects: steps('before'),
  }),
}

const LIMIT = 2

const limited: Shape = {
  name: 'a concurrency limit',
  build: ({ sink }) => ({
    nodes: [
      node('start', 'start', { concurrency: { limit: LIMIT, key: '{{ input.customer }}' } }),
      effect('before', sink),
      node('pause', 'delay', { seconds: '{{ input.seconds }}' }),
      effect('after', sink),
      node('result', 'return', { value: { before: valueOf('before'), after: valueOf('after') } }),
    ],
    edges: edges('start>before>pause>after>result'),
  }),
  plan(token, random) {
    const customer = random.pick(['ada', 'bob', 'eve'])
    const seconds = random.pick([0, 0, 0.05, 1.2])
    return {
      input: { token, slow_ms: slowness(random), customer, seconds },
      ends: completed({ before: `${token} before`, after: `${token} after` }),
      effects: steps('before', 'after'),
      group: { name: customer, limit: LIMIT },
    }
  },
}

const state: Shape = {
  name: 'counters and new items',
  build: ({ sink }) => ({
    nodes: [
      node('count_run', 'state', { operation: 'increment', key: 'runs', scope: 'account' }),
      effect('before', sink),
      node('fresh', 'only_new', { items: '{{ input.items }}', key: 'items', scope: 'account' }),
      node('each', 'for_each', { items: [0, 1], concurrency: 2 }),
      node('count_again', 'state', { operation: 'increment', key: 'runs', scope: 'account' }),
      effect('after', sink),
      node('result', 'return', { value: { after: valueOf('after') } }),
    ],
    edges: edges(
      'count_run>before>fresh:new>each',
      'fresh:none>each',
      'each:each>count_again',
      'each:done>after>result',
    ),
  }),
  plan: (token, random) => ({
    input: {
      token,
      slow_ms: slowness(random),
      items: Array.from({ length: random.between(0, 4) }, () => random.between(0, 5_000)),
    },
    ends: completed({ after: `${token} after` }),
    effects: steps('before', 'after'),
  }),
}

/** An inbound webhook that answers with the result, of a run that ends at once or calls somebody. */
const answering: Shape = {
  name: 'a webhook that answers with the result',
  build: ({ sink }) => ({
    nodes: [
      node('webhook', 'webhook', { respond: 'last_node', dedupe: 'X-Token', wait_seconds: 1 }),
      node('calls', 'if', { condition: 'input.body.calls' }),
      node(
        'call',
        'http',
        {
          method: 'POST',
          url: sink ?? '',
          body: {
            token: '{{ input.query.token }}',
            step: 'call',
            execution_id: '{{ execution.id }}',
            slow_ms: '{{ input.body.slow_ms }}',
            refuse: 0,
          },
        },
        { timeout_ms: ATTEMPT_TIMEOUT_MS },
      ),
      node('called', 'return', { value: { token: '{{ input.query.token }}', value: valueOf('call') } }),
      node('at_once', 'return', { value: { token: '{{ input.query.token }}' } }),
    ],
    edges: edges('webhook>calls:true>call>called', 'calls:false>at_once'),
  }),
  plan(token, random) {
    const calls = random.chance(0.5)
    return {
      input: {},
      json: { calls, slow_ms: slowness(random) },
      ends: completed(calls ? { token, value: `${token} call` } : { token }),
      effects: calls ? steps('call') : [],
    }
  },
}

/** In order of creation: a workflow that is called comes before those that call it. */
export const SHAPES: readonly Shape[] = [
  pure,
  code,
  chain,
  large,
  fanOut,
  loop,
  retry,
  delay,
  wait,
  child,
  parent,
  once,
  failing,
  limited,
  state,
  answering,
  ...FILE_SHAPES,
]

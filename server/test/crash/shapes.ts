import { edges, node, set } from '#engine/testing/test-graph.ts'
import { completed, effect, PATIENCE_MS, type Shape, slowness, steps, valueOf } from './shape.ts'

const pure: Shape = {
  name: 'pure chain',
  draw: () => ({
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
  draw: ({ sink }) => ({
    nodes: [
      effect('before', sink),
      node(
        'count',
        'code',
        { code: 'return { length: previous.body.value.length }' },
        { timeout_ms: PATIENCE_MS },
      ),
      effect('after', sink),
      node('give', 'return', {
        value: { length: '{{ nodes.count.output.length }}', after: valueOf('after') },
      }),
    ],
    edges: edges('before>count>after>give'),
  }),
  plan: (token, random) => ({
    input: { token, slow_ms: slowness(random) },
    ends: completed({ length: `${token} before`.length, after: `${token} after` }),
    effects: steps('before', 'after'),
  }),
}

const chain: Shape = {
  name: 'chain of effects',
  draw: ({ sink }) => ({
    nodes: [
      set('first', { value: '{{ input.token }}' }),
      effect('a', sink),
      set('between', { value: valueOf('a') }),
      effect('b', sink),
      effect('c', sink),
      node('give', 'return', { value: { a: valueOf('a'), b: valueOf('b'), c: valueOf('c') } }),
    ],
    edges: edges('first>a>between>b>c>give'),
  }),
  plan: (token, random) => ({
    input: { token, slow_ms: slowness(random) },
    ends: completed({ a: `${token} a`, b: `${token} b`, c: `${token} c` }),
    effects: steps('a', 'b', 'c'),
  }),
}

const fanOut: Shape = {
  name: 'effects side by side',
  draw: ({ sink }) => ({
    nodes: [
      node('start', 'start'),
      effect('a', sink),
      effect('b', sink),
      effect('c', sink),
      node('pause', 'delay', { seconds: '{{ input.seconds }}' }),
      effect('d', sink),
      node('join', 'merge', { mode: 'list' }),
      effect('last', sink),
      node('give', 'return', { value: { joined: '{{ nodes.join.output.length }}', last: valueOf('last') } }),
    ],
    edges: edges('start>a>join', 'start>b>join', 'start>c>join', 'start>pause>d>join', 'join>last>give'),
  }),
  plan: (token, random) => ({
    input: { token, slow_ms: slowness(random), seconds: random.between(0, 12) / 10 },
    ends: completed({ joined: 4, last: `${token} last` }),
    effects: steps('a', 'b', 'c', 'd', 'last'),
  }),
}

const loop: Shape = {
  name: 'effects in a loop',
  draw: ({ sink }) => ({
    nodes: [
      node('each', 'for_each', { items: '{{ input.items }}', concurrency: 3 }),
      effect('post', sink, 'each[{{ index }}]/post'),
      node('pause', 'delay', { seconds: '{{ item }}' }),
      effect('again', sink, 'each[{{ index }}]/again'),
      set('kept', { value: '{{ previous.body.value }}' }),
      node('give', 'return', { value: { values: '{{ nodes.each.output.map(one => one.value) }}' } }),
    ],
    edges: edges('each:each>post>pause>again>kept', 'each:done>give'),
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
  draw: ({ sink }) => ({
    nodes: [
      effect('soon', sink, 'soon', { retry: { max_attempts: 4, initial_ms: 50 } }),
      effect('parked', sink, 'parked', { retry: { max_attempts: 4, initial_ms: 1_300 } }),
      node('give', 'return', { value: { soon: valueOf('soon'), parked: valueOf('parked') } }),
    ],
    edges: edges('soon>parked>give'),
  }),
  plan: (token, random) => ({
    input: { token, slow_ms: slowness(random), refuse: random.between(1, 2) },
    ends: completed({ soon: `${token} soon`, parked: `${token} parked` }),
    effects: steps('soon', 'parked'),
  }),
}

const delay: Shape = {
  name: 'effects around a delay',
  draw: ({ sink }) => ({
    nodes: [
      effect('before', sink),
      node('pause', 'delay', { seconds: '{{ input.seconds }}' }),
      effect('after', sink),
      node('give', 'return', { value: { before: valueOf('before'), after: valueOf('after') } }),
    ],
    edges: edges('before>pause>after>give'),
  }),
  plan: (token, random) => ({
    input: { token, slow_ms: slowness(random), seconds: random.between(10, 30) / 10 },
    ends: completed({ before: `${token} before`, after: `${token} after` }),
    effects: steps('before', 'after'),
  }),
}

const wait: Shape = {
  name: 'effects around an event',
  draw: ({ sink }) => ({
    nodes: [
      effect('before', sink),
      node('paid', 'wait', { for: 'event', event: 'paid', match: 'event.data.token == input.token' }),
      effect('after', sink),
      node('give', 'return', { value: { n: '{{ nodes.paid.output.n }}', after: valueOf('after') } }),
    ],
    edges: edges('before>paid>after>give'),
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
  draw: ({ sink }) => ({
    nodes: [
      effect('child', sink),
      node('pause', 'delay', { seconds: '{{ input.seconds ?? 0 }}' }),
      node('give', 'return', { value: { value: valueOf('child') } }),
    ],
    edges: edges('child>pause>give'),
  }),
  plan: (token, random) => ({
    input: { token, slow_ms: slowness(random) },
    ends: completed({ value: `${token} child` }),
    effects: steps('child'),
  }),
}

const parent: Shape = {
  name: 'sub-workflows',
  draw: (variables) => ({
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
      node('give', 'return', {
        value: { called: '{{ nodes.each.output.map(one => one.value) }}', after: valueOf('after') },
      }),
    ],
    edges: edges('before>each:each>call', 'each:done>after>give'),
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
  draw: ({ sink }) => ({
    nodes: [
      effect('once', sink, 'once', { on_unknown: 'fail' }),
      node('give', 'return', { value: { once: valueOf('once') } }),
    ],
    edges: edges('once>give'),
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
  draw: ({ sink }) => ({
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
  name: 'so many at a time',
  draw: ({ sink }) => ({
    nodes: [
      node('start', 'start', { concurrency: { limit: LIMIT, key: '{{ input.customer }}' } }),
      effect('before', sink),
      node('pause', 'delay', { seconds: '{{ input.seconds }}' }),
      effect('after', sink),
      node('give', 'return', { value: { before: valueOf('before'), after: valueOf('after') } }),
    ],
    edges: edges('start>before>pause>after>give'),
  }),
  plan(token, random) {
    const customer = random.pick(['ada', 'bob', 'eve'])
    const seconds = random.pick([0, 0, 0.05, 1.2])
    return {
      input: { token, slow_ms: slowness(random), customer, seconds },
      ends: completed({ before: `${token} before`, after: `${token} after` }),
      effects: steps('before', 'after'),
      crowd: { name: customer, limit: LIMIT },
    }
  },
}

/** In the order in which they are drawn: a workflow that is called comes before those that call it. */
export const SHAPES: readonly Shape[] = [
  pure,
  code,
  chain,
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
]

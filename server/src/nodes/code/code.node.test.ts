import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Compile } from 'typebox/compile'
import type { JsonObject } from '#domain/index.ts'
import { nodeCall } from '#nodes/testing/node-call.ts'
import type { Sandbox, SandboxFailureReason, SandboxRequest, SandboxResult } from '#ports/index.ts'
import { codeNode } from './code.node.ts'

const scope: JsonObject = {
  input: { n: 1 },
  previous: 'before',
  nodes: { a: { output: 2 } },
  variables: { v: 3 },
  execution: { id: 'e' },
}

async function run(code: string, answer: SandboxResult = { ok: true, value: null, logs: [] }) {
  const asked: SandboxRequest[] = []
  const sandbox: Sandbox = {
    run: async (request) => {
      asked.push(request)
      return answer
    },
    close: async () => {},
  }
  const lines: unknown[][] = []
  const call = nodeCall({
    parameters: { code },
    previous: 'before',
    scope: () => scope,
    log: (...line) => lines.push(line),
  })
  const result = await codeNode(sandbox).run(call)
  const [request] = asked
  assert.ok(request)
  return { result, request, lines, call }
}

const globalsFor = async (code: string) => Object.keys((await run(code)).request.globals).sort()

describe('a `code` node', () => {
  it('gives what the code returned', async () => {
    const { result, request } = await run('return 1', { ok: true, value: { n: [1] }, logs: [] })
    assert.deepEqual(result, { ok: true, output: { n: [1] } })
    assert.equal(request.code, 'return 1')
  })

  it('hands over what the code names, and nothing else', async () => {
    assert.deepEqual(await globalsFor('return 1'), [])
    assert.deepEqual(await globalsFor('return input.n + variables.v'), ['input', 'variables'])
    assert.deepEqual(await globalsFor('return {inputs: 1}'), [])
    const { request } = await run('return [nodes.a, previous, execution]')
    assert.deepEqual(request.globals, {
      nodes: { a: { output: 2 } },
      previous: 'before',
      execution: { id: 'e' },
    })
  })

  it('hands over everything where a name may hide from a look at the text', async () => {
    const all = ['execution', 'index', 'input', 'item', 'nodes', 'previous', 'variables']
    assert.deepEqual(await globalsFor('return eval("in" + "put")'), all)
    assert.deepEqual(await globalsFor(String.raw`return inp\u0075t`), all)
  })

  it('has the time of its attempt, and ends when that is of no use any more', async () => {
    const { request, call } = await run('return 1')
    assert.equal(request.deadlineMs, call.timeoutMs)
    assert.equal(request.signal, call.signal)
  })

  it('gives null for `item` and `index` outside of a loop', async () => {
    assert.deepEqual((await run('return [item, index]')).request.globals, { item: null, index: null })
  })

  it('writes the lines of the code into the log, also when it fails', async () => {
    const logs = [{ level: 'warn', message: 'careful' }] as const
    const { lines } = await run('', { ok: false, reason: 'error', message: 'Error: x', logs })
    assert.deepEqual(lines, [['warn', 'careful']])
  })

  it('fails with a code of its own for every reason', async () => {
    const reasons: SandboxFailureReason[] = [
      ...(['error', 'syntax', 'timeout', 'memory', 'input', 'output', 'crashed', 'aborted'] as const),
    ]
    const codes = new Set<string>()
    for (const reason of reasons) {
      const { result } = await run('', { ok: false, reason, message: `because ${reason}`, logs: [] })
      assert.ok('ok' in result && !result.ok)
      assert.equal(result.message, `because ${reason}`)
      assert.match(result.code, /^[A-Z_]+$/)
      codes.add(result.code)
    }
    assert.equal(codes.size, reasons.length)
  })

  it('takes its code as it is, never as a template', async () => {
    const kind = codeNode({ run: () => assert.fail('not run'), close: async () => {} })
    assert.deepEqual(kind.literals, ['code'])
    const parameters = Compile(kind.parameters)
    assert.ok(parameters.Check({ code: 'return `{{ input }}`' }))
    assert.ok(!parameters.Check({}))
    assert.ok(!parameters.Check({ code: 1 }))
  })
})

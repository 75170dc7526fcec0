import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Compile } from 'typebox/compile'
import type { JsonObject } from '#domain/index.ts'
import { MemoryFiles } from '#nodes/testing/memory-files.ts'
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
  const result = await codeNode(sandbox, new MemoryFiles()).run(call)
  const [request] = asked
  assert.ok(request)
  return { result, request, lines, call }
}

const globalsFor = async (code: string) => Object.keys((await run(code)).request.globals).sort()

describe('`code` node', () => {
  it('A `code` node outputs the value that the code returns', async () => {
    const { result, request } = await run('return 1', { ok: true, value: { n: [1] }, logs: [] })
    assert.deepEqual(result, { ok: true, output: { n: [1] } })
    assert.equal(request.code, 'return 1')
  })

  it('A `code` node runs for its account, and its time limit stands still until the code has a process', async () => {
    const events: string[] = []
    const sandbox: Sandbox = {
      run: async ({ account, onStart }) => {
        events.push(`queued for ${account}`)
        onStart?.()
        return { ok: true, value: null, logs: [] }
      },
      close: async () => {},
    }
    const call = nodeCall({
      parameters: { code: 'return 1' },
      suspendTimeout() {
        events.push('suspended')
        return () => events.push('resumed')
      },
    })
    await codeNode(sandbox, new MemoryFiles()).run(call)
    assert.deepEqual(events, ['suspended', 'queued for account', 'resumed'])
  })

  it('A `code` node that finds the queue full fails so that it can be tried again later', async () => {
    const { result } = await run('return 1', { ok: false, reason: 'busy', message: 'Later.', logs: [] })
    assert.deepEqual(result, { ok: false, code: 'SANDBOX_BUSY', message: 'Later.', retryAfterMs: 5_000 })
  })

  it('A `code` node passes only the globals that the code mentions to the sandbox', async () => {
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

  it('A `code` node passes all globals when the code could compute their names', async () => {
    const all = ['execution', 'index', 'input', 'item', 'nodes', 'previous', 'variables', 'vars']
    assert.deepEqual(await globalsFor('return eval("in" + "put")'), all)
    assert.deepEqual(await globalsFor(String.raw`return inp\u0075t`), all)
  })

  it('A `code` node passes the timeout and the abort signal of its attempt to the sandbox', async () => {
    const { request, call } = await run('return 1')
    assert.equal(request.deadlineMs, call.timeoutMs)
    assert.equal(request.signal, call.signal)
  })

  it('A `code` node sets `item` and `index` to null outside of a loop', async () => {
    assert.deepEqual((await run('return [item, index]')).request.globals, { item: null, index: null })
  })

  it('A `code` node writes the log lines of the code even when the code fails', async () => {
    const logs = [{ level: 'warn', message: 'careful' }] as const
    const { lines } = await run('', { ok: false, reason: 'error', message: 'Error: x', logs })
    assert.deepEqual(lines, [['warn', 'careful']])
  })

  it('A `code` node has a distinct error code for every failure of the sandbox', async () => {
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

  it('A `code` node does not evaluate expressions in its code', async () => {
    const kind = codeNode({ run: () => assert.fail('not run'), close: async () => {} }, new MemoryFiles())
    assert.deepEqual(kind.literals, ['code'])
    const parameters = Compile(kind.parameters)
    assert.ok(parameters.Check({ code: 'return `{{ input }}`' }))
    assert.ok(!parameters.Check({}))
    assert.ok(!parameters.Check({ code: 1 }))
  })
})

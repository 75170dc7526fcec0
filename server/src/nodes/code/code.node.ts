import Type from 'typebox'
import type { JsonObject, JsonValue } from '#domain/index.ts'
import { accountFiles } from './account-files.ts'
import { firstLine } from '#nodes/parameters/line-parts.ts'
import type { Files, NodeCall, NodeKind, NodeResult, Sandbox, SandboxFailureReason } from '#ports/index.ts'

const NAMES = ['input', 'previous', 'nodes', 'variables', 'vars', 'item', 'index', 'execution'] as const

const CODES: Readonly<Record<SandboxFailureReason, string>> = {
  error: 'CODE_FAILED',
  syntax: 'CODE_INVALID',
  timeout: 'TIMED_OUT',
  memory: 'OUT_OF_MEMORY',
  input: 'INPUT_TOO_LARGE',
  output: 'INVALID_OUTPUT',
  crashed: 'SANDBOX_CRASHED',
  aborted: 'CANCELLED',
  busy: 'SANDBOX_BUSY',
}

/** An attempt soon after would most likely find the queue as full as it was. */
const BUSY_RETRY_MS = 5_000

export function codeNode(sandbox: Sandbox, files: Files): NodeKind {
  return {
    type: 'code',
    title: 'Code',
    summary: 'Runs your own JavaScript on the data of the run, in an isolated sandbox.',
    family: 'code',
    icon: 'code',
    keywords: ['javascript', 'script', 'function', 'transform', 'custom'],
    line: `{{ ${firstLine('data.code')}.replace(/^\\/\\/\\s*/, "") }}`,
    parameters: Type.Object({
      code: Type.String({
        title: 'Code',
        'x-format': 'code',
        description:
          'The body of an async function. It can use `input`, `previous`, `nodes["id or name"].output`, `variables`, `vars`, `item`, `index` and `execution`. The value it returns, as JSON, is the output. `await files.text(file)`, `files.bytes(file)` and `files.create(name, type, content)` read and create files. `console.log` writes to the log of the run. Network and timers are not available.',
        maxLength: 262_144,
      }),
    }),
    literals: ['code'],
    output: 'The returned value, as JSON; null if the code returns nothing.',
    example: {
      data: {
        code: 'const total = input.items.reduce((sum, item) => sum + item.price, 0)\nconsole.log(`${input.items.length} items`)\nreturn { total }',
      },
    },
    notes: [
      'Globals: `input`, `previous`, `nodes`, `variables`, `vars` (the variables of the account), `item`, `index` (both null outside a loop) and `execution`; the built-in objects of ECMAScript, such as `JSON`, `Math`, `Date`, `Map`, `RegExp`, `Promise` and `BigInt`; `console` with `log`, `info`, `debug`, `warn` and `error`; and `URL`, `URLSearchParams`, `TextEncoder`, `TextDecoder` (UTF-8), `btoa`, `atob`, `structuredClone`, `queueMicrotask`, `crypto` (`randomUUID`, `getRandomValues`, and `subtle` with `digest` and HMAC keys) and `Intl` (`NumberFormat`, `DateTimeFormat`, `Collator`; times are in UTC unless `timeZone` says otherwise). The code runs in strict mode.',
      'Files: `await files.text(file)` is the content as text (UTF-8), `await files.bytes(file)` as a `Uint8Array`. `await files.create("report.csv", "text/csv", content)` creates a file from a text, a typed array or an ArrayBuffer; return it, so that it is kept.',
      'Not available: `fetch`, `require`, `import`, `process`, `setTimeout`.',
      'Limits: 64 MiB of memory; `timeout_ms` of the node, 30 seconds by default and 10 minutes at most; 10 MiB for the code and the data that it names; 1 MiB and 64 levels for the result; 16 MiB for a file that is read or created, and 100 files per run; 500 log lines of 4,096 characters.',
      'Code takes turns: each account has its share of the sandbox processes, and further code waits. The wait does not count towards `timeout_ms`.',
      'Error codes: `CODE_INVALID` (syntax error), `CODE_FAILED` (the code threw, with line and column), `TIMED_OUT`, `OUT_OF_MEMORY`, `INPUT_TOO_LARGE`, `INVALID_OUTPUT` (the result is no JSON or too large), `SANDBOX_CRASHED`, `SANDBOX_BUSY` (too much code waits already; nothing has run).',
    ],
    handles: ['main'],
    hasEffect: false,
    dependsOn: (call) => pickGlobals(call.parameters['code'] as string, call.scope()),
    run: (call) => runCodeNode(sandbox, files, call),
  }
}

async function runCodeNode(sandbox: Sandbox, files: Files, call: NodeCall): Promise<NodeResult> {
  const code = call.parameters['code'] as string
  const result = await sandbox.run({
    account: call.account,
    code,
    globals: pickGlobals(code, call.scope()),
    files: accountFiles(files, call.account),
    deadlineMs: call.timeoutMs,
    onStart: call.suspendTimeout(),
    signal: call.signal,
  })
  for (const { level, message } of result.logs) call.log(level, message)
  if (result.ok) return { ok: true, output: result.value }
  const failure = { ok: false, code: CODES[result.reason], message: result.message } as const
  return result.reason === 'busy' ? { ...failure, retryAfterMs: BUSY_RETRY_MS } : failure
}

/**
 * Passes only the globals that the code mentions to the sandbox, because the outputs of all nodes can be large. A name can
 * escape this text search only as a Unicode escape or inside `eval`; in these cases all globals are passed.
 */
function pickGlobals(code: string, scope: JsonObject): Record<string, JsonValue> {
  const isPlain = !/\\u|\beval\b/.test(code)
  const named = NAMES.filter((name) => !isPlain || new RegExp(`\\b${name}\\b`).test(code))
  return Object.fromEntries(named.map((name) => [name, scope[name] ?? null]))
}

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { AccountId } from '#domain/index.ts'
import type { SandboxFailureReason } from '#ports/index.ts'
import { PLANTS, SEARCH } from './testing/planted-marks.ts'
import { ACCOUNT, hasty, openSandbox, OTHER_ACCOUNT, patient } from './testing/sandbox-under-test.ts'

const MARK = 'the-mark-of-an-account'

interface End {
  readonly code: string
  readonly reason?: SandboxFailureReason
  readonly deadlineMs?: number
  /** Whether the child can be replaced: it is killed, or uses too much memory. */
  readonly replaces?: true
}

const ENDS: readonly End[] = [
  { code: 'return input' },
  { code: 'throw new Error(input)', reason: 'error' },
  { code: 'return input.repeat(1e6)', reason: 'output' },
  { code: 'const a = []; for (;;) a[a.length] = input + a.length', reason: 'memory', replaces: true },
  { code: 'for (;;);', reason: 'timeout', deadlineMs: hasty },
  {
    code: 'return [].indexOf.call({length: 2 ** 53 - 1}, input)',
    reason: 'timeout',
    deadlineMs: hasty,
    replaces: true,
  },
  { code: 'return JSON.parse("[".repeat(1e5) + input)', reason: 'error' },
  {
    code: 'let p = {input}; for (let i = 0; i < 1e5; i++) p = new Proxy(p, {}); return p.x',
    reason: 'error',
  },
]

describe('isolation of runs', { timeout: 300_000 }, () => {
  // On a busy machine, too, a child that can report its timeout must not be killed first.
  const sandbox = openSandbox({ size: 1, graceMs: 5_000 })
  const run = (account: AccountId, code: string, deadlineMs = patient) =>
    sandbox.run({ account, code, globals: { input: MARK }, deadlineMs })

  for (const { code, reason, deadlineMs, replaces } of ENDS) {
    it(`Another account finds nothing of a run that ends with: ${code}`, async () => {
      await run(ACCOUNT, 'return 1')
      const { pids } = sandbox
      const planted = Object.values(PLANTS)
        .map((plant) => `{ ${plant} }`)
        .join('\n')
      const result = await run(ACCOUNT, `${planted}\n${code}`, deadlineMs)
      assert.equal(result.ok ? undefined : result.reason, reason)
      for (const account of [OTHER_ACCOUNT, ACCOUNT]) {
        assert.deepEqual(await run(account, SEARCH), { ok: true, value: [], logs: [] })
      }
      if (replaces !== true) assert.deepEqual(sandbox.pids, pids, 'the same process ran all')
    })
  }
})

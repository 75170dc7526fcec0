import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { describe, it } from 'node:test'

describe('the flags of V8 that the service sets', () => {
  // An upgrade of Node may rename them.
  const known = execFileSync(process.execPath, ['--v8-options'], { encoding: 'utf8' })

  it('exist in this version of Node', () => {
    assert.match(known, /--max-inlined-bytecode-size-cumulative /)
    assert.match(known, /--allocation-site-pretenuring /)
  })

  it('have the default that the service multiplies', () => {
    assert.match(known, /default: --max-inlined-bytecode-size-cumulative=920$/m)
  })
})

import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { describe, it } from 'node:test'
import { systemScheduler } from './system-scheduler.ts'

describe('system scheduler', () => {
  it('after fires once and every fires repeatedly, until cancelled', async (context) => {
    context.mock.timers.enable({ apis: ['setTimeout', 'setInterval'] })
    const calls: string[] = []
    systemScheduler.after(10, () => calls.push('after'))
    const cancelTimer = systemScheduler.every(10, () => calls.push('every'))
    systemScheduler.after(10, () => calls.push('never'))()
    context.mock.timers.tick(20)
    assert.deepEqual(calls.toSorted(), ['after', 'every', 'every'])
    cancelTimer()
    context.mock.timers.tick(20)
    assert.equal(calls.length, 3)
  })

  it('A delay of months does not fire early and can be cancelled', (context) => {
    context.mock.timers.enable({ apis: ['setTimeout'] })
    const longest = 2 ** 31 - 1
    const calls: string[] = []
    systemScheduler.after(2 * longest + 5, () => calls.push('kept'))
    const cancelTimer = systemScheduler.after(2 * longest + 5, () => calls.push('cancelled'))
    context.mock.timers.tick(longest)
    cancelTimer()
    context.mock.timers.tick(longest)
    assert.deepEqual(calls, [])
    context.mock.timers.tick(5)
    assert.deepEqual(calls, ['kept'])
  })

  it('Timers do not keep the process alive', () => {
    const program = `
      import { systemScheduler } from ${JSON.stringify(import.meta.resolve('./system-scheduler.ts'))}
      systemScheduler.after(3_600_000, () => undefined)
      systemScheduler.every(3_600_000, () => undefined)
      console.log('end')`
    const environment = { ...process.env, NODE_OPTIONS: '', NODE_TEST_CONTEXT: '' }
    const output = execFileSync(process.execPath, ['--input-type=module', '-e', program], {
      encoding: 'utf8',
      env: environment,
      timeout: 60_000,
    })
    assert.equal(output, 'end\n')
  })
})

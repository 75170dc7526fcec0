import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { describe, it } from 'node:test'
import { systemScheduler } from './system-scheduler.ts'

describe('the system’s timers', () => {
  it('call back once after, and again and again every, until called off', async (context) => {
    context.mock.timers.enable({ apis: ['setTimeout', 'setInterval'] })
    const calls: string[] = []
    systemScheduler.after(10, () => calls.push('after'))
    const callOff = systemScheduler.every(10, () => calls.push('every'))
    systemScheduler.after(10, () => calls.push('never'))()
    context.mock.timers.tick(20)
    assert.deepEqual(calls.toSorted(), ['after', 'every', 'every'])
    callOff()
    context.mock.timers.tick(20)
    assert.equal(calls.length, 3)
  })

  it('wait for months without calling back at once', (context) => {
    context.mock.timers.enable({ apis: ['setTimeout'] })
    const days = (count: number) => count * 86_400_000
    let calls = 0
    systemScheduler.after(days(60), () => (calls += 1))
    const callOff = systemScheduler.after(days(60), () => (calls += 1))
    context.mock.timers.tick(days(30))
    callOff()
    context.mock.timers.tick(days(30) - 1)
    assert.equal(calls, 0)
    context.mock.timers.tick(1)
    assert.equal(calls, 1)
  })

  it('do not keep a process alive', () => {
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

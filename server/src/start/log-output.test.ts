import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { LogOutput } from './log-output.ts'

/** A disk with room for so many bytes. */
class Disk {
  capacity = Infinity
  text = ''

  readonly write = (bytes: Uint8Array): number => {
    if (this.capacity === 0) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
    const written = Buffer.from(bytes).subarray(0, this.capacity)
    this.capacity -= written.length
    this.text += written.toString()
    return written.length
  }
}

describe('The output of the log', () => {
  it('Lines are written at once, however long they are', () => {
    const disk = new Disk()
    const output = new LogOutput(disk.write)
    const long = `${'x'.repeat(1024 * 1024)}\n`
    output.write('first\n')
    output.write(long)
    assert.equal(disk.text, `first\n${long}`)
  })

  it('Lines that cannot be written wait, and are written whole and in order when there is room again', () => {
    const disk = new Disk()
    const output = new LogOutput(disk.write)
    disk.capacity = 8
    for (const line of ['first\n', 'second\n', 'third\n']) output.write(line)
    assert.equal(disk.text, 'first\nse')
    disk.capacity = Infinity
    output.write('fourth\n')
    assert.equal(disk.text, 'first\nsecond\nthird\nfourth\n')
  })

  it('What waits is bounded, and a line says how many were dropped', () => {
    const disk = new Disk()
    const output = new LogOutput(disk.write)
    disk.capacity = 0
    const line = `${'x'.repeat(99)}\n`
    for (let count = 0; count < 10_000; count += 1) output.write(line)
    disk.capacity = Infinity
    output.write('last\n')
    const lines = disk.text.trimEnd().split('\n')
    const kept = lines.filter((one) => one === line.trimEnd()).length
    assert.ok(kept > 1_000 && kept * line.length <= 256 * 1024, `${kept} lines`)
    assert.equal(lines.length, kept + 2)
    assert.equal((JSON.parse(lines.at(-2) ?? '') as { dropped: number }).dropped, 10_000 - kept)
    assert.equal(lines.at(-1), 'last')
  })

  it('Lines that wait are written when there is room again although nobody logs anything', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] })
    const disk = new Disk()
    const output = new LogOutput(disk.write)
    disk.capacity = 0
    output.write('first\n')
    t.mock.timers.tick(5_000)
    assert.equal(disk.text, '')
    disk.capacity = Infinity
    t.mock.timers.tick(1_000)
    assert.equal(disk.text, 'first\n')
  })
})

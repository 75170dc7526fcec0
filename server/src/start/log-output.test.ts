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

/** A pipe whose reader takes a line only after so many pauses; until then it is full. */
class Pipe {
  pausesPerLine = 0
  bytesPerWrite = Infinity
  text = ''
  pauses = 0
  #pausesLeft = 0

  readonly write = (bytes: Uint8Array): number => {
    if (this.#pausesLeft > 0) throw Object.assign(new Error('try again'), { code: 'EAGAIN' })
    this.#pausesLeft = this.pausesPerLine
    const written = Buffer.from(bytes.subarray(0, this.bytesPerWrite))
    this.text += written.toString()
    return written.length
  }

  readonly pause = (): void => {
    this.pauses += 1
    this.#pausesLeft -= 1
  }

  /** The reader is back. */
  resume(): void {
    this.pausesPerLine = 0
    this.#pausesLeft = 0
  }
}

/** Two of them cannot wait. */
const LONG = `${'x'.repeat(200 * 1024)}\n`

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

  it('A reader that is slow gets every line', () => {
    const pipe = new Pipe()
    const output = new LogOutput(pipe.write, pipe.pause)
    pipe.pausesPerLine = 50
    const lines = Array.from({ length: 1_000 }, (_, n) => `${n} ${'x'.repeat(1_000)}\n`)
    for (const line of lines) output.write(line)
    output.flush()
    assert.equal(pipe.text, lines.join(''))
  })

  it('Nothing waits for the reader while there is room for lines that wait', () => {
    const pipe = new Pipe()
    const output = new LogOutput(pipe.write, pipe.pause)
    pipe.pausesPerLine = Infinity
    for (const line of ['first\n', 'second\n', LONG]) output.write(line)
    assert.deepEqual([pipe.text, pipe.pauses], ['first\n', 0])
    pipe.resume()
    output.write('last\n')
    assert.equal(pipe.text, `first\nsecond\n${LONG}last\n`)
  })

  it('A reader that has stopped delays one line only, until it reads again', () => {
    const pipe = new Pipe()
    const output = new LogOutput(pipe.write, pipe.pause)
    pipe.pausesPerLine = Infinity
    for (const line of ['first\n', LONG, LONG]) output.write(line)
    const { pauses } = pipe
    assert.ok(pauses > 0)
    output.write(LONG)
    assert.equal(pipe.pauses, pauses)
    pipe.resume()
    pipe.pausesPerLine = 2
    for (const line of ['second\n', LONG, LONG]) output.write(line)
    output.flush()
    const [before, after] = pipe.text.split(/^.*"dropped":2,.*\n/m)
    assert.deepEqual([before, after], [`first\n${LONG}`, `second\n${LONG}${LONG}`])
    assert.ok(pipe.pauses > pauses)
  })

  it('No more lines are dropped once a reader that had stopped reads again, however slowly', () => {
    const pipe = new Pipe()
    const output = new LogOutput(pipe.write, pipe.pause)
    pipe.pausesPerLine = Infinity
    for (const line of ['first\n', LONG, LONG]) output.write(line)
    pipe.resume()
    pipe.pausesPerLine = 2
    pipe.bytesPerWrite = 64 * 1024
    for (const line of ['second\n', 'third\n']) output.write(line)
    output.flush()
    const [before, after] = pipe.text.split(/^.*"dropped":1,.*\n/m)
    assert.deepEqual([before, after], [`first\n${LONG}`, 'second\nthird\n'])
  })

  it('At the end of the process, a reader that had stopped gets another chance', () => {
    const pipe = new Pipe()
    const output = new LogOutput(pipe.write, pipe.pause)
    pipe.pausesPerLine = 300
    for (const line of ['first\n', LONG, LONG]) output.write(line)
    assert.equal(pipe.text, 'first\n')
    output.flush()
    assert.equal(pipe.text, `first\n${LONG}`)
  })
})

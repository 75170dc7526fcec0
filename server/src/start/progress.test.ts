import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Progress } from './progress.ts'

function recorded(isTerminal: boolean) {
  const written: string[] = []
  let time = 0
  const progress = new Progress({
    what: 'rows',
    total: 2_000,
    output: { isTerminal, write: (text) => written.push(text) },
    now: () => time,
  })
  return { written, progress, at: (ms: number) => (time = ms) }
}

describe('Progress', () => {
  it('A terminal shows one line with count, rate and time left, and it goes away at the end', () => {
    const { written, progress, at } = recorded(true)
    at(50)
    progress.update(10)
    assert.deepEqual(written, [])
    at(1_000)
    progress.update(500)
    at(1_050)
    progress.update(510)
    progress.finish()
    assert.deepEqual(written, ['\r\u001B[K500 of 2,000 rows (25 %), 500/s, 3 s left', '\r\u001B[K'])
  })

  it('A terminal shows at once that something began', () => {
    const terminal = recorded(true)
    terminal.progress.begin()
    terminal.progress.finish()
    assert.deepEqual(terminal.written, ['\r\u001B[K0 of 2,000 rows (0 %)', '\r\u001B[K'])
    const file = recorded(false)
    file.progress.begin()
    assert.deepEqual(file.written, [])
  })

  it('Elsewhere there is a plain line now and then, and none for a short command', () => {
    const { written, progress, at } = recorded(false)
    at(4_000)
    progress.update(100)
    progress.finish()
    assert.deepEqual(written, [])
    at(100_000)
    progress.update(1_000)
    assert.deepEqual(written, ['1,000 of 2,000 rows (50 %), 10/s, 1 min 40 s left\n'])
  })
})

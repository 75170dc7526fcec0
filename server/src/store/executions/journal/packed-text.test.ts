import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { describe, it } from 'node:test'
import { pageFromText, pageToText, logsOfPage } from './journal-text.ts'
import { isPackable, isPacked, packText, unpackPage, unpackText, unpackTextNow } from './packed-text.ts'

const long = JSON.stringify({ text: 'ä🦆x'.repeat(30_000) })

describe('packed texts', () => {
  it('A long text takes less space, and reads back as it was', async () => {
    const stored = await packText(long)
    assert.ok(stored.length < long.length / 10, `${stored.length} characters`)
    assert.ok(isPacked(stored))
    assert.equal(await unpackText(stored), long)
    assert.equal(unpackTextNow(stored), long)
  })

  it('A text that hardly becomes smaller is stored as it is', async () => {
    const text = JSON.stringify(randomBytes(75_000).toString('base64'))
    assert.equal(await packText(text), text)
  })

  it('What was stored unpacked is read as it is', async () => {
    for (const text of ['{}', '[]', 'null', '"zstd:"', '{"steps":"zstd","logs":[]}', long]) {
      assert.equal(await unpackText(text), text)
      assert.equal(unpackTextNow(text), text)
      assert.equal(await unpackPage(text), text)
    }
  })

  it('Short texts, and those that the database or a transaction searches, are not packed', () => {
    assert.ok(isPackable(long))
    assert.ok(!isPackable(null))
    assert.ok(!isPackable(long.slice(0, 60_000)))
    assert.ok(!isPackable(long + JSON.stringify({ $file: '0190f5b6-0000-7000-8000-000000000000' })))
    assert.ok(!isPackable(long + JSON.stringify({ waitId: 'w' })))
  })

  it('A page in the row of its execution has its logs beside the packed steps', async () => {
    const steps = JSON.stringify([{ nodeId: 'a', output: long }])
    const logs = JSON.stringify([{ at: 1, level: 'info', message: 'Hello.', node_id: null }])
    const stored = pageToText(await packText(steps), logs)
    assert.ok(stored.length < 2_000, `${stored.length} characters`)
    assert.equal(await unpackPage(stored), pageToText(steps, logs))
    assert.deepEqual(logsOfPage(stored), JSON.parse(logs))
    const journal = pageFromText(await unpackPage(stored), undefined)
    assert.deepEqual(
      journal.steps.map((step) => 'output' in step && step.output),
      [long],
    )
  })
})

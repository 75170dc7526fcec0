import assert from 'node:assert/strict'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { type ExecutionLog, measureLog } from '#domain/index.ts'
import {
  type ConformanceOptions,
  runOnEveryEngineStore,
  runOnEveryStore,
  testPromises,
} from '#test/conformance/conformance-suite.ts'
import type { EngineStore } from '#test/conformance/engine-store.ts'
import { accept, checkpointOf } from '#test/conformance/executions/execution-samples.ts'

/** Estimated with far fewer characters than their text has. */
const ESCAPED: ExecutionLog = { at: 1, level: 'info', message: '"\\\n\u0001'.repeat(1_000), node_id: 'a' }
const NUMBERS: ExecutionLog = {
  at: 1,
  level: 'info',
  message: 'Measured.',
  node_id: 'a',
  data: { values: Array.from({ length: 1_000 }, (_, n) => n + 1 / 3) },
}
const SHORT: ExecutionLog = { at: 1, level: 'info', message: 'a', node_id: null }

runOnEveryEngineStore('the log of an open execution', testLogSize)
runOnEveryStore('turns while the log of an open execution is measured', testTurns)

function testLogSize(options: ConformanceOptions<EngineStore>): void {
  testPromises(options, {
    async 'A log has the same size for the process that goes on with the run as for the one that wrote it'(
      subject,
    ) {
      const { store } = subject
      const few = [[SHORT], [ESCAPED, NUMBERS], [], [SHORT, ESCAPED]]
      const many = Array.from({ length: 100 }, (_, n) => (n % 3 === 0 ? [] : [SHORT, ESCAPED]))
      for (const pages of [[], [[], []], few, many]) {
        const open = await accept(subject)
        for (const [sequence, logs] of pages.entries()) {
          const written = await store.journal.checkpoint(checkpointOf(open, { sequence, logs }))
          assert.equal(written, 'committed')
        }
        const loaded = await store.journal.load(open.id, open.owner)
        assert.equal(
          loaded?.logSize,
          pages.flat().reduce((size, entry) => size + measureLog(entry), 0),
        )
      }
    },
  })
}

function testTurns(options: ConformanceOptions): void {
  testPromises(options, {
    async 'Whatever else waits has its turns while a long log is measured'(subject) {
      const { store } = subject
      const open = await accept(subject)
      const pages = 20
      const long = { ...SHORT, message: '\u0001'.repeat(200_000) }
      for (let sequence = 0; sequence < pages; sequence += 1) {
        await store.journal.checkpoint(checkpointOf(open, { sequence, logs: [long] }))
      }
      let turns = 0
      const loading = store.journal.load(open.id, open.owner)
      const isLoaded = loading.then(() => true)
      while (!(await Promise.race([isLoaded, nextTurn(false)]))) turns += 1
      assert.equal((await loading)?.logSize, pages * measureLog(long))
      assert.ok(turns >= pages / 2, `${turns} turns`)
    },
  })
}

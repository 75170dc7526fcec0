import { runOnEveryStore } from '../conformance-suite.ts'
import { testRateCounters } from './rate-counters.ts'

runOnEveryStore('rate counters', testRateCounters, {
  SQLite: [
    {
      reason: 'one process owns the SQLite file; the folder lock rejects a second one',
      tests: ['Requests are counted together with every other process on the same database'],
    },
  ],
})

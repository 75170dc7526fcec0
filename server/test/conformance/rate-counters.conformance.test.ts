import { runOnEveryStore } from './conformance-suite.ts'
import { testRateCounters } from './rate-counters.ts'

runOnEveryStore('rate counters', testRateCounters, {
  SQLite: [
    {
      reason: 'one process owns the SQLite file; a second one that counts is refused by the folder lock',
      tests: ['counts together with every other process on the same database'],
    },
  ],
})

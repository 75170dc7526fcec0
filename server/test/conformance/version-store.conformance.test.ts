import { runOnEveryStore } from './conformance-suite.ts'
import { testVersionPruning } from './version-pruning.ts'
import { testVersionStore } from './version-store.ts'

runOnEveryStore('version store', testVersionStore)

runOnEveryStore('pruning of versions', testVersionPruning, {
  SQLite: [
    {
      reason: 'Writes run one after the other: a version is not superseded before a run on it is stored.',
      tests: ['sees the run that was being stored while the executions were read for the first time'],
    },
  ],
})

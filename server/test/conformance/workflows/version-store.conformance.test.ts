import { runOnEveryStore } from '../conformance-suite.ts'
import { testAutosaves } from './autosaves.ts'
import { testVersionPruning } from './version-pruning.ts'
import { testVersionStore } from './version-store.ts'

runOnEveryStore('version store', testVersionStore)

runOnEveryStore('autosaves', testAutosaves)

runOnEveryStore('version pruning', testVersionPruning, {
  SQLite: [
    {
      reason: 'Writes run one after the other: a version is not superseded before a run on it is stored.',
      tests: ['Pruning sees an execution that was being stored while it first read the executions'],
    },
  ],
})

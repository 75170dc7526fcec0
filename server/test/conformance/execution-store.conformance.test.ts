import { runOnEveryStore } from './conformance-suite.ts'
import { testExecutionList } from './execution-list.ts'
import { testExecutionRecovery } from './execution-recovery.ts'
import { testExecutionStore } from './execution-store.ts'

runOnEveryStore('execution store', testExecutionStore)
runOnEveryStore('list of executions', testExecutionList)
runOnEveryStore('recovery of executions', testExecutionRecovery)

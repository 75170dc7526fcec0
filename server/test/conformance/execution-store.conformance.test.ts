import { runOnEveryStore } from './conformance-suite.ts'
import { testExecutionCancel } from './execution-cancel.ts'
import { testExecutionClaims } from './execution-claims.ts'
import { testExecutionList } from './execution-list.ts'
import { testExecutionRecovery } from './execution-recovery.ts'
import { testExecutionRetention } from './execution-retention.ts'
import { testExecutionStore } from './execution-store.ts'
import { testExecutionWaits } from './execution-waits.ts'

runOnEveryStore('execution store', testExecutionStore)
runOnEveryStore('list of executions', testExecutionList)
runOnEveryStore('waits of executions', testExecutionWaits)
runOnEveryStore('claims of executions', testExecutionClaims)
runOnEveryStore('ends of executions from outside', testExecutionCancel)
runOnEveryStore('recovery of executions', testExecutionRecovery)
runOnEveryStore('retention of executions', testExecutionRetention)

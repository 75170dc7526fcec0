import { runOnEveryStore } from './conformance-suite.ts'
import { testExecutionAcceptance } from './execution-acceptance.ts'
import { testExecutionCancel } from './execution-cancel.ts'
import { testExecutionCheckpoints } from './execution-checkpoints.ts'
import { testExecutionClaims } from './execution-claims.ts'
import { testExecutionList } from './execution-list.ts'
import { testExecutionRecovery } from './execution-recovery.ts'
import { testExecutionRetention } from './execution-retention.ts'
import { testExecutionSignals } from './execution-signals.ts'
import { testExecutionWaits } from './execution-waits.ts'

runOnEveryStore('acceptance of executions', testExecutionAcceptance)
runOnEveryStore('checkpoints of executions', testExecutionCheckpoints)
runOnEveryStore('list of executions', testExecutionList)
runOnEveryStore('waits of executions', testExecutionWaits)
runOnEveryStore('signals to executions', testExecutionSignals)
runOnEveryStore('claims of executions', testExecutionClaims)
runOnEveryStore('ends of executions from outside', testExecutionCancel)
runOnEveryStore('recovery of executions', testExecutionRecovery)
runOnEveryStore('retention of executions', testExecutionRetention)

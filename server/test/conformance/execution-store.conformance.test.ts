import { runOnEveryEngineStore } from './conformance-suite.ts'
import { testExecutionAcceptance } from './execution-acceptance.ts'
import { testExecutionCancel } from './execution-cancel.ts'
import { testExecutionCheckpoints } from './execution-checkpoints.ts'
import { testExecutionClaims } from './execution-claims.ts'
import { testExecutionList } from './execution-list.ts'
import { testExecutionSlots } from './execution-slots.ts'
import { testExecutionRecovery } from './execution-recovery.ts'
import { testExecutionRetention } from './execution-retention.ts'
import { testExecutionSignals } from './execution-signals.ts'
import { testExecutionWaits } from './execution-waits.ts'

runOnEveryEngineStore('acceptance of executions', testExecutionAcceptance)
runOnEveryEngineStore('checkpoints of executions', testExecutionCheckpoints)
runOnEveryEngineStore('list of executions', testExecutionList)
runOnEveryEngineStore('waits of executions', testExecutionWaits)
runOnEveryEngineStore('signals to executions', testExecutionSignals)
runOnEveryEngineStore('claims of executions', testExecutionClaims)
runOnEveryEngineStore('ends of executions from outside', testExecutionCancel)
runOnEveryEngineStore('places for executions', testExecutionSlots)
runOnEveryEngineStore('recovery of executions', testExecutionRecovery)
runOnEveryEngineStore('retention of executions', testExecutionRetention)

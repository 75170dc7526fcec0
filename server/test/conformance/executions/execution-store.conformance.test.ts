import { runOnEveryEngineStore } from '../conformance-suite.ts'
import { testExecutionAcceptance } from './execution-acceptance.ts'
import { testExecutionCancel } from './execution-cancel.ts'
import { testExecutionCheckpoints } from './execution-checkpoints.ts'
import { testExecutionClaims } from './execution-claims.ts'
import { testExecutionList } from './execution-list.ts'
import { testExecutionLongData } from './execution-long-data.ts'
import { testExecutionOverview } from './execution-overview.ts'
import { testExecutionSlots } from './execution-slots.ts'
import { testExecutionRecovery } from './execution-recovery.ts'
import { testExecutionRetention } from './execution-retention.ts'
import { testExecutionSignals } from './execution-signals.ts'
import { testExecutionState } from './execution-state.ts'
import { testTestVersions } from './test-versions.ts'
import { testExecutionWaits } from './execution-waits.ts'

runOnEveryEngineStore('execution acceptance', testExecutionAcceptance)
runOnEveryEngineStore('execution checkpoints', testExecutionCheckpoints)
runOnEveryEngineStore('execution long data', testExecutionLongData)
runOnEveryEngineStore('execution list', testExecutionList)
runOnEveryEngineStore('execution overview', testExecutionOverview)
runOnEveryEngineStore('test versions', testTestVersions)
runOnEveryEngineStore('execution waits', testExecutionWaits)
runOnEveryEngineStore('execution signals', testExecutionSignals)
runOnEveryEngineStore('execution claims', testExecutionClaims)
runOnEveryEngineStore('execution cancellation', testExecutionCancel)
runOnEveryEngineStore('execution concurrency slots', testExecutionSlots)
runOnEveryEngineStore('execution recovery', testExecutionRecovery)
runOnEveryEngineStore('execution retention', testExecutionRetention)
runOnEveryEngineStore('execution state', testExecutionState)

import { runOnEveryEngineStore } from '../conformance-suite.ts'
import { testFollowUpRuns } from './follow-up-runs.ts'

runOnEveryEngineStore('follow-up runs', testFollowUpRuns)

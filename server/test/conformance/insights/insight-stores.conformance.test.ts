import { runOnEveryStore } from '../conformance-suite.ts'
import { testBulkRunStore } from './bulk-run-store.ts'
import { testChosenRuns } from './chosen-runs.ts'
import { testFailureStore } from './failure-store.ts'
import { testRunStatisticsStore } from './run-statistics-store.ts'

runOnEveryStore('run statistics', testRunStatisticsStore)
runOnEveryStore('failures', testFailureStore)
runOnEveryStore('bulk runs', testBulkRunStore)
runOnEveryStore('bulk runs of chosen executions', testChosenRuns)

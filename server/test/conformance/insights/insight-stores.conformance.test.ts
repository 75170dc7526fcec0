import { runOnEveryStore } from '../conformance-suite.ts'
import { testBulkRunStore } from './bulk-run-store.ts'
import { testFailureStore } from './failure-store.ts'
import { testRunStatisticsStore } from './run-statistics-store.ts'

runOnEveryStore('run statistics', testRunStatisticsStore)
runOnEveryStore('failures', testFailureStore)
runOnEveryStore('bulk runs', testBulkRunStore)

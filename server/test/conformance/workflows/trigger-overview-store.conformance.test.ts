import { runOnEveryStore } from '../conformance-suite.ts'
import { testTriggerOverviewStore } from './trigger-overview-store.ts'

runOnEveryStore('trigger overview store', testTriggerOverviewStore)

import { runOnEveryStore } from '../conformance-suite.ts'
import { testUsageStore } from './usage-store.ts'

runOnEveryStore('usage store', testUsageStore)

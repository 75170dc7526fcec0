import { runOnEveryStore } from '../conformance-suite.ts'
import { testMonitorStore } from './monitor-store.ts'

runOnEveryStore('monitor store', testMonitorStore)

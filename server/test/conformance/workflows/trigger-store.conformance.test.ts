import { runOnEveryStore } from '../conformance-suite.ts'
import { testTriggerStore } from './trigger-store.ts'

runOnEveryStore('trigger store', testTriggerStore)

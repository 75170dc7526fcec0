import { runOnEveryStore } from '../conformance-suite.ts'
import { testListenerStore } from './listener-store.ts'

runOnEveryStore('listener store', testListenerStore)

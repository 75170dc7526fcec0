import { runOnEveryStore } from '../conformance-suite.ts'
import { testVariableStore } from './variable-store.ts'

runOnEveryStore('variable store', testVariableStore)

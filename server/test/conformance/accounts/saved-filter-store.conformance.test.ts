import { runOnEveryStore } from '../conformance-suite.ts'
import { testSavedFilterStore } from './saved-filter-store.ts'

runOnEveryStore('saved filter store', testSavedFilterStore)

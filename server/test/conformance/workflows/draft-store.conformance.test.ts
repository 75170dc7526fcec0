import { runOnEveryStore } from '../conformance-suite.ts'
import { testDraftStore } from './draft-store.ts'

runOnEveryStore('draft store', testDraftStore)

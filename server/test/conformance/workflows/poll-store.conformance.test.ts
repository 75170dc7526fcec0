import { runOnEveryStore } from '../conformance-suite.ts'
import { testPollClaims } from './poll-claims.ts'
import { testPollStore } from './poll-store.ts'

runOnEveryStore('poll store', testPollStore)
runOnEveryStore('claims of polls', testPollClaims)

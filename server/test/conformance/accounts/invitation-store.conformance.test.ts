import { runOnEveryStore } from '../conformance-suite.ts'
import { testInvitationStore } from './invitation-store.ts'

runOnEveryStore('invitation store', testInvitationStore)

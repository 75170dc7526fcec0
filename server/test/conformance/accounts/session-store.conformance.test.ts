import { runOnEveryStore } from '../conformance-suite.ts'
import { testSessionStore, testSetupLinkStore } from './session-store.ts'

runOnEveryStore('session store', testSessionStore)
runOnEveryStore('set-up link', testSetupLinkStore)

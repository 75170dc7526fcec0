import { runOnEveryStore } from '../conformance-suite.ts'
import { testCredentialStore } from './credential-store.ts'

runOnEveryStore('credential store', testCredentialStore)

import { runOnEveryStore } from '../conformance-suite.ts'
import { testIntegrationStore } from './integration-store.ts'

runOnEveryStore('integration store', testIntegrationStore)

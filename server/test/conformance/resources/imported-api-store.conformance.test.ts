import { runOnEveryStore } from '../conformance-suite.ts'
import { testImportedApiStore } from './imported-api-store.ts'

runOnEveryStore('imported API store', testImportedApiStore)

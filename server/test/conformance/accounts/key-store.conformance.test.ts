import { runOnEveryStore } from '../conformance-suite.ts'
import { testKeyStore } from './key-store.ts'

runOnEveryStore('key store', testKeyStore)

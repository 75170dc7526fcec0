import { runOnEveryStore } from './conformance-suite.ts'
import { testVaultCanaryStore } from './vault-canary-store.ts'

runOnEveryStore('vault canary store', testVaultCanaryStore)

import { runOnEveryStore } from '../conformance-suite.ts'
import { testVaultStore } from './vault-store.ts'

runOnEveryStore('vault store', testVaultStore)

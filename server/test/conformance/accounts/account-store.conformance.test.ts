import { runOnEveryStore } from '../conformance-suite.ts'
import { testAccountStore } from './account-store.ts'

runOnEveryStore('account store', testAccountStore)

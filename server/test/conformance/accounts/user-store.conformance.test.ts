import { runOnEveryStore } from '../conformance-suite.ts'
import { testUserStore } from './user-store.ts'

runOnEveryStore('user store', testUserStore)

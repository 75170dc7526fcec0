import { runOnEveryStore } from './conformance-suite.ts'
import { testTransactions } from './transaction.ts'

runOnEveryStore('transactions', testTransactions)

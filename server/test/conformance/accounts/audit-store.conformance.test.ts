import { runOnEveryStore } from '../conformance-suite.ts'
import { testAuditStore } from './audit-store.ts'

runOnEveryStore('audit store', testAuditStore)

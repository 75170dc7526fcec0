import { runOnEveryStore } from '../conformance-suite.ts'
import { testIdempotencyStore } from './idempotency-store.ts'

runOnEveryStore('idempotency store', testIdempotencyStore)

import { runOnEveryStore } from './conformance-suite.ts'
import { testWebhookStore } from './webhook-store.ts'

runOnEveryStore('webhook store', testWebhookStore)

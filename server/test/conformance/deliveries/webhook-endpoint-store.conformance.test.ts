import { runOnEveryStore } from '../conformance-suite.ts'
import { testWebhookEndpointStore } from './webhook-endpoint-store.ts'

runOnEveryStore('webhook store', testWebhookEndpointStore)

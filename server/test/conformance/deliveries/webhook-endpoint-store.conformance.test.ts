import { runOnEveryEngineStore } from '../conformance-suite.ts'
import { testWebhookEndpointStore } from './webhook-endpoint-store.ts'

runOnEveryEngineStore('webhook store', testWebhookEndpointStore)

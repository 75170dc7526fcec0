import { runOnEveryEngineStore } from '../conformance-suite.ts'
import { testDeliveryClaims } from './delivery-claims.ts'
import { testDeliveryLog } from './delivery-log.ts'
import { testDeliveryOutbox } from './delivery-outbox.ts'

runOnEveryEngineStore('delivery store: outbox', testDeliveryOutbox)
runOnEveryEngineStore('delivery store: claims', testDeliveryClaims)
runOnEveryEngineStore('delivery store: log', testDeliveryLog)

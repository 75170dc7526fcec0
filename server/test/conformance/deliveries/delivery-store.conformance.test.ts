import { runOnEveryStore } from '../conformance-suite.ts'
import { testDeliveryClaims } from './delivery-claims.ts'
import { testDeliveryLog } from './delivery-log.ts'
import { testDeliveryOutbox } from './delivery-outbox.ts'

runOnEveryStore('delivery store: outbox', testDeliveryOutbox)
runOnEveryStore('delivery store: claims', testDeliveryClaims)
runOnEveryStore('delivery store: log', testDeliveryLog)

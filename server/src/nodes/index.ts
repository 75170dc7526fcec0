export { nodeCatalogue, nodeKinds } from './catalogue.ts'
export { shadowNodeKinds } from './shadow-kinds.ts'
export { readSchedule } from './schedule/read-schedule.ts'
export { type DedupeKey, readWebhook, type SignatureStyle, type Webhook } from './webhook/read-webhook.ts'

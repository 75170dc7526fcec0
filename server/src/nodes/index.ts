export { nodeCatalogue, nodeKinds } from './catalogue.ts'
export { shadowNodeKinds } from './shadow-kinds.ts'
export { keyOf } from './lists/fields.ts'
export { READ_AS_TEXT } from './http/read-response-body.ts'
export { type PollSettings, readPoll } from './poll/read-poll.ts'
export { readSchedule } from './schedule/read-schedule.ts'
export {
  ANY_ORIGIN,
  type DedupeKey,
  METHODS,
  readWebhook,
  type SignatureStyle,
  type Webhook,
} from './webhook/read-webhook.ts'

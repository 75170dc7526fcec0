export { AccessWatch } from './access/access-watch.ts'
export { type Binding, commits, reads, toRoute, writes } from './api/bind-operation.ts'
export type { Call, RequestCheck } from './api/call.ts'
export {
  checkCursor,
  cursorPage,
  encodeCursor,
  INVALID_CURSOR,
  pageMeta,
  readCursor,
  readPage,
} from './api/cursor.ts'
export { PositionCursor } from './api/position-cursor.ts'
export { registerEntrance } from './api/entrance.ts'
export { Gate } from './api/gate.ts'
export { Idempotency, IDEMPOTENCY_RETENTION_MS } from './api/idempotent-replay.ts'
export { keyEntrance } from './api/key-entrance.ts'
export { LargeBodies } from './bodies/large-bodies.ts'
export { parseForm } from './bodies/parse-form.ts'
export { FORBIDDEN_KEYS } from './bodies/parse-json.ts'
export { refuseCompressed } from './bodies/refuse-compressed.ts'
export type { ChangeRecorder } from './api/recorded-change.ts'
export type { Outcome } from './api/bind-operation.ts'
export { type Answer, type ContentAnswer, errorBody, JSON_TYPE, successBody } from './api/replies.ts'
export { checkVersions } from './api/version-headers.ts'
export { type AppRoute, publicRoute, registerAppRoutes, sessionRoute } from './app/app-routes.ts'
export { sessionEntrance } from './app/session-entrance.ts'
export { type RequestOrigin, SessionGuard } from './app/session-guard.ts'
export { createApp } from './create-app.ts'
export { finish, inTurns, nextTurn } from './turns/in-turns.ts'
export { LongBodies } from './long-body/long-bodies.ts'
export { ownHosts } from './own-hosts.ts'
export { GUIDE_NAMES, guidePath } from './docs/guides/guide-names.ts'
export { describeFields, type FieldRow } from './docs/markup/describe-fields.ts'
export { describeRepetition } from './docs/pages/integrations-page.ts'
export { groupNodeKinds } from './docs/pages/node-groups.ts'
export { HAS_EFFECT } from './docs/pages/nodes-page.ts'
export { describeHandles, sampleNode } from './docs/pages/sample-node.ts'
export { registerDocs } from './docs/register-docs.ts'
export { buildDocument } from './openapi/build-document.ts'
export { ERROR_RESPONSES } from './openapi/error-responses.ts'
export { plainSchema } from './openapi/plain-schema.ts'
export type { RecordedAnswer, RecordedExamples } from './openapi/recorded-example.ts'
export { registerOpenApi } from './openapi/register-open-api.ts'
export { registerHealthRoutes } from './operations/health-routes.ts'
export { registerMetrics } from './operations/metrics-routes.ts'
export { escapeText, type Fragment, html, Html } from './public/html.ts'
export type { InboundContent } from './public/inbound-content.ts'
export { type InboundAnswer, type InboundCall, registerInboundWebhooks } from './public/inbound-routes.ts'
export {
  type PageAnswer,
  type PageCall,
  type PublicPages,
  registerPublicPages,
} from './public/public-pages.ts'
export { PAGE_HEADERS } from './public/security-headers.ts'
export { CompiledSchema } from './validation/compiled-schema.ts'
export { type FieldUpload, isNoFile, type ReceivedForm } from './uploads/receive-form.ts'
export { accepted, type ContentReceiver, type ReceivedContent } from './uploads/receive-upload.ts'
export { registerWebFiles } from './web/web-files.ts'

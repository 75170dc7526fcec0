export { ACCESS_DELAY_MS, type Account, type AccountId } from './accounts/account.ts'
export { type ApiKey, keyPrefix, keyState, presetOf } from './accounts/api-key.ts'
export {
  type AuditedChange,
  type AuditEntry,
  type Author,
  COMMAND_LINE,
  SERVICE,
  systemAuthor,
  toAuditEntry,
} from './accounts/audit-entry.ts'
export {
  type Actor,
  type Caller,
  refuseMissingRole,
  refuseMissingScope,
  refuseMoreRights,
} from './accounts/caller.ts'
export { clientNetwork } from './accounts/client-network.ts'
export type { Invitation } from './accounts/invitation.ts'
export { isPaused, type Pause, type Pauses, type PauseScope } from './accounts/account-pause.ts'
export {
  DAY_MS,
  decideRate,
  MINUTE_MS,
  type RateDecision,
  type WindowCounts,
  windowStart,
} from './accounts/rate-limit.ts'
export type { SavedFilter } from './accounts/saved-filter.ts'
export type { User, UserRole } from './accounts/user.ts'
export { maySeeAddresses, withholdInChunks, withholdsLinks } from './accounts/withheld-links.ts'
export { findAllowedHostProblem, isHostAllowed } from './credentials/allowed-hosts.ts'
export { clientCredentialsGrant } from './credentials/client-credentials-grant.ts'
export type { Credential, SealedCredential } from './credentials/credential.ts'
export { findCredentialProblem, findKnownCredentialType } from './credentials/known-types.ts'
export { parseOAuth2Client } from './credentials/oauth2-client.ts'
export { parsed, type ParsedCredential, unreadable } from './credentials/parsed-credential.ts'
export { parsePostgresUrl, type PostgresTarget } from './credentials/postgres-url.ts'
export { redactBytes, redactStream } from './credentials/byte-redactor.ts'
export { redactJson, redactSecrets } from './credentials/redact-secrets.ts'
export {
  parseApiKey,
  parseBasicAuth,
  parseBearerToken,
  parseCustomHeader,
  parseQueryParam,
  parseToken,
} from './credentials/request-secrets.ts'
export { SEALED_PURPOSES, type SealedPurpose, type VaultPurpose } from './credentials/sealed-purposes.ts'
export { parseSmtpUrl, type SmtpTarget, type StartTls } from './credentials/smtp-url.ts'
export { UnsealError, type UnsealFailure } from './credentials/unseal-error.ts'
export { classifyAddress } from './egress/address-class.ts'
export { decideEgress, type EgressPolicy, type EgressRule, explainRefusal } from './egress/egress-policy.ts'
export { hostOf, readOutgoingUrl } from './egress/outgoing-url.ts'
export { parseEgressAllow } from './egress/parse-egress-allow.ts'
export { type ByteRange, readByteRange } from './files/byte-range.ts'
export { LEFT_BEHIND, collectChunks } from './files/collect-chunks.ts'
export { ABANDONED_WRITE_MS, UNREFERENCED_FILE_RETENTION_MS } from './files/file-limits.ts'
export { attachmentHeader, safeFileName, safeFilePath } from './files/file-name.ts'
export { fileIdOf, fileIdsInText, isFileValue, refersToFile } from './files/file-value.ts'
export { mediaTypeOf, readMediaType } from './files/media-type.ts'
export { type StoredFile, toFileValue } from './files/stored-file.ts'
export { MAX_CONCURRENCY, ON_LIMIT, type OnLimit } from './executions/concurrency-limit.ts'
export {
  type Execution,
  type ExecutionLog,
  type ExecutionOverview,
  type ExecutionSummary,
  isFinal,
  measureLog,
  toErrorCode,
} from './executions/execution.ts'
export {
  findVars,
  isResult,
  type JournalEntry,
  type StepBegun,
  type StepFailure,
  type StepOpened,
  type StepRecord,
  type StepRef,
  type StepRetrying,
  type StepWaiting,
  type WaitKind,
  withoutVars,
} from './executions/journal-entry.ts'
export { INPUT, SharedValues, type ValueReference } from './executions/shared-values.ts'
export {
  type NewExecution,
  type NewExecutionOnVersion,
  openedOn,
  type OpenExecution,
  type ParentWait,
  UNOWNED,
} from './executions/new-execution.ts'
export { ParameterSizes } from './executions/parameter-sizes.ts'
export { NotStorable } from './executions/not-storable.ts'
export type { Signal } from './executions/signal.ts'
export { FairQueue, type SlotRefusal } from './fairness/fair-queue.ts'
export { checkFields, checkNames } from './forms/check-fields.ts'
export { checkSettings } from './forms/check-settings.ts'
export { checkSubmission } from './forms/check-submission.ts'
export { describeSubmission } from './forms/describe-submission.ts'
export {
  acceptsFile,
  describeAccept,
  describeBytes,
  maxFilesOf,
  tooLargeFile,
  tooManyFiles,
  wrongType,
} from './forms/field-files.ts'
export { type Closure, findClosure } from './forms/find-closure.ts'
export { ANSWERABLE_MS, isAnswerable } from './forms/answerable-version.ts'
export type { Form, FormVersion, Submission } from './forms/form.ts'
export { listColumns } from './forms/list-columns.ts'
export { matchSubmission } from './forms/match-submission.ts'
export { normaliseFields } from './forms/normalise-fields.ts'
export { normaliseSettings } from './forms/normalise-settings.ts'
export { numberRange } from './forms/number-range.ts'
export {
  type BulkRun,
  type BulkRunCandidate,
  type BulkRunItemStatus,
  type BulkRunProgress,
  findSkipReason,
  isActiveBulkRun,
  SKIPPED,
  skipReasonOfStatus,
  type SkipReason,
} from './insights/bulk-run.ts'
export { durationBin, quantileOfBins } from './insights/duration-bins.ts'
export type { Failure, IgnoredFailure } from './insights/failure.ts'
export {
  type FoldableRun,
  type Fold,
  foldRuns,
  HOUR_MS,
  type RunCount,
  type RunOutcome,
} from './insights/fold-runs.ts'
export type {
  ImportedApi,
  ImportedBody,
  ImportedOperation,
  ImportedOperationText,
  ImportedParameter,
  ImportedTexts,
  SecurityChoices,
  SecurityScheme,
  SkippedOperation,
} from './integrations/imported-api.ts'
export { writeImportedOperation } from './integrations/write-imported-operation.ts'
export { IMPORTED_TYPE, type Integration } from './integrations/integration.ts'
export { presign, signHeaders, type SigningKey } from './s3/aws-signature.ts'
export { readElements, readElementText } from './s3/read-elements.ts'
export { checkInput, type InputProblem } from './schemas/check-input.ts'
export { checkInputSchema } from './schemas/check-schema.ts'
export { AppError, conflict, invalid, notFound, type RefusalKind } from './shared/app-error.ts'
export { CLOCK_TOLERANCE_MS } from './shared/clock-tolerance.ts'
export { compileSchema, MAX_SCHEMA_ERRORS } from './shared/compile-schema.ts'
export { findErrors, type SchemaError } from './shared/find-errors.ts'
export { describeMismatch, describeMismatches } from './shared/describe-mismatch.ts'
export { encodeStrictly } from './shared/encode-strictly.ts'
export { foldCase } from './shared/fold-case.ts'
export { isEqualJson } from './shared/is-equal-json.ts'
export { type JsonRange, JsonScanner, type Paused } from './shared/json-scanner.ts'
export { listDifferences } from './shared/list-differences.ts'
export { measureJson } from './shared/json-size.ts'
export { RawJson, rawOf, writeJson } from './shared/raw-json.ts'
export { readPointer, sliceJson } from './shared/slice-json.ts'
export { isJsonObject, type JsonObject, type JsonValue, nameJsonType } from './shared/json.ts'
export { firstIdAt, isUuid, moveIdTo, timeOfId } from './shared/time-ordered-id.ts'
export { readTimeRange } from './shared/time-range.ts'
export { withoutTrailingSlashes } from './shared/trim-end.ts'
export {
  ACCOUNT_SCOPE,
  STATE_LIMITS,
  type StateAddress,
  type StateChange,
  type StateEntry,
  type StateKind,
} from './state/state-entry.ts'
export { findStateKeyProblem } from './state/state-key.ts'
export { type Variable, VARIABLE_LIMITS } from './variables/variable.ts'
export { variablesIn } from './variables/variables-in.ts'
export { isAnswerHeader } from './triggers/allowed-answer-headers.ts'
export { type CronRuns, readCron } from './triggers/cron-runs.ts'
export { findDueRuns } from './triggers/due-runs.ts'
export { nextInterval } from './triggers/interval-runs.ts'
export { decideItems, type FetchedItem, type FetchedItems } from './triggers/polls/decide-items.ts'
export { newPoll, type Poll } from './triggers/polls/poll.ts'
export { isAlarmDue, pageDelayMs, retryDelayMs, retryTime } from './triggers/polls/poll-retries.ts'
export { planRuns, type PlanRange, type RunPlan } from './triggers/run-plan.ts'
export { type Misfire, MISFIRES, nextRuns, type Schedule } from './triggers/schedule.ts'
export {
  DROPPED_CODE,
  MAX_CHAIN,
  POLL_FAILED_CODE,
  type RefusedCall,
  topicOfEnd,
  topicOfForm,
  type Trigger,
  TRIGGER_EVENTS,
  type TriggerKind,
  type TriggerState,
} from './triggers/trigger.ts'
export type {
  Delivery,
  DeliveryAttempt,
  DomainEvent,
  LoggedDelivery,
  RequestHead,
  ResponseHead,
} from './webhooks/delivery.ts'
export { describeExecutionEnd, describeExecutionInput } from './webhooks/describe-execution-end.ts'
export { checkEndpointUrl } from './webhooks/endpoint-url.ts'
export { writeEventBody } from './webhooks/event-body.ts'
export { judgeAttempt } from './webhooks/judge-attempt.ts'
export { signingKey } from './webhooks/signing-key.ts'
export type { EarlierSecret, SealedWebhookEndpoint, Webhook } from './webhooks/webhook-endpoint.ts'
export {
  DONE_HANDLE,
  EACH_HANDLE,
  ERROR_HANDLE,
  type GraphEdge,
  type GraphNode,
  type GraphProblem,
  type ProblemSeverity,
  MAIN_HANDLE,
  TIMEOUT_HANDLE,
} from './workflows/graph.ts'
export { withoutPins } from './workflows/without-pins.ts'
export { normaliseFolder, normaliseTags } from './workflows/organisation.ts'
export { readGraph } from './workflows/read-graph.ts'
export { pauseAfter, readRetry, type RetryPolicy } from './workflows/retry-policy.ts'
export { type GraphScope, reach } from './workflows/split-loops.ts'
export type { DefinitionChanges, SavedVersion, VersionSummary } from './workflows/workflow-version.ts'
export type {
  Definition,
  Workflow,
  WorkflowDraft,
  WorkflowSummary,
  WorkflowVersion,
} from './workflows/workflow.ts'

import * as bundle from './bundle.ts'
import * as bulkRun from './bulk-run.ts'
import * as credential from './credential.ts'
import * as executionControl from './execution-control.ts'
import * as executionData from './execution-data.ts'
import * as executionList from './execution-list.ts'
import * as executionStep from './execution-step.ts'
import * as executionTimeline from './execution-timeline.ts'
import * as delivery from './delivery.ts'
import * as execution from './execution.ts'
import * as failure from './failure.ts'
import * as file from './file.ts'
import * as form from './form.ts'
import * as integrationAction from './integration-action.ts'
import * as integration from './integration.ts'
import type { Operation } from './operation.ts'
import * as nodeType from './node-type.ts'
import * as state from './state.ts'
import * as statistics from './statistics.ts'
import * as submission from './submission.ts'
import * as poll from './poll.ts'
import * as triggerOverview from './trigger-overview.ts'
import * as trigger from './trigger.ts'
import * as variable from './variable.ts'
import * as wait from './wait.ts'
import * as webhook from './webhook.ts'
import * as workflowDraft from './workflow-draft.ts'
import * as workflowInsight from './workflow-insight.ts'
import * as workflowVersion from './workflow-version.ts'
import * as workflowShadow from './workflow-shadow.ts'
import * as workflow from './workflow.ts'

/** Every operation of `/v1`, in the order in which the reference shows them. */
export const OPERATIONS: readonly Operation[] = [
  workflow.listWorkflows,
  workflow.listLabels,
  workflow.getWorkflow,
  workflow.createWorkflow,
  workflow.updateWorkflow,
  workflow.deleteWorkflow,
  workflow.checkWorkflow,
  bundle.exportWorkflow,
  bundle.exportBundle,
  bundle.importBundle,
  workflowDraft.getDraft,
  workflowDraft.saveDraft,
  workflowDraft.deleteDraft,
  workflowDraft.publishWorkflow,
  workflowShadow.shadowDraft,
  trigger.listTriggers,
  trigger.listenForEvent,
  triggerOverview.updateTrigger,
  poll.samplePoll,
  poll.resetPoll,
  triggerOverview.listAllTriggers,
  triggerOverview.getTriggerSummary,
  trigger.listUpcomingRuns,
  workflowVersion.listVersions,
  workflowVersion.getVersion,
  workflowVersion.restoreVersion,
  workflowInsight.readStatistics,
  workflowInsight.listSamples,
  nodeType.listNodeTypes,
  execution.executeWorkflow,
  execution.getExecution,
  execution.listExecutions,
  executionList.listAllExecutions,
  executionList.countExecutions,
  executionTimeline.getTimeline,
  executionData.readExecutionData,
  executionData.downloadExecutionData,
  executionStep.listSteps,
  executionStep.followExecution,
  executionControl.cancelExecution,
  executionControl.retryExecution,
  executionControl.previewRetry,
  executionControl.signalExecution,
  statistics.getStatistics,
  failure.listFailures,
  failure.updateFailure,
  failure.resumeFailure,
  bulkRun.createBulkRun,
  bulkRun.listBulkRuns,
  bulkRun.getBulkRun,
  bulkRun.stopBulkRun,
  wait.listWaits,
  wait.answerWait,
  form.listForms,
  form.getForm,
  form.createForm,
  form.updateForm,
  form.deleteForm,
  submission.previewForm,
  form.createSubmission,
  form.listSubmissions,
  submission.getSubmission,
  submission.deleteSubmission,
  submission.deleteSubmissions,
  form.exportSubmissions,
  file.createFile,
  file.getFile,
  file.readFileContent,
  file.deleteFile,
  state.listState,
  state.getState,
  state.putState,
  state.deleteState,
  variable.listVariables,
  variable.createVariable,
  variable.getVariable,
  variable.updateVariable,
  variable.listVariableUsage,
  variable.deleteVariable,
  credential.listCredentials,
  credential.createCredential,
  credential.getCredential,
  credential.updateCredential,
  credential.listCredentialUsage,
  credential.deleteCredential,
  integration.listIntegrations,
  integration.testIntegration,
  integrationAction.listCatalogue,
  integrationAction.listActions,
  integration.createIntegration,
  integration.importIntegration,
  integration.getIntegration,
  integration.updateIntegration,
  integrationAction.tryAction,
  integration.deleteIntegration,
  webhook.listWebhooks,
  webhook.createWebhook,
  webhook.deleteWebhook,
  webhook.getWebhook,
  webhook.updateWebhook,
  webhook.rotateSecret,
  webhook.testWebhook,
  delivery.listDeliveries,
  delivery.getDelivery,
  delivery.redeliver,
  delivery.redeliverRange,
]

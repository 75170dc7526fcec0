// Generated from the contract by `npm run generate`. Do not edit.
import type * as bulkRun from '@millrace/contract/bulk-run.ts'
import type * as bundle from '@millrace/contract/bundle.ts'
import type * as changeMeta from '@millrace/contract/change-meta.ts'
import type * as credential from '@millrace/contract/credential.ts'
import type * as delivery from '@millrace/contract/delivery.ts'
import type * as executionControl from '@millrace/contract/execution-control.ts'
import type * as executionData from '@millrace/contract/execution-data.ts'
import type * as executionList from '@millrace/contract/execution-list.ts'
import type * as executionStep from '@millrace/contract/execution-step.ts'
import type * as executionTimeline from '@millrace/contract/execution-timeline.ts'
import type * as execution from '@millrace/contract/execution.ts'
import type * as failure from '@millrace/contract/failure.ts'
import type * as file from '@millrace/contract/file.ts'
import type * as form from '@millrace/contract/form.ts'
import type * as integrationAction from '@millrace/contract/integration-action.ts'
import type * as integration from '@millrace/contract/integration.ts'
import type * as nodeType from '@millrace/contract/node-type.ts'
import type * as paging from '@millrace/contract/paging.ts'
import type * as poll from '@millrace/contract/poll.ts'
import type * as state from '@millrace/contract/state.ts'
import type * as statistics from '@millrace/contract/statistics.ts'
import type * as submission from '@millrace/contract/submission.ts'
import type * as triggerOverview from '@millrace/contract/trigger-overview.ts'
import type * as trigger from '@millrace/contract/trigger.ts'
import type * as variable from '@millrace/contract/variable.ts'
import type * as wait from '@millrace/contract/wait.ts'
import type * as webhook from '@millrace/contract/webhook.ts'
import type * as workflowDraft from '@millrace/contract/workflow-draft.ts'
import type * as workflowInsight from '@millrace/contract/workflow-insight.ts'
import type * as workflowShadow from '@millrace/contract/workflow-shadow.ts'
import type * as workflowVersion from '@millrace/contract/workflow-version.ts'
import type * as workflow from '@millrace/contract/workflow.ts'
import type { OperationHandle } from '../operation-handle.ts'

/** List workflows. */
export const listWorkflows: OperationHandle<
  typeof workflow.listWorkflows,
  'query',
  paging.PageMeta
> = { method: 'GET', path: '/workflows' }

/** List tags and folders. */
export const listLabels: OperationHandle<
  typeof workflow.listLabels
> = { method: 'GET', path: '/workflows/labels' }

/** Read a workflow. */
export const getWorkflow: OperationHandle<
  typeof workflow.getWorkflow,
  'params' | 'query'
> = { method: 'GET', path: '/workflows/:id' }

/** Create a workflow. */
export const createWorkflow: OperationHandle<
  typeof workflow.createWorkflow,
  'body'
> = { method: 'POST', path: '/workflows' }

/** Update a workflow. */
export const updateWorkflow: OperationHandle<
  typeof workflow.updateWorkflow,
  'params' | 'body'
> = { method: 'PATCH', path: '/workflows/:id' }

/** Delete a workflow. */
export const deleteWorkflow: OperationHandle<
  typeof workflow.deleteWorkflow,
  'params'
> = { method: 'DELETE', path: '/workflows/:id' }

/** Check whether a workflow can run. */
export const checkWorkflow: OperationHandle<
  typeof workflow.checkWorkflow,
  'params' | 'bodyOptional'
> = { method: 'POST', path: '/workflows/:id/check' }

/** Export a workflow. */
export const exportWorkflow: OperationHandle<
  typeof bundle.exportWorkflow,
  'params'
> = { method: 'GET', path: '/workflows/:id/export' }

/** Export several workflows. */
export const exportBundle: OperationHandle<
  typeof bundle.exportBundle,
  'bodyOptional'
> = { method: 'POST', path: '/export' }

/** Import workflows, forms and variables. */
export const importBundle: OperationHandle<
  typeof bundle.importBundle,
  'body'
> = { method: 'POST', path: '/import' }

/** Read the working copy of a workflow. */
export const getDraft: OperationHandle<
  typeof workflowDraft.getDraft,
  'params'
> = { method: 'GET', path: '/workflows/:id/draft' }

/** Save the working copy of a workflow. */
export const saveDraft: OperationHandle<
  typeof workflowDraft.saveDraft,
  'params' | 'body'
> = { method: 'PUT', path: '/workflows/:id/draft' }

/** Discard the working copy of a workflow. */
export const deleteDraft: OperationHandle<
  typeof workflowDraft.deleteDraft,
  'params'
> = { method: 'DELETE', path: '/workflows/:id/draft' }

/** Publish the working copy of a workflow. */
export const publishWorkflow: OperationHandle<
  typeof workflowDraft.publishWorkflow,
  'params' | 'bodyOptional'
> = { method: 'POST', path: '/workflows/:id/publish' }

/** Try the working copy on past runs. */
export const shadowDraft: OperationHandle<
  typeof workflowShadow.shadowDraft,
  'params' | 'bodyOptional',
  paging.CursorMeta
> = { method: 'POST', path: '/workflows/:id/draft/shadow' }

/** List the triggers of a workflow. */
export const listTriggers: OperationHandle<
  typeof trigger.listTriggers,
  'params'
> = { method: 'GET', path: '/workflows/:id/triggers' }

/** Listen for a request to an inbound webhook. */
export const listenForEvent: OperationHandle<
  typeof trigger.listenForEvent,
  'params' | 'bodyOptional'
> = { method: 'POST', path: '/workflows/:id/triggers/:node_id/listen' }

/** Pause or resume a trigger. */
export const updateTrigger: OperationHandle<
  typeof triggerOverview.updateTrigger,
  'params' | 'body'
> = { method: 'PATCH', path: '/workflows/:id/triggers/:node_id' }

/** Fetch a sample of a poll. */
export const samplePoll: OperationHandle<
  typeof poll.samplePoll,
  'params' | 'bodyOptional'
> = { method: 'POST', path: '/workflows/:id/triggers/:node_id/sample' }

/** Reset a poll trigger. */
export const resetPoll: OperationHandle<
  typeof poll.resetPoll,
  'params' | 'bodyOptional'
> = { method: 'POST', path: '/workflows/:id/triggers/:node_id/reset' }

/** List the triggers of all workflows. */
export const listAllTriggers: OperationHandle<
  typeof triggerOverview.listAllTriggers,
  'query',
  paging.CursorMeta
> = { method: 'GET', path: '/triggers' }

/** Read how many triggers there are and when their runs start. */
export const getTriggerSummary: OperationHandle<
  typeof triggerOverview.getTriggerSummary,
  'query'
> = { method: 'GET', path: '/triggers/summary' }

/** List the next scheduled runs. */
export const listUpcomingRuns: OperationHandle<
  typeof trigger.listUpcomingRuns,
  'query',
  paging.CursorMeta
> = { method: 'GET', path: '/schedules' }

/** List the versions of a workflow. */
export const listVersions: OperationHandle<
  typeof workflowVersion.listVersions,
  'params' | 'query',
  paging.CursorMeta
> = { method: 'GET', path: '/workflows/:id/versions' }

/** Read a version of a workflow. */
export const getVersion: OperationHandle<
  typeof workflowVersion.getVersion,
  'params'
> = { method: 'GET', path: '/workflows/:id/versions/:version_id' }

/** Restore a version of a workflow. */
export const restoreVersion: OperationHandle<
  typeof workflowVersion.restoreVersion,
  'params'
> = { method: 'POST', path: '/workflows/:id/versions/:version_id/restore' }

/** Read the statistics of recent runs. */
export const readStatistics: OperationHandle<
  typeof workflowInsight.readStatistics,
  'params' | 'query'
> = { method: 'GET', path: '/workflows/:id/statistics' }

/** Read recorded data of recent runs. */
export const listSamples: OperationHandle<
  typeof workflowInsight.listSamples,
  'params' | 'query'
> = { method: 'GET', path: '/workflows/:id/samples' }

/** List the kinds of nodes. */
export const listNodeTypes: OperationHandle<
  typeof nodeType.listNodeTypes
> = { method: 'GET', path: '/node-types' }

/** Run a workflow. */
export const executeWorkflow: OperationHandle<
  typeof execution.executeWorkflow,
  'params' | 'bodyOptional'
> = { method: 'POST', path: '/workflows/:id/execute' }

/** Read an execution. */
export const getExecution: OperationHandle<
  typeof execution.getExecution,
  'params'
> = { method: 'GET', path: '/executions/:id' }

/** List the executions of a workflow. */
export const listExecutions: OperationHandle<
  typeof execution.listExecutions,
  'params' | 'query',
  paging.CursorMeta
> = { method: 'GET', path: '/workflows/:id/executions' }

/** List executions of all workflows. */
export const listAllExecutions: OperationHandle<
  typeof executionList.listAllExecutions,
  'query',
  paging.CursorMeta
> = { method: 'GET', path: '/executions' }

/** Count executions of all workflows. */
export const countExecutions: OperationHandle<
  typeof executionList.countExecutions,
  'query'
> = { method: 'GET', path: '/executions/count' }

/** Read the timeline of an execution. */
export const getTimeline: OperationHandle<
  typeof executionTimeline.getTimeline,
  'params' | 'query'
> = { method: 'GET', path: '/executions/:id/timeline' }

/** Read a part of the data of an execution. */
export const readExecutionData: OperationHandle<
  typeof executionData.readExecutionData,
  'params' | 'query'
> = { method: 'GET', path: '/executions/:id/data' }

/** Download the data of an execution. */
export const downloadExecutionData: OperationHandle<
  typeof executionData.downloadExecutionData,
  'params' | 'query'
> = { method: 'GET', path: '/executions/:id/data/content' }

/** List the steps of an execution. */
export const listSteps: OperationHandle<
  typeof executionStep.listSteps,
  'params' | 'query',
  executionStep.StepListMeta
> = { method: 'GET', path: '/executions/:id/steps' }

/** Follow an execution. */
export const followExecution: OperationHandle<
  typeof executionStep.followExecution,
  'params' | 'query'
> = { method: 'GET', path: '/executions/:id/events' }

/** Cancel an execution. */
export const cancelExecution: OperationHandle<
  typeof executionControl.cancelExecution,
  'params'
> = { method: 'POST', path: '/executions/:id/cancel' }

/** Retry an execution. */
export const retryExecution: OperationHandle<
  typeof executionControl.retryExecution,
  'params' | 'bodyOptional'
> = { method: 'POST', path: '/executions/:id/retry' }

/** Preview a retry. */
export const previewRetry: OperationHandle<
  typeof executionControl.previewRetry,
  'params' | 'bodyOptional'
> = { method: 'POST', path: '/executions/:id/retry/preview' }

/** Send an event to an execution. */
export const signalExecution: OperationHandle<
  typeof executionControl.signalExecution,
  'params' | 'body'
> = { method: 'POST', path: '/executions/:id/signal' }

/** Read run counts and durations over time. */
export const getStatistics: OperationHandle<
  typeof statistics.getStatistics,
  'query'
> = { method: 'GET', path: '/statistics' }

/** List failures by cause. */
export const listFailures: OperationHandle<
  typeof failure.listFailures,
  'query',
  paging.CursorMeta
> = { method: 'GET', path: '/failures' }

/** Ignore a failure. */
export const updateFailure: OperationHandle<
  typeof failure.updateFailure,
  'params' | 'body'
> = { method: 'PATCH', path: '/failures/:id' }

/** Resume the executions of a failure. */
export const resumeFailure: OperationHandle<
  typeof failure.resumeFailure,
  'params' | 'bodyOptional'
> = { method: 'POST', path: '/failures/:id/resume' }

/** Resume or cancel many executions. */
export const createBulkRun: OperationHandle<
  typeof bulkRun.createBulkRun,
  'body'
> = { method: 'POST', path: '/bulk-runs' }

/** List bulk runs. */
export const listBulkRuns: OperationHandle<
  typeof bulkRun.listBulkRuns,
  'query',
  paging.CursorMeta
> = { method: 'GET', path: '/bulk-runs' }

/** Read the progress of a bulk run. */
export const getBulkRun: OperationHandle<
  typeof bulkRun.getBulkRun,
  'params'
> = { method: 'GET', path: '/bulk-runs/:id' }

/** Stop a bulk run. */
export const stopBulkRun: OperationHandle<
  typeof bulkRun.stopBulkRun,
  'params'
> = { method: 'POST', path: '/bulk-runs/:id/stop' }

/** List what waits for a person. */
export const listWaits: OperationHandle<
  typeof wait.listWaits,
  'query',
  wait.WaitListMeta
> = { method: 'GET', path: '/waits' }

/** Approve or reject. */
export const answerWait: OperationHandle<
  typeof wait.answerWait,
  'params' | 'body'
> = { method: 'POST', path: '/executions/:id/waits/:wait_id/answer' }

/** List forms. */
export const listForms: OperationHandle<
  typeof form.listForms,
  'query',
  paging.PageMeta
> = { method: 'GET', path: '/forms' }

/** Read a form. */
export const getForm: OperationHandle<
  typeof form.getForm,
  'params' | 'query'
> = { method: 'GET', path: '/forms/:id' }

/** Create a form. */
export const createForm: OperationHandle<
  typeof form.createForm,
  'body'
> = { method: 'POST', path: '/forms' }

/** Update a form. */
export const updateForm: OperationHandle<
  typeof form.updateForm,
  'params' | 'body'
> = { method: 'PATCH', path: '/forms/:id' }

/** Delete a form and its submissions. */
export const deleteForm: OperationHandle<
  typeof form.deleteForm,
  'params'
> = { method: 'DELETE', path: '/forms/:id' }

/** Render the page of a form that is not stored. */
export const previewForm: OperationHandle<
  typeof submission.previewForm,
  'body'
> = { method: 'POST', path: '/forms/preview' }

/** Submit data to a form. */
export const createSubmission: OperationHandle<
  typeof form.createSubmission,
  'params' | 'body'
> = { method: 'POST', path: '/forms/:id/submissions' }

/** List the submissions of a form. */
export const listSubmissions: OperationHandle<
  typeof form.listSubmissions,
  'params' | 'query',
  paging.CursorMeta
> = { method: 'GET', path: '/forms/:id/submissions' }

/** Read a submission. */
export const getSubmission: OperationHandle<
  typeof submission.getSubmission,
  'params'
> = { method: 'GET', path: '/forms/:id/submissions/:submission_id' }

/** Delete a submission. */
export const deleteSubmission: OperationHandle<
  typeof submission.deleteSubmission,
  'params'
> = { method: 'DELETE', path: '/forms/:id/submissions/:submission_id' }

/** Delete several submissions. */
export const deleteSubmissions: OperationHandle<
  typeof submission.deleteSubmissions,
  'params' | 'body'
> = { method: 'POST', path: '/forms/:id/submissions/delete' }

/** Export all submissions of a form as CSV. */
export const exportSubmissions: OperationHandle<
  typeof form.exportSubmissions,
  'params' | 'query'
> = { method: 'GET', path: '/forms/:id/submissions.csv' }

/** Upload a file. */
export const createFile: OperationHandle<
  typeof file.createFile,
  'query'
> = { method: 'POST', path: '/files' }

/** Read about a file. */
export const getFile: OperationHandle<
  typeof file.getFile,
  'params'
> = { method: 'GET', path: '/files/:id' }

/** Download a file. */
export const readFileContent: OperationHandle<
  typeof file.readFileContent,
  'params'
> = { method: 'GET', path: '/files/:id/content' }

/** Delete a file. */
export const deleteFile: OperationHandle<
  typeof file.deleteFile,
  'params'
> = { method: 'DELETE', path: '/files/:id' }

/** List the state. */
export const listState: OperationHandle<
  typeof state.listState,
  'query',
  paging.CursorMeta
> = { method: 'GET', path: '/state' }

/** Read a value. */
export const getState: OperationHandle<
  typeof state.getState,
  'params'
> = { method: 'GET', path: '/state/:scope/:key' }

/** Set a value. */
export const putState: OperationHandle<
  typeof state.putState,
  'params' | 'body'
> = { method: 'PUT', path: '/state/:scope/:key' }

/** Delete a value. */
export const deleteState: OperationHandle<
  typeof state.deleteState,
  'params'
> = { method: 'DELETE', path: '/state/:scope/:key' }

/** List variables. */
export const listVariables: OperationHandle<
  typeof variable.listVariables,
  'query',
  paging.CursorMeta
> = { method: 'GET', path: '/variables' }

/** Create a variable. */
export const createVariable: OperationHandle<
  typeof variable.createVariable,
  'body'
> = { method: 'POST', path: '/variables' }

/** Get a variable. */
export const getVariable: OperationHandle<
  typeof variable.getVariable,
  'params'
> = { method: 'GET', path: '/variables/:id' }

/** Update a variable. */
export const updateVariable: OperationHandle<
  typeof variable.updateVariable,
  'params' | 'body'
> = { method: 'PATCH', path: '/variables/:id' }

/** List what uses a variable. */
export const listVariableUsage: OperationHandle<
  typeof variable.listVariableUsage,
  'params'
> = { method: 'GET', path: '/variables/:id/usage' }

/** Delete a variable. */
export const deleteVariable: OperationHandle<
  typeof variable.deleteVariable,
  'params',
  changeMeta.ChangeMeta
> = { method: 'DELETE', path: '/variables/:id' }

/** List credentials. */
export const listCredentials: OperationHandle<
  typeof credential.listCredentials,
  'query',
  paging.PageMeta
> = { method: 'GET', path: '/credentials' }

/** Store a credential. */
export const createCredential: OperationHandle<
  typeof credential.createCredential,
  'body'
> = { method: 'POST', path: '/credentials' }

/** Read a credential. */
export const getCredential: OperationHandle<
  typeof credential.getCredential,
  'params' | 'query'
> = { method: 'GET', path: '/credentials/:id' }

/** Update a credential. */
export const updateCredential: OperationHandle<
  typeof credential.updateCredential,
  'params' | 'body'
> = { method: 'PATCH', path: '/credentials/:id' }

/** List what uses a credential. */
export const listCredentialUsage: OperationHandle<
  typeof credential.listCredentialUsage,
  'params'
> = { method: 'GET', path: '/credentials/:id/usage' }

/** Delete a credential. */
export const deleteCredential: OperationHandle<
  typeof credential.deleteCredential,
  'params'
> = { method: 'DELETE', path: '/credentials/:id' }

/** List connected integrations. */
export const listIntegrations: OperationHandle<
  typeof integration.listIntegrations,
  'query',
  paging.PageMeta
> = { method: 'GET', path: '/integrations' }

/** Test an integration. */
export const testIntegration: OperationHandle<
  typeof integration.testIntegration,
  'params'
> = { method: 'POST', path: '/integrations/:id/test' }

/** List the catalogue of integrations. */
export const listCatalogue: OperationHandle<
  typeof integrationAction.listCatalogue,
  'query'
> = { method: 'GET', path: '/integrations/catalogue' }

/** List the actions of an integration. */
export const listActions: OperationHandle<
  typeof integrationAction.listActions,
  'params' | 'query',
  paging.CursorMeta
> = { method: 'GET', path: '/integrations/:id/actions' }

/** Connect an integration. */
export const createIntegration: OperationHandle<
  typeof integration.createIntegration,
  'body'
> = { method: 'POST', path: '/integrations' }

/** Import a service from its OpenAPI document. */
export const importIntegration: OperationHandle<
  typeof integration.importIntegration,
  'body'
> = { method: 'POST', path: '/integrations/import' }

/** Read an integration. */
export const getIntegration: OperationHandle<
  typeof integration.getIntegration,
  'params'
> = { method: 'GET', path: '/integrations/:id' }

/** Update an integration. */
export const updateIntegration: OperationHandle<
  typeof integration.updateIntegration,
  'params' | 'body'
> = { method: 'PATCH', path: '/integrations/:id' }

/** Run an action once. */
export const tryAction: OperationHandle<
  typeof integrationAction.tryAction,
  'params' | 'body'
> = { method: 'POST', path: '/integrations/:id/try' }

/** Disconnect an integration. */
export const deleteIntegration: OperationHandle<
  typeof integration.deleteIntegration,
  'params'
> = { method: 'DELETE', path: '/integrations/:id' }

/** List webhooks. */
export const listWebhooks: OperationHandle<
  typeof webhook.listWebhooks,
  'query',
  paging.PageMeta
> = { method: 'GET', path: '/webhooks' }

/** Register a webhook. */
export const createWebhook: OperationHandle<
  typeof webhook.createWebhook,
  'body'
> = { method: 'POST', path: '/webhooks' }

/** Delete a webhook. */
export const deleteWebhook: OperationHandle<
  typeof webhook.deleteWebhook,
  'params'
> = { method: 'DELETE', path: '/webhooks/:id' }

/** Read a webhook. */
export const getWebhook: OperationHandle<
  typeof webhook.getWebhook,
  'params' | 'query'
> = { method: 'GET', path: '/webhooks/:id' }

/** Update a webhook. */
export const updateWebhook: OperationHandle<
  typeof webhook.updateWebhook,
  'params' | 'body'
> = { method: 'PATCH', path: '/webhooks/:id' }

/** Rotate the secret of a webhook. */
export const rotateSecret: OperationHandle<
  typeof webhook.rotateSecret,
  'params' | 'bodyOptional'
> = { method: 'POST', path: '/webhooks/:id/rotate-secret' }

/** Send a test to a webhook. */
export const testWebhook: OperationHandle<
  typeof webhook.testWebhook,
  'params'
> = { method: 'POST', path: '/webhooks/:id/test' }

/** List the deliveries of a webhook. */
export const listDeliveries: OperationHandle<
  typeof delivery.listDeliveries,
  'params' | 'query',
  paging.CursorMeta
> = { method: 'GET', path: '/webhooks/:id/deliveries' }

/** Read a delivery with its attempts. */
export const getDelivery: OperationHandle<
  typeof delivery.getDelivery,
  'params'
> = { method: 'GET', path: '/webhooks/:id/deliveries/:delivery_id' }

/** Send a delivery again. */
export const redeliver: OperationHandle<
  typeof delivery.redeliver,
  'params'
> = { method: 'POST', path: '/webhooks/:id/deliveries/:delivery_id/redeliver' }

/** Send the deliveries of a time range again. */
export const redeliverRange: OperationHandle<
  typeof delivery.redeliverRange,
  'params' | 'body'
> = { method: 'POST', path: '/webhooks/:id/redeliver' }

// Generated from the contract by `npm run generate`. Do not edit.
import type { OperationHandle } from '../operation-handle.ts'

/** List workflows. */
export const listWorkflows: OperationHandle<
  typeof import('@millrace/contract/workflow.ts').listWorkflows,
  'query',
  import('@millrace/contract/paging.ts').PageMeta
> = { method: 'GET', path: '/workflows' }

/** Read a workflow. */
export const getWorkflow: OperationHandle<
  typeof import('@millrace/contract/workflow.ts').getWorkflow,
  'params' | 'query'
> = { method: 'GET', path: '/workflows/:id' }

/** Create a workflow. */
export const createWorkflow: OperationHandle<
  typeof import('@millrace/contract/workflow.ts').createWorkflow,
  'body'
> = { method: 'POST', path: '/workflows' }

/** Update a workflow. */
export const updateWorkflow: OperationHandle<
  typeof import('@millrace/contract/workflow.ts').updateWorkflow,
  'params' | 'body'
> = { method: 'PATCH', path: '/workflows/:id' }

/** Delete a workflow. */
export const deleteWorkflow: OperationHandle<
  typeof import('@millrace/contract/workflow.ts').deleteWorkflow,
  'params'
> = { method: 'DELETE', path: '/workflows/:id' }

/** Check whether a workflow can run. */
export const checkWorkflow: OperationHandle<
  typeof import('@millrace/contract/workflow.ts').checkWorkflow,
  'params' | 'bodyOptional'
> = { method: 'POST', path: '/workflows/:id/check' }

/** Read the working copy of a workflow. */
export const getDraft: OperationHandle<
  typeof import('@millrace/contract/workflow-draft.ts').getDraft,
  'params'
> = { method: 'GET', path: '/workflows/:id/draft' }

/** Save the working copy of a workflow. */
export const saveDraft: OperationHandle<
  typeof import('@millrace/contract/workflow-draft.ts').saveDraft,
  'params' | 'body'
> = { method: 'PUT', path: '/workflows/:id/draft' }

/** Discard the working copy of a workflow. */
export const deleteDraft: OperationHandle<
  typeof import('@millrace/contract/workflow-draft.ts').deleteDraft,
  'params'
> = { method: 'DELETE', path: '/workflows/:id/draft' }

/** Publish the working copy of a workflow. */
export const publishWorkflow: OperationHandle<
  typeof import('@millrace/contract/workflow-draft.ts').publishWorkflow,
  'params' | 'bodyOptional'
> = { method: 'POST', path: '/workflows/:id/publish' }

/** List the triggers of a workflow. */
export const listTriggers: OperationHandle<
  typeof import('@millrace/contract/trigger.ts').listTriggers,
  'params'
> = { method: 'GET', path: '/workflows/:id/triggers' }

/** Listen for a request to an inbound webhook. */
export const listenForEvent: OperationHandle<
  typeof import('@millrace/contract/trigger.ts').listenForEvent,
  'params' | 'bodyOptional'
> = { method: 'POST', path: '/workflows/:id/triggers/:node_id/listen' }

/** List the versions of a workflow. */
export const listVersions: OperationHandle<
  typeof import('@millrace/contract/workflow-version.ts').listVersions,
  'params' | 'query',
  import('@millrace/contract/paging.ts').CursorMeta
> = { method: 'GET', path: '/workflows/:id/versions' }

/** Read a version of a workflow. */
export const getVersion: OperationHandle<
  typeof import('@millrace/contract/workflow-version.ts').getVersion,
  'params'
> = { method: 'GET', path: '/workflows/:id/versions/:version_id' }

/** Restore a version of a workflow. */
export const restoreVersion: OperationHandle<
  typeof import('@millrace/contract/workflow-version.ts').restoreVersion,
  'params'
> = { method: 'POST', path: '/workflows/:id/versions/:version_id/restore' }

/** Read the statistics of recent runs. */
export const readStatistics: OperationHandle<
  typeof import('@millrace/contract/workflow-insight.ts').readStatistics,
  'params' | 'query'
> = { method: 'GET', path: '/workflows/:id/statistics' }

/** Read recorded data of recent runs. */
export const listSamples: OperationHandle<
  typeof import('@millrace/contract/workflow-insight.ts').listSamples,
  'params' | 'query'
> = { method: 'GET', path: '/workflows/:id/samples' }

/** List the kinds of nodes. */
export const listNodeTypes: OperationHandle<
  typeof import('@millrace/contract/node-type.ts').listNodeTypes,
  never
> = { method: 'GET', path: '/node-types' }

/** Run a workflow. */
export const executeWorkflow: OperationHandle<
  typeof import('@millrace/contract/execution.ts').executeWorkflow,
  'params' | 'bodyOptional'
> = { method: 'POST', path: '/workflows/:id/execute' }

/** Read an execution. */
export const getExecution: OperationHandle<
  typeof import('@millrace/contract/execution.ts').getExecution,
  'params'
> = { method: 'GET', path: '/executions/:id' }

/** List the executions of a workflow. */
export const listExecutions: OperationHandle<
  typeof import('@millrace/contract/execution.ts').listExecutions,
  'params' | 'query',
  import('@millrace/contract/paging.ts').CursorMeta
> = { method: 'GET', path: '/workflows/:id/executions' }

/** List executions of all workflows. */
export const listAllExecutions: OperationHandle<
  typeof import('@millrace/contract/execution-list.ts').listAllExecutions,
  'query',
  import('@millrace/contract/paging.ts').CursorMeta
> = { method: 'GET', path: '/executions' }

/** Read the timeline of an execution. */
export const getTimeline: OperationHandle<
  typeof import('@millrace/contract/execution-timeline.ts').getTimeline,
  'params'
> = { method: 'GET', path: '/executions/:id/timeline' }

/** Read a part of the data of an execution. */
export const readExecutionData: OperationHandle<
  typeof import('@millrace/contract/execution-data.ts').readExecutionData,
  'params' | 'query'
> = { method: 'GET', path: '/executions/:id/data' }

/** Download the data of an execution. */
export const downloadExecutionData: OperationHandle<
  typeof import('@millrace/contract/execution-data.ts').downloadExecutionData,
  'params' | 'query'
> = { method: 'GET', path: '/executions/:id/data/content' }

/** List the steps of an execution. */
export const listSteps: OperationHandle<
  typeof import('@millrace/contract/execution-step.ts').listSteps,
  'params' | 'query',
  import('@millrace/contract/execution-step.ts').StepListMeta
> = { method: 'GET', path: '/executions/:id/steps' }

/** Follow an execution. */
export const followExecution: OperationHandle<
  typeof import('@millrace/contract/execution-step.ts').followExecution,
  'params' | 'query'
> = { method: 'GET', path: '/executions/:id/events' }

/** Cancel an execution. */
export const cancelExecution: OperationHandle<
  typeof import('@millrace/contract/execution-control.ts').cancelExecution,
  'params'
> = { method: 'POST', path: '/executions/:id/cancel' }

/** Retry an execution. */
export const retryExecution: OperationHandle<
  typeof import('@millrace/contract/execution-control.ts').retryExecution,
  'params' | 'bodyOptional'
> = { method: 'POST', path: '/executions/:id/retry' }

/** Preview a retry. */
export const previewRetry: OperationHandle<
  typeof import('@millrace/contract/execution-control.ts').previewRetry,
  'params' | 'bodyOptional'
> = { method: 'POST', path: '/executions/:id/retry/preview' }

/** Send an event to an execution. */
export const signalExecution: OperationHandle<
  typeof import('@millrace/contract/execution-control.ts').signalExecution,
  'params' | 'body'
> = { method: 'POST', path: '/executions/:id/signal' }

/** List forms. */
export const listForms: OperationHandle<
  typeof import('@millrace/contract/form.ts').listForms,
  'query',
  import('@millrace/contract/paging.ts').PageMeta
> = { method: 'GET', path: '/forms' }

/** Read a form. */
export const getForm: OperationHandle<
  typeof import('@millrace/contract/form.ts').getForm,
  'params'
> = { method: 'GET', path: '/forms/:id' }

/** Create a form. */
export const createForm: OperationHandle<
  typeof import('@millrace/contract/form.ts').createForm,
  'body'
> = { method: 'POST', path: '/forms' }

/** Update a form. */
export const updateForm: OperationHandle<
  typeof import('@millrace/contract/form.ts').updateForm,
  'params' | 'body'
> = { method: 'PATCH', path: '/forms/:id' }

/** Delete a form and its submissions. */
export const deleteForm: OperationHandle<
  typeof import('@millrace/contract/form.ts').deleteForm,
  'params'
> = { method: 'DELETE', path: '/forms/:id' }

/** Submit data to a form. */
export const createSubmission: OperationHandle<
  typeof import('@millrace/contract/form.ts').createSubmission,
  'params' | 'body'
> = { method: 'POST', path: '/forms/:id/submissions' }

/** List the submissions of a form. */
export const listSubmissions: OperationHandle<
  typeof import('@millrace/contract/form.ts').listSubmissions,
  'params' | 'query',
  import('@millrace/contract/paging.ts').CursorMeta
> = { method: 'GET', path: '/forms/:id/submissions' }

/** Export all submissions of a form as CSV. */
export const exportSubmissions: OperationHandle<
  typeof import('@millrace/contract/form.ts').exportSubmissions,
  'params'
> = { method: 'GET', path: '/forms/:id/submissions.csv' }

/** List credentials. */
export const listCredentials: OperationHandle<
  typeof import('@millrace/contract/credential.ts').listCredentials,
  'query',
  import('@millrace/contract/paging.ts').PageMeta
> = { method: 'GET', path: '/credentials' }

/** Store a credential. */
export const createCredential: OperationHandle<
  typeof import('@millrace/contract/credential.ts').createCredential,
  'body'
> = { method: 'POST', path: '/credentials' }

/** Delete a credential. */
export const deleteCredential: OperationHandle<
  typeof import('@millrace/contract/credential.ts').deleteCredential,
  'params'
> = { method: 'DELETE', path: '/credentials/:id' }

/** List connected integrations. */
export const listIntegrations: OperationHandle<
  typeof import('@millrace/contract/integration.ts').listIntegrations,
  'query',
  import('@millrace/contract/paging.ts').PageMeta
> = { method: 'GET', path: '/integrations' }

/** Test an integration. */
export const testIntegration: OperationHandle<
  typeof import('@millrace/contract/integration.ts').testIntegration,
  'params'
> = { method: 'POST', path: '/integrations/:id/test' }

/** List the catalogue of integrations. */
export const listCatalogue: OperationHandle<
  typeof import('@millrace/contract/integration.ts').listCatalogue,
  'query'
> = { method: 'GET', path: '/integrations/catalogue' }

/** List the actions of an integration. */
export const listActions: OperationHandle<
  typeof import('@millrace/contract/integration.ts').listActions,
  'params' | 'query',
  import('@millrace/contract/paging.ts').CursorMeta
> = { method: 'GET', path: '/integrations/:id/actions' }

/** Connect an integration. */
export const createIntegration: OperationHandle<
  typeof import('@millrace/contract/integration.ts').createIntegration,
  'body'
> = { method: 'POST', path: '/integrations' }

/** Import a service from its OpenAPI document. */
export const importIntegration: OperationHandle<
  typeof import('@millrace/contract/integration.ts').importIntegration,
  'body'
> = { method: 'POST', path: '/integrations/import' }

/** Disconnect an integration. */
export const deleteIntegration: OperationHandle<
  typeof import('@millrace/contract/integration.ts').deleteIntegration,
  'params'
> = { method: 'DELETE', path: '/integrations/:id' }

/** List webhooks. */
export const listWebhooks: OperationHandle<
  typeof import('@millrace/contract/webhook.ts').listWebhooks,
  'query',
  import('@millrace/contract/paging.ts').PageMeta
> = { method: 'GET', path: '/webhooks' }

/** Register a webhook. */
export const createWebhook: OperationHandle<
  typeof import('@millrace/contract/webhook.ts').createWebhook,
  'body'
> = { method: 'POST', path: '/webhooks' }

/** Delete a webhook. */
export const deleteWebhook: OperationHandle<
  typeof import('@millrace/contract/webhook.ts').deleteWebhook,
  'params'
> = { method: 'DELETE', path: '/webhooks/:id' }

/** Read a webhook. */
export const getWebhook: OperationHandle<
  typeof import('@millrace/contract/webhook.ts').getWebhook,
  'params'
> = { method: 'GET', path: '/webhooks/:id' }

/** Update a webhook. */
export const updateWebhook: OperationHandle<
  typeof import('@millrace/contract/webhook.ts').updateWebhook,
  'params' | 'body'
> = { method: 'PATCH', path: '/webhooks/:id' }

/** Rotate the secret of a webhook. */
export const rotateSecret: OperationHandle<
  typeof import('@millrace/contract/webhook.ts').rotateSecret,
  'params' | 'bodyOptional'
> = { method: 'POST', path: '/webhooks/:id/rotate-secret' }

/** Send a test to a webhook. */
export const testWebhook: OperationHandle<
  typeof import('@millrace/contract/webhook.ts').testWebhook,
  'params'
> = { method: 'POST', path: '/webhooks/:id/test' }

/** List the deliveries of a webhook. */
export const listDeliveries: OperationHandle<
  typeof import('@millrace/contract/delivery.ts').listDeliveries,
  'params' | 'query',
  import('@millrace/contract/paging.ts').CursorMeta
> = { method: 'GET', path: '/webhooks/:id/deliveries' }

/** Read a delivery with its attempts. */
export const getDelivery: OperationHandle<
  typeof import('@millrace/contract/delivery.ts').getDelivery,
  'params'
> = { method: 'GET', path: '/webhooks/:id/deliveries/:delivery_id' }

/** Send a delivery again. */
export const redeliver: OperationHandle<
  typeof import('@millrace/contract/delivery.ts').redeliver,
  'params'
> = { method: 'POST', path: '/webhooks/:id/deliveries/:delivery_id/redeliver' }

/** Send the deliveries of a time range again. */
export const redeliverRange: OperationHandle<
  typeof import('@millrace/contract/delivery.ts').redeliverRange,
  'params' | 'body'
> = { method: 'POST', path: '/webhooks/:id/redeliver' }

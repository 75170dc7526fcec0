import * as credential from './credential.ts'
import * as executionControl from './execution-control.ts'
import * as executionStep from './execution-step.ts'
import * as delivery from './delivery.ts'
import * as execution from './execution.ts'
import * as form from './form.ts'
import * as integration from './integration.ts'
import type { Operation } from './operation.ts'
import * as trigger from './trigger.ts'
import * as webhook from './webhook.ts'
import * as workflowVersion from './workflow-version.ts'
import * as workflow from './workflow.ts'

/** Every operation of `/v1`, in the order in which the reference shows them. */
export const OPERATIONS: readonly Operation[] = [
  workflow.listWorkflows,
  workflow.getWorkflow,
  workflow.createWorkflow,
  workflow.updateWorkflow,
  workflow.deleteWorkflow,
  workflow.checkWorkflow,
  trigger.listTriggers,
  workflowVersion.listVersions,
  workflowVersion.getVersion,
  workflowVersion.restoreVersion,
  execution.executeWorkflow,
  execution.getExecution,
  execution.listExecutions,
  executionStep.listSteps,
  executionStep.followExecution,
  executionControl.cancelExecution,
  executionControl.retryExecution,
  executionControl.signalExecution,
  form.listForms,
  form.getForm,
  form.createForm,
  form.updateForm,
  form.deleteForm,
  form.createSubmission,
  form.listSubmissions,
  form.exportSubmissions,
  credential.listCredentials,
  credential.createCredential,
  credential.deleteCredential,
  integration.listIntegrations,
  integration.testIntegration,
  integration.listCatalogue,
  integration.listActions,
  integration.createIntegration,
  integration.importIntegration,
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

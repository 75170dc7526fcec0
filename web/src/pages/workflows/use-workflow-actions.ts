import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { exportDraft } from '../../api/bundles.ts'
import { call, type CallOptions } from '../../api/call.ts'
import * as operations from '../../api/generated/operations.ts'
import type { WorkflowSummary } from '../../api/workflows.ts'
import { toast } from '../../components/toast-store.ts'
import * as t from '../../texts/workflows/actions.ts'
import { readDefinition, type WorkflowDefinition } from './definition.ts'
import { downloadBundles } from './download-bundle.ts'
import { useBulkAction } from './use-bulk-action.ts'
import { countErrors } from '../../editor/use-problems.ts'

/** A dialog about some workflows. */
export type WorkflowDialog =
  | { kind: 'publish'; workflows: readonly WorkflowSummary[]; problems: ReadonlyMap<string, number> }
  | { kind: 'unpublish' | 'delete' | 'labels'; workflows: readonly WorkflowSummary[] }
  | { kind: 'import' }

type NewWorkflow = CallOptions<typeof operations.createWorkflow>['body']
type Targets = readonly WorkflowSummary[]

/** Everything that the list can do with workflows. */
export function useWorkflowActions() {
  const navigate = useNavigate()
  const bulk = useBulkAction()
  const [dialog, setDialog] = useState<WorkflowDialog>()
  const open = (id: string) => navigate({ to: '/workflows/$workflowId', params: { workflowId: id } })

  const create = async (workflow: NewWorkflow = { name: t.untitled }) => {
    const { data } = await call(operations.createWorkflow, { body: workflow })
    await open(data.id)
  }

  const run = (workflows: Targets) =>
    bulk.run({
      items: workflows,
      label: t.running,
      failureTitle: t.runFailed,
      act: async ({ id }, signal) =>
        (await call(operations.executeWorkflow, { params: { id }, signal })).data,
      onDone: (runs) => {
        const [first] = runs
        toast.show({
          tone: 'success',
          title: t.started(runs.length),
          ...(first === undefined || runs.length > 1
            ? {}
            : {
                action: {
                  label: t.openRun,
                  run: () =>
                    void navigate({
                      to: '/executions/$executionId',
                      params: { executionId: first.execution_id },
                    }),
                },
              }),
        })
      },
    })

  const publishNow = (workflows: Targets) => {
    setDialog(undefined)
    return bulk.run({
      items: workflows,
      label: t.publishing,
      failureTitle: t.publishFailed,
      act: ({ id }, signal) => call(operations.publishWorkflow, { params: { id }, signal }),
      onDone: ({ length }) => toast.show({ tone: 'success', title: t.published(length) }),
    })
  }

  /** Asks first if the working copies have problems. */
  const publish = async (workflows: Targets) => {
    const problems = new Map<string, number>()
    await bulk.run({
      items: workflows,
      label: () => t.checking,
      failureTitle: t.publishFailed,
      act: async ({ id }, signal) => {
        const { nodes, edges, variables } = (await call(operations.getDraft, { params: { id }, signal })).data
        const body = { nodes, edges, variables }
        const { data } = await call(operations.checkWorkflow, { params: { id }, body, signal })
        const errors = countErrors(data.problems)
        if (errors > 0) problems.set(id, errors)
      },
      onDone: ({ length }) => {
        // Whatever could not be checked is reported, and not published.
        if (length < workflows.length) return
        if (problems.size > 0) setDialog({ kind: 'publish', workflows, problems })
        else void publishNow(workflows)
      },
    })
  }

  const unpublish = (workflows: Targets) => {
    setDialog(undefined)
    return bulk.run({
      items: workflows,
      label: t.unpublishing,
      failureTitle: t.unpublishFailed,
      act: ({ id }, signal) =>
        call(operations.updateWorkflow, { params: { id }, body: { status: 'draft' }, signal }),
      onDone: ({ length }) => toast.show({ tone: 'success', title: t.unpublished(length) }),
    })
  }

  const importAll = (definitions: readonly WorkflowDefinition[]) => {
    setDialog(undefined)
    return bulk.run({
      items: definitions,
      label: t.importing,
      failureTitle: t.importFailed,
      act: async (definition, signal) =>
        (await call(operations.createWorkflow, { body: definition, signal })).data,
      onDone: (created) => announceCreated(t.imported(created.length), created),
    })
  }

  /** Says what the import of a bundle created or replaced. */
  const announceImport = (title: string, imported: readonly { id: string }[]) => {
    setDialog(undefined)
    announceCreated(title, imported)
  }

  const duplicate = (workflows: Targets) =>
    bulk.run({
      items: workflows,
      label: t.duplicating,
      failureTitle: t.duplicateFailed,
      act: async ({ id }, signal) => {
        const definition = await readDefinition(id, signal)
        const body = { ...definition, name: t.copyOf(definition.name).slice(0, 200) }
        return (await call(operations.createWorkflow, { body, signal })).data
      },
      onDone: (created) => announceCreated(t.duplicated(created.length), created),
    })

  const announceCreated = (title: string, created: readonly { id: string }[]) => {
    const [first] = created
    toast.show({
      tone: 'success',
      title,
      ...(first === undefined || created.length > 1
        ? {}
        : { action: { label: t.open, run: () => void open(first.id) } }),
    })
  }

  const exportAll = (workflows: Targets) =>
    bulk.run({
      items: workflows,
      label: t.exporting,
      failureTitle: t.exportFailed,
      act: ({ id }, signal) => exportDraft(id, signal),
      onDone: downloadBundles,
    })

  const saveLabels = (
    workflows: Targets,
    change: (workflow: WorkflowSummary) => { tags: string[]; folder: string },
  ) => {
    setDialog(undefined)
    return bulk.run({
      items: workflows,
      label: t.saving,
      failureTitle: t.saveFailed,
      act: (workflow, signal) =>
        call(operations.updateWorkflow, { params: { id: workflow.id }, body: change(workflow), signal }),
    })
  }

  const remove = (workflows: Targets) => {
    setDialog(undefined)
    return bulk.run({
      items: workflows,
      label: t.deleting,
      failureTitle: t.deleteFailed,
      act: ({ id }, signal) => call(operations.deleteWorkflow, { params: { id }, signal }),
      onDone: ({ length }) => toast.show({ tone: 'success', title: t.deleted(length) }),
    })
  }

  return {
    open,
    create,
    run,
    publish,
    publishNow,
    unpublish,
    duplicate,
    exportAll,
    importAll,
    announceImport,
    saveLabels,
    remove,
    dialog,
    setDialog,
    progress: bulk.progress,
    cancel: bulk.cancel,
  }
}

export type WorkflowActions = ReturnType<typeof useWorkflowActions>

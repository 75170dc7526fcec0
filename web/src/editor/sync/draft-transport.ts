import { call, callIfChanged } from '../../api/call.ts'
import * as operations from '../../api/generated/operations.ts'
import type { WorkflowDraft } from '../../api/workflows.ts'
import type { Definition } from '../model/definition.ts'

/** The working copy as the server has it. */
export interface RemoteDraft {
  readonly definition: Definition
  readonly etag: string
  readonly updatedBy: string | null
  readonly updatedAt: string
  /** The live version that its edits started from; null for an unpublished workflow. */
  readonly baseVersionNumber: number | null
}

/** How the working copy of one workflow is read and saved. Failures are thrown as `ApiError`. */
export interface DraftTransport {
  load(): Promise<RemoteDraft>
  /** Undefined if the server still has the state with this ETag. */
  loadIfChanged(etag: string): Promise<RemoteDraft | undefined>
  save(definition: Definition, etag: string): Promise<RemoteDraft>
  publish(etag: string, note: string | undefined): Promise<void>
  discard(etag: string): Promise<void>
}

export function createDraftTransport(workflowId: string): DraftTransport {
  const params = { id: workflowId }
  return {
    load: async () => toRemoteDraft(await call(operations.getDraft, { params })),
    loadIfChanged: async (ifNoneMatch) => {
      const result = await callIfChanged(operations.getDraft, { params, ifNoneMatch })
      return result && toRemoteDraft(result)
    },
    save: async ({ nodes, edges, variables }, ifMatch) => {
      const body = { nodes: [...nodes], edges: [...edges], variables }
      return toRemoteDraft(await call(operations.saveDraft, { params, body, ifMatch }))
    },
    publish: async (ifMatch, note) => {
      const body = note === undefined || note.trim() === '' ? {} : { note: note.trim() }
      await call(operations.publishWorkflow, { params, body, ifMatch })
    },
    discard: async (ifMatch) => {
      await call(operations.deleteDraft, { params, ifMatch })
    },
  }
}

export function toRemoteDraft({
  data,
  etag,
}: {
  data: WorkflowDraft
  etag: string | undefined
}): RemoteDraft {
  if (etag === undefined) throw new Error('the working copy has no ETag')
  const { nodes, edges, variables } = data
  return {
    definition: { nodes, edges, variables },
    etag,
    updatedBy: data.updated_by,
    updatedAt: data.updated_at,
    baseVersionNumber: data.base_version_number,
  }
}

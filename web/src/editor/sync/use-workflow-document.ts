import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo, useSyncExternalStore } from 'react'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { useSignedInSession } from '../../app/layout/use-signed-in-session.ts'
import { can } from '../../app/use-can.ts'
import { call } from '../../api/call.ts'
import * as operations from '../../api/generated/operations.ts'
import { draftQuery, type Workflow, workflowKeys, workflowQuery } from '../../api/workflows.ts'
import { toast } from '../../components/toast-store.ts'
import * as t from '../../texts/editor/sync.ts'
import { readDocument } from '../model/definition.ts'
import type { EditorStore } from '../model/editor-store.ts'
import type { MergeChoice } from '../model/merge-documents.ts'
import { sameJson } from '../model/same-json.ts'
import type { DraftSync } from './draft-sync.ts'
import type { SyncState } from './sync-state.ts'
import { type RemoteDraft, toRemoteDraft } from './draft-transport.ts'
import { followNames } from '../model/follow-names.ts'
import { acquireSync, findSync } from './open-sync.ts'

interface OpenWorkflow extends Omit<SyncState, 'phase' | 'loadError'> {
  readonly status: 'ready'
  readonly store: EditorStore
  /** The workflow with its live definition. */
  readonly workflow: Workflow
  readonly canEdit: boolean
  /** Whether the published workflow differs from what the editor shows. */
  readonly changedFromLive: boolean
  resolveConflict(ids: string | Iterable<string>, choice: MergeChoice): void
  /** Resolves when the server has everything; throws `UnsavedError` if that is not possible now. */
  flush(): Promise<void>
  /** Saves and publishes. */
  publish(note?: string): Promise<void>
  /** Returns to the live version. Undo brings the changes back. */
  discardDraft(): Promise<void>
  /** Creates a workflow from what the editor shows, and returns its id. */
  copyAsNew(): Promise<string>
  /** Tries again now what could not be saved. */
  retry(): void
}

export type WorkflowDocument =
  | { readonly status: 'loading'; readonly store: undefined }
  | { readonly status: 'error'; readonly store: undefined; readonly error: unknown; retry(): void }
  | OpenWorkflow

/** The working copy of a workflow. All components that use it share one. */
export function useWorkflowDocument(workflowId: string): WorkflowDocument {
  const queryClient = useQueryClient()
  const { user } = useSignedInSession()
  const sync = useSync(user, workflowId, queryClient)
  const state = useStore(sync?.state ?? nothing)
  const workflowResult = useQuery(workflowQuery(workflowId))
  const workflow = workflowResult.data?.workflow
  const store = state.phase === 'ready' ? sync?.editor : undefined
  const changedFromLive = useChangedFromLive(store, workflow)
  const actions = useActions(sync, workflow, queryClient)

  const error = state.phase === 'failed' ? state.loadError : workflow === undefined && workflowResult.error
  if (error) {
    const retry = () => {
      sync?.wake()
      void workflowResult.refetch()
    }
    return { status: 'error', store: undefined, error, retry }
  }
  if (store === undefined || workflow === undefined || actions === undefined) {
    return { status: 'loading', store: undefined }
  }
  const { phase: _, loadError: __, ...rest } = state
  return {
    ...rest,
    ...actions,
    status: 'ready',
    store,
    workflow,
    canEdit: can(user.role, 'workflows:write'),
    changedFromLive,
  }
}

/** Stands in until the working copy is opened. */
const nothing = createStore<SyncState>(() => ({
  phase: 'loading',
  loadError: null,
  saveState: 'saved',
  problem: null,
  savedAt: null,
  conflicts: [],
  conflictsBy: { name: null },
  remote: null,
  isKept: true,
}))
const noDocument = createStore(() => ({ settled: undefined }))

function useSync(
  user: { readonly id: string; readonly name: string },
  workflowId: string,
  queryClient: QueryClient,
): DraftSync | undefined {
  const { id: userId, name: userName } = user
  const subscribe = useCallback(
    (onChange: () => void) => {
      const release = acquireSync({
        userId,
        workflowId,
        followNames,
        readCached: () => readCachedDraft(queryClient, workflowId),
        onMerged: (by) => {
          const title = by === null || by === userName ? t.mergedElsewhere : t.mergedBy(by)
          toast.show({ tone: 'info', title, description: t.mergedNote })
        },
      })
      onChange()
      return release
    },
    [userId, userName, workflowId, queryClient],
  )
  return useSyncExternalStore(subscribe, () => findSync(userId, workflowId))
}

async function readCachedDraft(
  queryClient: QueryClient,
  workflowId: string,
): Promise<RemoteDraft | undefined> {
  try {
    const { draft, etag } = await queryClient.fetchQuery({ ...draftQuery(workflowId), retry: false })
    return toRemoteDraft({ data: draft, etag })
  } catch {
    // The working copy is loaded again right away, and that failure is shown.
    return undefined
  }
}

function useChangedFromLive(store: EditorStore | undefined, workflow: Workflow | undefined): boolean {
  const document = useStore(store ?? noDocument, (state) => state.settled)
  const live = useMemo(
    () => (workflow?.status === 'published' ? readDocument(workflow) : undefined),
    [workflow],
  )
  return useMemo(
    () => live !== undefined && document !== undefined && !sameJson(document, live),
    [document, live],
  )
}

function useActions(sync: DraftSync | undefined, workflow: Workflow | undefined, queryClient: QueryClient) {
  const id = workflow?.id
  const name = workflow?.name
  const refresh = useCallback(async () => {
    if (id !== undefined) await queryClient.invalidateQueries({ queryKey: workflowKeys.one(id) })
    void queryClient.invalidateQueries({ queryKey: workflowKeys.lists })
  }, [id, queryClient])
  return useMemo(() => {
    if (sync === undefined || name === undefined) return undefined
    return {
      resolveConflict: (ids: string | Iterable<string>, choice: MergeChoice) =>
        sync.resolveConflicts(typeof ids === 'string' ? [ids] : ids, choice),
      flush: () => sync.flush(),
      publish: async (note?: string) => {
        try {
          await sync.publish(note)
        } finally {
          await refresh()
        }
      },
      discardDraft: async () => {
        await sync.discard(t.discard)
        await refresh()
      },
      copyAsNew: async () => {
        const document = sync.editor?.getState().document ?? { nodes: [], edges: [], variables: {} }
        const body = {
          name: t.copyName(name),
          nodes: [...document.nodes],
          edges: [...document.edges],
          variables: document.variables,
        }
        const { data } = await call(operations.createWorkflow, { body })
        void queryClient.invalidateQueries({ queryKey: workflowKeys.lists })
        return data.id
      },
      retry: () => sync.wake(),
    }
  }, [sync, name, refresh, queryClient])
}

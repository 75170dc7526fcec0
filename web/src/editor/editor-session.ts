import { createContext, use } from 'react'
import type { Data } from '../api/operation-handle.ts'
import type { checkWorkflow } from '../api/generated/operations.ts'
import type { NodeTypes } from '../graph/node-types.ts'
import type { Run } from '../run/use-run.ts'
import type { EditorStore } from './model/editor-store.ts'
import type { RunControl } from './run/use-run-control.ts'

export type Problem = Data<typeof checkWorkflow>['problems'][number]

/** What all parts of the editor of one workflow share. */
export interface EditorSession {
  readonly workflowId: string
  readonly store: EditorStore
  readonly nodeTypes: NodeTypes
  /** Undefined until the first check has ended. */
  readonly problems: readonly Problem[] | undefined
  readonly canEdit: boolean
  /** Whether the user may start runs, and stop them. */
  readonly canRun: boolean
  /** The run in view. */
  readonly runId: string | undefined
  readonly run: Run
  readonly control: RunControl
}

export const EditorSessionContext = createContext<EditorSession | undefined>(undefined)

export function useEditorSession(): EditorSession {
  const session = use(EditorSessionContext)
  if (session === undefined) throw new Error('useEditorSession requires an EditorSessionContext')
  return session
}

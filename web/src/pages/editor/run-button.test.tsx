import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import type { EditorSession } from '../../editor/editor-session.ts'
import { createEditorStore } from '../../editor/model/editor-store.ts'
import { sampleNodeTypes } from '../../graph/testing/sample-node-types.ts'
import type { GraphNode } from '../../graph/types.ts'
import { RunButton } from './run-button.tsx'

vi.mock('@tanstack/react-router', () => ({ useNavigate: () => () => undefined }))

function show(...nodes: GraphNode[]) {
  const start = vi.fn()
  const session = {
    workflowId: 'w',
    store: createEditorStore({ nodes, edges: [], variables: {} }),
    nodeTypes: sampleNodeTypes,
    canRun: true,
    control: { isStarting: false, isDialogOpen: false, start },
    run: { isLive: false },
  } as unknown as EditorSession
  render(<RunButton session={session} />)
  return start
}

test('a workflow without a trigger runs from the editor, as it does by API', async () => {
  const start = show({ id: 'http', type: 'http' })
  await userEvent.click(screen.getByRole('button', { name: 'Run' }))
  expect(start).toHaveBeenCalledWith({ triggerId: undefined, input: {} })
})

test('where there is nothing to run, there is no button', () => {
  show({ id: 'note', type: 'note' })
  expect(screen.queryByRole('button', { name: 'Run' })).toBeNull()
})

import { EditorView } from '@codemirror/view'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { createQueryClient } from '../../app/query-client.ts'
import * as t from '../../texts/editor/inspector.ts'
import { setDisabled } from '../model/edits/parameters.ts'
import { createEditorStore, EditorStoreContext } from '../model/editor-store.ts'
import { NodeBindingProvider } from './form/binding.tsx'
import { PinControl } from './pin-editor.tsx'

it('A typed output keeps its text when the node changes behind the dialog, and is pinned as typed', async () => {
  const store = createEditorStore({ nodes: [{ id: 'fetch', type: 'http' }], edges: [], variables: {} })
  const binding = {
    nodeId: 'fetch',
    nodeType: undefined,
    workflowId: 'orders',
    problems: [],
    isReadOnly: false,
    revealed: undefined,
    leads: 0,
  }
  render(
    <QueryClientProvider client={createQueryClient()}>
      <EditorStoreContext value={store}>
        <NodeBindingProvider binding={binding}>
          <PinControl step={undefined} />
        </NodeBindingProvider>
      </EditorStoreContext>
    </QueryClientProvider>,
  )
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: t.pinOutput }))
  await user.click(await screen.findByRole('menuitem', { name: t.pinTyped }))
  const dialog = await screen.findByRole('dialog', { name: t.pinTitle })
  const view = EditorView.findFromDOM(within(dialog).getByRole('textbox')) as EditorView
  const type = (insert: string) =>
    view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert }, userEvent: 'input.type' })

  type('{"total": 1')
  await within(dialog).findByRole('alert')
  act(() => store.edit('disable', (draft) => setDisabled(draft, ['fetch'], true)))
  expect(view.state.doc.toString()).toBe('{"total": 1')

  type('{"total": 1}')
  await waitFor(() => expect(within(dialog).queryByRole('alert')).toBeNull())
  act(() => store.edit('enable', (draft) => setDisabled(draft, ['fetch'], false)))
  expect(view.state.doc.toString()).toBe('{"total": 1}')

  await user.click(within(dialog).getByRole('button', { name: t.pin }))
  expect(store.getState().document.nodes[0]?.pinned_output).toEqual({ total: 1 })
})

import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createEditorStore } from '../../../editor/model/editor-store.ts'
import type { WorkflowDocument } from '../../../editor/sync/use-workflow-document.ts'
import { sampleNodeTypes } from '../../../graph/testing/sample-node-types.ts'
import { fakeService, ok } from '../../../testing/fake-service.ts'
import { PublishDialog } from './publish-dialog.tsx'

type OpenWorkflow = Extract<WorkflowDocument, { status: 'ready' }>

test('problems are told in the words of the editor: names of nodes and titles of parameters', async () => {
  const message = 'Node "wait_x1" needs the parameter `for`.'
  fakeService({
    'POST /app/v1/workflows/w/check': ok({
      problems: [{ severity: 'error', node_id: 'wait_x1', parameter: 'for', message }],
    }),
  })
  const nodes = [{ id: 'wait_x1', type: 'wait', name: 'Ask the boss' }]
  const document = {
    store: createEditorStore({ nodes, edges: [], variables: {} }),
    workflow: { id: 'w', status: 'draft' },
  } as unknown as OpenWorkflow
  const ignore = () => undefined
  render(
    <QueryClientProvider client={new QueryClient()}>
      <PublishDialog
        open
        document={document}
        nodeTypes={sampleNodeTypes}
        onClose={ignore}
        onTry={ignore}
        onShowProblem={ignore}
      />
    </QueryClientProvider>,
  )
  const problem = await screen.findByRole('listitem')
  expect(problem.textContent).toBe('Ask the bossWait for is required.')
})

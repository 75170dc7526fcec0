import { useEffect, useState } from 'react'
import type { JsonValue } from '../../graph/types.ts'
import { createEditorStore, EditorStoreContext } from '../model/editor-store.ts'
import { ParameterInput } from './controls/parameter-input.tsx'
import { NodeBindingProvider } from './form/binding.tsx'
import { FieldList } from './form/field-list.tsx'
import { ParameterComponentContext, type ParameterControlProps } from './form/parameter-component.ts'
import type { ParameterSchema } from './form/schema-fields.ts'

const NODE = 'action'
const binding = { nodeId: NODE, nodeType: undefined, workflowId: '', problems: [], isReadOnly: false }
const renderParameter = (props: ParameterControlProps) => <ParameterInput {...props} />

interface StandaloneFormProps {
  schema: ParameterSchema
  /** Optional parameters that are shown although they are not set. */
  typical: readonly string[]
  onChange: (parameters: Readonly<Record<string, JsonValue>>) => void
}

/** The parameters of an action outside of a workflow, with the same controls as in the editor. */
export function StandaloneForm({ schema, typical, onChange }: StandaloneFormProps) {
  const [store] = useState(() =>
    createEditorStore({
      nodes: [{ id: NODE, type: 'integration', data: { parameters: {} } }],
      edges: [],
      variables: {},
    }),
  )
  useEffect(
    () =>
      store.subscribe(({ document }) => {
        const parameters = document.nodes[0]?.data?.['parameters']
        onChange((parameters ?? {}) as Readonly<Record<string, JsonValue>>)
      }),
    [store, onChange],
  )
  return (
    <EditorStoreContext value={store}>
      <NodeBindingProvider binding={binding}>
        <ParameterComponentContext value={renderParameter}>
          <FieldList schema={schema} path={['parameters']} rulePath="parameters" typical={typical} />
        </ParameterComponentContext>
      </NodeBindingProvider>
    </EditorStoreContext>
  )
}

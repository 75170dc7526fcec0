import type { NodeType } from '@millrace/contract/node-type.ts'
import { Search } from 'lucide-react'
import { Button } from '../../components/button.tsx'
import { CodeEditor } from '../../expressions/code/code-editor.tsx'
import { help } from '../../help/help-store.ts'
import { NodeReference } from '../../help/node-reference.tsx'
import * as t from '../../texts/editor/inspector.ts'

/** What a kind of node does, and the way to everything else that the help has. */
export function HelpTab({ nodeType }: { nodeType: NodeType }) {
  return (
    <div className="space-y-5 p-4">
      <Button variant="secondary" size="sm" onClick={() => help.open()}>
        <Search aria-hidden="true" className="size-4" />
        {t.searchHelp}
      </Button>
      <NodeReference
        nodeType={nodeType}
        example={
          <CodeEditor
            value={JSON.stringify(nodeType.example, null, 2)}
            onChange={() => {}}
            language="json"
            label={t.helpExample}
            isReadOnly
          />
        }
      />
    </div>
  )
}

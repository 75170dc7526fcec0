import { Download } from 'lucide-react'
import type { Workflow } from '../../../api/workflows.ts'
import { Button } from '../../../components/button.tsx'
import { Card } from '../../../components/card.tsx'
import type { EditorStore } from '../../../editor/model/editor-store.ts'
import * as t from '../../../texts/editor/settings.ts'
import { downloadDefinitions } from '../../workflows/definition.ts'

/** Exports what the editor shows, also what is not published. */
export function ExportCard({ workflow, store }: { workflow: Workflow; store: EditorStore }) {
  const download = () => {
    const { nodes, edges, variables } = store.getState().document
    const { name, description, tags = [], folder = '' } = workflow
    downloadDefinitions([
      { name, description, nodes: [...nodes], edges: [...edges], variables, tags, folder },
    ])
  }
  return (
    <Card className="flex flex-wrap items-center gap-4 px-5 py-4 sm:px-6">
      <div className="min-w-0 flex-1 basis-64 space-y-1">
        <h2 className="text-base font-semibold">{t.exportTitle}</h2>
        <p className="text-sm text-muted">{t.exportNote}</p>
      </div>
      <Button variant="secondary" onClick={download}>
        <Download aria-hidden="true" className="size-4" />
        {t.exportAction}
      </Button>
    </Card>
  )
}

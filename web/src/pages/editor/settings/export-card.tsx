import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { exportDraft } from '../../../api/bundles.ts'
import { Button } from '../../../components/button.tsx'
import { Card } from '../../../components/card.tsx'
import { toast } from '../../../components/toast-store.ts'
import { describeFailure } from '../../../editor/sync/sync-state.ts'
import * as t from '../../../texts/editor/settings.ts'
import { downloadBundles } from '../../workflows/download-bundle.ts'

interface ExportCardProps {
  workflowId: string
  /** Saves the latest edits. */
  flush: () => Promise<void>
}

/** Exports what the editor shows, also what is not published. */
export function ExportCard({ workflowId, flush }: ExportCardProps) {
  const download = useMutation({
    mutationFn: async () => {
      await flush()
      return exportDraft(workflowId)
    },
    onSuccess: (bundle) => downloadBundles([bundle]),
    onError: (error) =>
      toast.show({ tone: 'danger', title: t.exportFailed, description: describeFailure(error) }),
  })
  return (
    <Card className="flex flex-wrap items-center gap-4 px-5 py-4 sm:px-6">
      <div className="min-w-0 flex-1 basis-64 space-y-1">
        <h2 className="text-base font-semibold">{t.exportTitle}</h2>
        <p className="text-sm text-muted">{t.exportNote}</p>
      </div>
      <Button variant="secondary" busy={download.isPending} onClick={() => download.mutate()}>
        <Download aria-hidden="true" className="size-4" />
        {t.exportAction}
      </Button>
    </Card>
  )
}

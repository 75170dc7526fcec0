import { Plus } from 'lucide-react'
import { Button } from '../../components/button.tsx'
import { TemplateGrid } from '../templates/template-grid.tsx'
import * as t from '../../texts/templates.ts'

interface StartPageProps {
  canEdit: boolean
  isBusy: boolean
  onCreate: () => void
}

/** What a new installation shows: templates that run at once. */
export function StartPage({ canEdit, isBusy, onCreate }: StartPageProps) {
  if (!canEdit) return <p className="text-sm text-muted">{t.viewerNote}</p>
  return (
    <>
      <div className="mb-7">
        <p className="text-lg font-semibold">{t.welcome}</p>
        <p className="mt-1 max-w-2xl text-sm text-muted">{t.welcomeNote}</p>
        <div className="mt-4 flex flex-wrap gap-2">
          <Button busy={isBusy} onClick={onCreate}>
            {!isBusy && <Plus aria-hidden="true" className="size-4" />}
            {t.empty}
          </Button>
        </div>
      </div>
      <TemplateGrid />
    </>
  )
}

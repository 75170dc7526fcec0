import { useDocumentTitle } from '../../components/use-document-title.ts'
import * as t from '../../texts/templates.ts'
import { TemplateGrid } from './template-grid.tsx'

export function TemplatesPage() {
  const heading = useDocumentTitle(t.title)
  return (
    <div className="min-h-0 flex-1 overflow-y-auto px-4 pt-4 pb-10 sm:px-6">
      <h1 ref={heading} tabIndex={-1} className="text-xl font-semibold">
        {t.title}
      </h1>
      <p className="mt-1 mb-6 text-sm text-muted">{t.note}</p>
      <TemplateGrid />
    </div>
  )
}

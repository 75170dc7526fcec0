import { ChevronRight } from 'lucide-react'
import { NodeTile } from '../../graph/cards/node-icon.tsx'
import * as t from '../../texts/editor/canvas.ts'
import type { AddItem } from '../add/add-catalogue.ts'

interface EmptyCanvasProps {
  items: readonly AddItem[]
  canEdit: boolean
  onChoose: (item: AddItem) => void
  onMore: () => void
}

/** The first step of a new workflow: what starts it. */
export function EmptyCanvas({ items, canEdit, onChoose, onMore }: EmptyCanvasProps) {
  const triggers = items.filter(({ family }) => family === 'trigger')
  return (
    <div className="pointer-events-none absolute inset-0 z-10 flex overflow-y-auto p-4">
      <div
        data-empty-graph
        tabIndex={-1}
        // Margins, because a card that is higher than the canvas must not be cut off at its top.
        className="pointer-events-auto m-auto w-full max-w-xl rounded-2xl border border-line bg-raised p-5 shadow-card outline-none"
      >
        <h2 className="text-base font-semibold">{canEdit ? t.emptyTitle : t.emptyReadOnlyTitle}</h2>
        <p className="mt-1 text-[0.8125rem] text-muted">{canEdit ? t.emptyText : t.emptyReadOnly}</p>
        {canEdit && (
          <>
            <ul className="mt-4 space-y-1">
              {triggers.map((item) => (
                <li key={item.id}>
                  <button
                    type="button"
                    onClick={() => onChoose(item)}
                    className="group flex w-full items-center gap-3 rounded-control px-2 py-1.5 text-left hover:bg-hover"
                  >
                    <NodeTile
                      type={item.type}
                      family={item.family}
                      icon={item.icon}
                      service={item.service}
                      size="sm"
                    />
                    <span className="min-w-0 flex-1">
                      <span className="block text-[0.8125rem] font-medium">{item.title}</span>
                      <span className="line-clamp-2 text-xs text-muted">{item.summary}</span>
                    </span>
                    <ChevronRight aria-hidden="true" className="size-4 text-muted" />
                  </button>
                </li>
              ))}
            </ul>
            <div className="mt-3 flex items-center justify-between gap-3 border-t border-line pt-3 text-xs text-muted">
              <span>{t.emptyPaste}</span>
              <button
                type="button"
                onClick={onMore}
                className="shrink-0 rounded px-1 font-medium text-accent-ink hover:underline"
              >
                {t.emptyMore}
              </button>
            </div>
          </>
        )}
      </div>
    </div>
  )
}

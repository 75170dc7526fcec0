import { ChevronDown, ChevronUp } from 'lucide-react'
import type { ReactNode } from 'react'
import * as t from '../../texts/components.ts'
import { IconButton } from '../icon-button.tsx'
import { ResizablePanel } from './resizable-panel.tsx'

interface BottomDrawerProps {
  label: string
  storageKey: string
  open: boolean
  onOpenChange: (open: boolean) => void
  /** The row that stays visible while the drawer is closed. */
  header: ReactNode
  defaultSize?: number
  min?: number
  max?: number
  children: ReactNode
}

const headerHeight = 40

/** A panel at the bottom of the page that remembers its height and closes to its header. */
export function BottomDrawer({
  label,
  storageKey,
  open,
  onOpenChange,
  header,
  defaultSize = 240,
  min = 120,
  max = 720,
  children,
}: BottomDrawerProps) {
  const bar = (
    <div
      style={{ height: headerHeight }}
      className="flex shrink-0 items-center gap-3 border-b border-line pr-2 pl-4 text-[0.8125rem]"
    >
      <div className="flex min-w-0 flex-1 items-center gap-4">{header}</div>
      <IconButton
        icon={open ? ChevronDown : ChevronUp}
        label={open ? t.closePanel(label) : t.openPanel(label)}
        aria-expanded={open}
        tooltipSide="top"
        onClick={() => onOpenChange(!open)}
      />
    </div>
  )
  if (!open) {
    return (
      <section aria-label={label} className="border-t border-line bg-surface">
        {bar}
      </section>
    )
  }
  return (
    <ResizablePanel
      label={label}
      side="bottom"
      storageKey={storageKey}
      defaultSize={defaultSize}
      min={min}
      max={max}
      className="flex flex-col border-t border-line bg-surface"
    >
      {bar}
      <div className="min-h-0 flex-1 overflow-auto">{children}</div>
    </ResizablePanel>
  )
}

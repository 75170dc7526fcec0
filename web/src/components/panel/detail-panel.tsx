import { X } from 'lucide-react'
import { useEffect, useId, useRef, type ReactNode } from 'react'
import { IconButton } from '../icon-button.tsx'
import { Dialog } from '../dialog.tsx'
import { useMediaQuery } from '../use-media-query.ts'

interface DetailPanelProps {
  /** The name of what is shown. */
  title: string
  closeLabel: string
  /** Before the title: an icon or a tile. */
  icon?: ReactNode
  /** Replaces the title on screens that have space for a panel, such as with a name to edit. */
  heading?: ReactNode
  onClose: () => void
  children: ReactNode
}

/** Details beside a list; a sheet where there is no space for both. */
export function DetailPanel({ title, closeLabel, icon, heading, onClose, children }: DetailPanelProps) {
  const isBeside = useMediaQuery('(min-width: 64rem)')
  return isBeside ? (
    <Aside title={title} closeLabel={closeLabel} icon={icon} heading={heading} onClose={onClose}>
      {children}
    </Aside>
  ) : (
    <Dialog open onDismiss={onClose} title={title} size="lg">
      <div className="min-h-0 flex-1 overflow-y-auto border-t border-line">{children}</div>
    </Dialog>
  )
}

function Aside({ title, closeLabel, icon, heading, onClose, children }: DetailPanelProps) {
  const id = useId()
  const aside = useRef<HTMLElement>(null)
  // Escape closes the panel from anywhere inside of it; dialogs and menus above it come first.
  useEffect(() => {
    const element = aside.current
    const close = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return
      event.preventDefault()
      onClose()
    }
    element?.addEventListener('keydown', close)
    return () => element?.removeEventListener('keydown', close)
  }, [onClose])
  return (
    <aside
      ref={aside}
      aria-labelledby={id}
      className="flex w-[27rem] shrink-0 flex-col border-l border-line bg-surface"
    >
      <div className="flex min-h-14 shrink-0 items-center gap-3 border-b border-line px-4 py-2">
        {icon}
        <h2 id={id} className={heading === undefined ? 'min-w-0 flex-1 truncate font-semibold' : 'sr-only'}>
          {title}
        </h2>
        {heading !== undefined && <div className="min-w-0 flex-1 font-semibold">{heading}</div>}
        <IconButton icon={X} label={closeLabel} keys="escape" onClick={onClose} />
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolling by keyboard needs the focus */}
      <div tabIndex={0} className="min-h-0 flex-1 overflow-y-auto -outline-offset-2">
        {children}
      </div>
    </aside>
  )
}

import { clsx } from 'clsx'
import { X } from 'lucide-react'
import { Dialog as Primitive } from 'radix-ui'
import { useRef, type ReactNode } from 'react'
import * as common from '../texts/common.ts'
import { buttonClass } from './button.tsx'

interface DialogProps {
  open: boolean
  /** Called when the user presses Escape, the close button or outside of the dialog. */
  onDismiss: (trigger: 'escape' | 'outside' | 'button') => void
  title: string
  description?: ReactNode
  /** Shows a close button in the header. */
  closeButton?: boolean
  role?: 'dialog' | 'alertdialog'
  size?: 'md' | 'lg'
  children: ReactNode
}

/** A bottom sheet on phones, a centred dialog elsewhere. The caller decides what closes it. */
export function Dialog({
  open,
  onDismiss,
  title,
  description,
  closeButton = true,
  role = 'dialog',
  size = 'md',
  children,
}: DialogProps) {
  const opener = useRef<Element>(null)
  return (
    <Primitive.Root open={open} onOpenChange={(next) => !next && onDismiss('button')}>
      <Primitive.Portal>
        <Primitive.Overlay className="fixed inset-0 z-40 animate-fade bg-scrim" />
        <Primitive.Content
          role={role}
          {...(description === undefined ? { 'aria-describedby': undefined } : {})}
          onOpenAutoFocus={(event) => {
            opener.current = document.activeElement
            const field = (event.currentTarget as HTMLElement).querySelector<HTMLElement>('input, textarea')
            if (field === null) return
            event.preventDefault()
            field.focus()
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            returnFocus(opener.current)
          }}
          onEscapeKeyDown={(event) => {
            event.preventDefault()
            onDismiss('escape')
          }}
          onKeyDown={(event) => {
            // A toast that appeared after the dialog counts as above it, and Escape is for the dialog all the same.
            if (event.key !== 'Escape' || event.defaultPrevented) return
            event.preventDefault()
            onDismiss('escape')
          }}
          onInteractOutside={(event) => {
            event.preventDefault()
            // Toasts are outside of the dialog: the focus may move to one without closing the dialog.
            if (event.type === 'dismissableLayer.pointerDownOutside') onDismiss('outside')
          }}
          className={clsx(
            'fixed z-50 flex animate-rise flex-col bg-raised text-ink shadow-float outline-none',
            'inset-x-0 bottom-0 max-h-[94dvh] rounded-t-2xl',
            'sm:inset-x-auto sm:top-1/2 sm:bottom-auto sm:left-1/2 sm:max-h-[calc(100dvh-3rem)] sm:w-[calc(100vw-3rem)]',
            'sm:-translate-x-1/2 sm:-translate-y-1/2 sm:rounded-2xl sm:border sm:border-line',
            size === 'lg' ? 'sm:max-w-2xl' : 'sm:max-w-lg',
          )}
        >
          <div className={clsx('space-y-1.5 px-5 pt-5 pb-4 sm:px-6', closeButton && 'pr-16 sm:pr-16')}>
            <Primitive.Title className="text-lg font-semibold break-words">{title}</Primitive.Title>
            {description !== undefined && (
              <Primitive.Description asChild>
                <div className="text-sm text-muted">{description}</div>
              </Primitive.Description>
            )}
          </div>
          {children}
          {/* Last, so that the focus begins at what the dialog is about. */}
          {closeButton && (
            <Primitive.Close
              aria-label={common.close}
              className={buttonClass('ghost', 'icon', 'absolute top-3.5 right-3.5 text-muted')}
            >
              <X aria-hidden="true" className="size-5" />
            </Primitive.Close>
          )}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  )
}

/** The element that opened the dialog may be gone, such as the row of a revoked key: focus the page heading then. */
function returnFocus(opener: Element | null): void {
  const target = opener?.isConnected ? opener : document.querySelector('main h1')
  if (target instanceof HTMLElement) target.focus()
}

interface DialogBodyProps {
  /** Makes the body reachable by keyboard where nothing inside of it is, so that it can be scrolled. */
  focusable?: boolean
  children: ReactNode
}

export function DialogBody({ focusable = false, children }: DialogBodyProps) {
  return (
    <div
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolling by keyboard needs the focus
      tabIndex={focusable ? 0 : undefined}
      // A slim mark instead of a ring around everything: the dialog opens with the focus here.
      className="min-h-0 flex-1 space-y-6 overflow-y-auto border-t border-line px-5 py-5 outline-none focus-visible:shadow-[inset_2px_0_0_var(--color-focus)] sm:px-6"
    >
      {children}
    </div>
  )
}

export function DialogFooter({ children }: { children: ReactNode }) {
  return (
    <div className="grid auto-cols-fr grid-flow-col gap-3 border-t border-line px-5 pt-4 pb-[max(1rem,env(safe-area-inset-bottom))] sm:flex sm:justify-end sm:px-6">
      {children}
    </div>
  )
}

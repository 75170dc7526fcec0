import { CircleHelp, X } from 'lucide-react'
import { Dialog } from 'radix-ui'
import { useId } from 'react'
import { IconButton } from '../components/icon-button.tsx'
import { useMediaQuery } from '../components/use-media-query.ts'
import * as t from '../texts/help.ts'
import { HelpContent } from './help-content.tsx'
import { help, type HelpRequest } from './help-store.ts'

/** Beside the page where there is space for both; otherwise above it, and above a dialog from which it was opened. */
export function HelpPanel({ request }: { request: HelpRequest }) {
  const hasSpace = useMediaQuery('(min-width: 80rem)')
  return hasSpace && !request.isAboveDialog ? <Beside request={request} /> : <Sheet request={request} />
}

function Beside({ request }: { request: HelpRequest }) {
  const id = useId()
  const close = () => {
    help.close()
    help.returnFocus()
  }
  return (
    <aside
      aria-labelledby={id}
      data-app-panel
      className="sticky top-0 z-20 flex h-dvh w-96 shrink-0 animate-fade flex-col border-l border-line bg-surface"
    >
      <div className="flex h-12 shrink-0 items-center gap-2.5 border-b border-line pr-2 pl-4">
        <CircleHelp aria-hidden="true" className="size-4 text-muted" />
        <h2 id={id} className="flex-1 text-sm font-semibold">
          {t.title}
        </h2>
        <IconButton icon={X} label={t.close} keys="escape" onClick={close} />
      </div>
      <HelpContent request={request} onClose={close} onInsert={(insert) => insert()} />
    </aside>
  )
}

function Sheet({ request }: { request: HelpRequest }) {
  return (
    <Dialog.Root open onOpenChange={(open) => !open && help.close()}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-60 animate-fade bg-scrim" />
        <Dialog.Content
          aria-describedby={undefined}
          data-app-panel
          // The content has the focus where it belongs, and Escape may only go back.
          onOpenAutoFocus={(event) => event.preventDefault()}
          onEscapeKeyDown={(event) => event.preventDefault()}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            help.returnFocus()
          }}
          className="fixed inset-0 z-60 flex animate-fade flex-col bg-surface text-ink shadow-float outline-none sm:left-auto sm:w-[26rem] sm:border-l sm:border-line"
        >
          <div className="flex h-12 shrink-0 items-center gap-2.5 border-b border-line pr-2 pl-4">
            <CircleHelp aria-hidden="true" className="size-4 text-muted" />
            <Dialog.Title className="flex-1 text-sm font-semibold">{t.title}</Dialog.Title>
            <IconButton icon={X} label={t.close} keys="escape" onClick={() => help.close()} />
          </div>
          <HelpContent
            request={request}
            onClose={() => help.close()}
            onInsert={(insert) => {
              help.close()
              // After the sheet has given the focus back.
              setTimeout(insert, 0)
            }}
          />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

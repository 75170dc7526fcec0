import { Link, useRouterState } from '@tanstack/react-router'
import { Menu as MenuIcon, X } from 'lucide-react'
import { Dialog } from 'radix-ui'
import { useState } from 'react'
import { buttonClass } from '../../components/button.tsx'
import { Brand } from '../../components/mark.tsx'
import * as t from '../../texts/layout.ts'
import { Sidebar } from './sidebar.tsx'

export function PhoneBar() {
  const path = useRouterState({ select: (state) => state.location.pathname })
  // The drawer belongs to the page on which it was opened: navigation closes it.
  const [openOn, setOpenOn] = useState<string>()
  return (
    <header className="sticky top-0 z-30 flex h-16 items-center justify-between border-b border-line bg-surface px-4 sm:px-8">
      <Link to="/" aria-label={t.startPage} className="flex h-10 items-center rounded-control">
        <Brand />
      </Link>
      <Dialog.Root open={openOn === path} onOpenChange={(open) => setOpenOn(open ? path : undefined)}>
        <Dialog.Trigger aria-label={t.openMenu} className={buttonClass('ghost', 'icon', '-mr-2')}>
          <MenuIcon aria-hidden="true" className="size-5" />
        </Dialog.Trigger>
        <Dialog.Portal>
          <Dialog.Overlay className="fixed inset-0 z-40 animate-fade bg-scrim" />
          <Dialog.Content
            aria-describedby={undefined}
            className="fixed inset-y-0 left-0 z-50 flex w-[min(19rem,calc(100vw-3.5rem))] animate-drawer flex-col bg-surface shadow-float outline-none"
          >
            <Dialog.Title className="sr-only">{t.menu}</Dialog.Title>
            <Sidebar />
            <Dialog.Close
              aria-label={t.closeMenu}
              className={buttonClass('ghost', 'icon', 'absolute top-4 right-3')}
            >
              <X aria-hidden="true" className="size-5" />
            </Dialog.Close>
          </Dialog.Content>
        </Dialog.Portal>
      </Dialog.Root>
    </header>
  )
}

import { Link, useRouterState } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { ArrowUpRight, CircleHelp, Ellipsis, Search, X, type LucideIcon } from 'lucide-react'
import { Dialog } from 'radix-ui'
import { useState } from 'react'
import { buttonClass } from '../../components/button.tsx'
import { Brand } from '../../components/mark.tsx'
import { help } from '../../help/help-store.ts'
import * as commands from '../../texts/commands.ts'
import * as t from '../../texts/layout.ts'
import { useCommandOverlay } from '../commands/command-provider.tsx'
import { WaitCount } from './wait-count.tsx'
import { AccountMenu } from './account-menu.tsx'
import { linksFor, mainLinks, referenceLink, settingsLinks } from './navigation.ts'
import { isWithin } from './sidebar.tsx'
import { useSignedInSession } from './use-signed-in-session.ts'

const barItemClass = clsx(
  'flex min-w-0 flex-1 flex-col items-center justify-center gap-0.5 text-[0.6875rem] font-medium text-muted',
  'aria-[current=page]:text-accent-ink data-[state=open]:text-accent-ink',
)

const barLinks = mainLinks.filter(({ isInSheet }) => isInSheet !== true)
const sheetLinks = mainLinks.filter(({ isInSheet }) => isInSheet === true)

/** The navigation of phones: at the bottom, where the thumb is. */
export function PhoneBar() {
  const path = useRouterState({ select: (state) => state.location.pathname })
  const openOverlay = useCommandOverlay()
  const isMore =
    path.startsWith('/settings') ||
    sheetLinks.some(({ to, section }) => path === to || isWithin(path, section))
  return (
    <header className="sticky bottom-0 z-30 shrink-0 border-t border-line bg-surface pb-[env(safe-area-inset-bottom)]">
      <nav aria-label={t.mainNavigation} className="flex h-14">
        {barLinks.map(({ label, icon, to, section }) => (
          <Link
            key={to}
            to={to}
            aria-current={path === to || isWithin(path, section) ? 'page' : undefined}
            className={barItemClass}
          >
            <span className="relative">
              <BarIcon icon={icon} />
              {to === '/inbox' && <WaitCount compact />}
            </span>
            {label}
          </Link>
        ))}
        <button type="button" onClick={() => openOverlay('palette')} className={barItemClass}>
          <BarIcon icon={Search} />
          {commands.searchShort}
        </button>
        <MoreSheet path={path} isCurrent={isMore} />
      </nav>
    </header>
  )
}

function MoreSheet({ path, isCurrent }: { path: string; isCurrent: boolean }) {
  const { user } = useSignedInSession()
  // The sheet belongs to the page on which it was opened: navigation closes it.
  const [openOn, setOpenOn] = useState<string>()
  return (
    <Dialog.Root open={openOn === path} onOpenChange={(open) => setOpenOn(open ? path : undefined)}>
      <Dialog.Trigger aria-current={isCurrent ? 'page' : undefined} className={barItemClass}>
        <BarIcon icon={Ellipsis} />
        {t.more}
      </Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 animate-fade bg-scrim" />
        <Dialog.Content
          aria-describedby={undefined}
          className="fixed inset-x-0 bottom-0 z-50 flex max-h-[90dvh] animate-rise flex-col gap-4 overflow-y-auto rounded-t-2xl bg-surface px-4 pt-4 pb-[max(1rem,env(safe-area-inset-bottom))] shadow-float outline-none"
        >
          <div className="flex items-center justify-between">
            <Brand />
            <Dialog.Close aria-label={t.closeMenu} className={buttonClass('ghost', 'icon', '-mr-2')}>
              <X aria-hidden="true" className="size-5" />
            </Dialog.Close>
          </div>
          <Dialog.Title className="sr-only">{t.menu}</Dialog.Title>
          <ul className="space-y-1">
            {[...sheetLinks, ...linksFor(user.role, settingsLinks)].map(({ label, icon: Icon, to }) => (
              <li key={to}>
                <Link to={to} onClick={() => setOpenOn(undefined)} className={sheetLinkClass}>
                  <Icon aria-hidden="true" className="size-4.5" strokeWidth={1.9} />
                  {label}
                </Link>
              </li>
            ))}
            <li>
              <button
                type="button"
                onClick={() => {
                  setOpenOn(undefined)
                  // After the sheet has given the focus back.
                  setTimeout(() => help.open(), 0)
                }}
                className={`${sheetLinkClass} w-full`}
              >
                <CircleHelp aria-hidden="true" className="size-4.5" strokeWidth={1.9} />
                {t.help}
              </button>
            </li>
            <li>
              <a href={referenceLink.href} className={sheetLinkClass}>
                <referenceLink.icon aria-hidden="true" className="size-4.5" strokeWidth={1.9} />
                <span className="flex-1">{referenceLink.label}</span>
                <ArrowUpRight aria-hidden="true" className="size-4" />
              </a>
            </li>
          </ul>
          <div className="border-t border-line pt-2">
            <AccountMenu />
          </div>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

const sheetLinkClass =
  'flex h-11 items-center gap-3 rounded-control px-3 text-sm font-medium text-muted hover:bg-hover hover:text-ink aria-[current=page]:bg-accent-soft aria-[current=page]:text-accent-ink'

function BarIcon({ icon: Icon }: { icon: LucideIcon }) {
  return <Icon aria-hidden="true" className="size-5" strokeWidth={1.8} />
}

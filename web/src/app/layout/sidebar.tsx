import { Link, useRouterState } from '@tanstack/react-router'
import { clsx } from 'clsx'
import {
  ArrowUpRight,
  CircleHelp,
  PanelLeftClose,
  PanelLeftOpen,
  Search,
  type LucideIcon,
} from 'lucide-react'
import { IconButton } from '../../components/icon-button.tsx'
import { Brand, Mark } from '../../components/mark.tsx'
import { Tooltip } from '../../components/overlay/tooltip.tsx'
import { help } from '../../help/help-store.ts'
import * as commands from '../../texts/commands.ts'
import * as t from '../../texts/layout.ts'
import { useCommandOverlay } from '../commands/command-provider.tsx'
import { ShortcutHint } from '../commands/shortcut-hint.tsx'
import { ariaKeys } from '../commands/shortcut.ts'
import { WaitCount } from './wait-count.tsx'
import { AccountMenu } from './account-menu.tsx'
import {
  linksFor,
  mainLinks,
  referenceLink,
  settingsIcon,
  settingsLinks,
  type PageLink,
} from './navigation.ts'
import { useSignedInSession } from './use-signed-in-session.ts'

const linkClass = clsx(
  'flex h-8.5 items-center gap-2.5 rounded-control px-2.5 text-[0.8125rem] font-medium text-muted transition-colors',
  'hover:bg-hover hover:text-ink aria-[current=page]:bg-accent-soft aria-[current=page]:text-accent-ink',
)

interface SidebarProps {
  /** Shows only the icons, in a rail of 56 px. */
  rail: boolean
  /** Undefined where the page decides that there is a rail. */
  onToggle?: (() => void) | undefined
}

/** The navigation of wide screens. */
export function Sidebar({ rail, onToggle }: SidebarProps) {
  const { user } = useSignedInSession()
  const openOverlay = useCommandOverlay()
  const inSettings = useRouterState({ select: ({ location }) => location.pathname.startsWith('/settings') })
  const settings = linksFor(user.role, settingsLinks)
  return (
    <>
      <div
        className={clsx(
          'flex h-14 shrink-0 items-center',
          rail ? 'justify-center' : 'justify-between pr-2 pl-4',
        )}
      >
        <Link to="/" aria-label={t.startPage} className="flex h-9 items-center rounded-control">
          {rail ? <Mark className="size-7" /> : <Brand />}
        </Link>
        {!rail && onToggle && (
          <IconButton icon={PanelLeftClose} label={t.collapseNavigation} keys="[" onClick={onToggle} />
        )}
      </div>
      <div className="px-2 pb-2">
        {rail ? (
          <div className="grid place-items-center">
            <IconButton
              icon={Search}
              label={commands.search}
              keys="mod+k"
              tooltipSide="right"
              onClick={() => openOverlay('palette')}
              className="md:size-9"
            />
          </div>
        ) : (
          <button
            type="button"
            aria-keyshortcuts={ariaKeys(['mod+k'])}
            onClick={() => openOverlay('palette')}
            className="flex h-8.5 w-full items-center gap-2.5 rounded-control border border-line px-2.5 text-[0.8125rem] text-muted transition-colors hover:bg-hover hover:text-ink"
          >
            <Search aria-hidden="true" className="size-4" />
            <span className="flex-1 text-left">{commands.searchShort}</span>
            <ShortcutHint keys="mod+k" />
          </button>
        )}
      </div>
      <nav
        aria-label={t.mainNavigation}
        className="flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto px-2 pb-2"
      >
        <ul className="space-y-0.5">
          {mainLinks.map((link) => (
            <li key={link.to}>
              <NavigationLink link={link} rail={rail} />
            </li>
          ))}
        </ul>
        <ul className="mt-auto space-y-0.5">
          {inSettings && settings.length > 1 && !rail && (
            <li aria-hidden="true" className="px-2.5 pb-1 text-xs font-medium text-muted">
              {t.settings}
            </li>
          )}
          {inSettings && settings.length > 1
            ? settings.map((link) => (
                <li key={link.to}>
                  <NavigationLink link={link} rail={rail} />
                </li>
              ))
            : settings[0] && (
                <li>
                  <NavigationLink
                    link={{ ...settings[0], label: t.settings, icon: settingsIcon, keys: 'g s' }}
                    rail={rail}
                  />
                </li>
              )}
          <li>
            <Tip label={t.help} keys="h" shown={rail}>
              <button
                type="button"
                aria-keyshortcuts={ariaKeys(['h', 'f1'])}
                onClick={() => help.open()}
                className={clsx(linkClass, 'w-full', rail && 'justify-center')}
              >
                <NavigationIcon icon={CircleHelp} />
                <span className={rail ? 'sr-only' : 'flex-1 text-left'}>{t.help}</span>
                {!rail && <ShortcutHint keys="h" />}
              </button>
            </Tip>
          </li>
          <li>
            <Tip label={referenceLink.label} shown={rail}>
              <a href={referenceLink.href} className={clsx(linkClass, rail && 'justify-center')}>
                <NavigationIcon icon={referenceLink.icon} />
                <span className={rail ? 'sr-only' : 'flex-1'}>{referenceLink.label}</span>
                {!rail && <ArrowUpRight aria-hidden="true" className="size-3.5" />}
              </a>
            </Tip>
          </li>
          {rail && onToggle && (
            <li className="grid place-items-center">
              <IconButton
                icon={PanelLeftOpen}
                label={t.expandNavigation}
                keys="["
                tooltipSide="right"
                onClick={onToggle}
              />
            </li>
          )}
        </ul>
      </nav>
      <div className="border-t border-line p-2">
        <AccountMenu compact={rail} />
      </div>
    </>
  )
}

function NavigationLink({ link, rail }: { link: PageLink; rail: boolean }) {
  const isCurrent = useRouterState({
    select: ({ location: { pathname } }) => pathname === link.to || isWithin(pathname, link.section),
  })
  return (
    <Tip label={link.label} keys={link.keys} shown={rail}>
      <Link
        to={link.to}
        aria-current={isCurrent ? 'page' : undefined}
        className={clsx(linkClass, rail && 'justify-center')}
      >
        <span className="relative">
          <NavigationIcon icon={link.icon} />
          {rail && link.to === '/inbox' && <WaitCount compact />}
        </span>
        <span className={rail ? 'sr-only' : 'flex-1'}>{link.label}</span>
        {!rail && link.to === '/inbox' && <WaitCount />}
      </Link>
    </Tip>
  )
}

/** `/workflows/x` is within `/workflows`. */
export function isWithin(pathname: string, section: string | undefined): boolean {
  return section !== undefined && pathname.startsWith(`${section}/`)
}

function NavigationIcon({ icon: Icon }: { icon: LucideIcon }) {
  return <Icon aria-hidden="true" className="size-4.5 shrink-0" strokeWidth={1.9} />
}

interface TipProps {
  label: string
  keys?: string
  shown: boolean
  children: React.ReactElement
}

/** Names the links of a rail. Beside a label it would repeat it. */
function Tip({ label, keys, shown, children }: TipProps) {
  if (!shown) return children
  return (
    <Tooltip content={label} side="right" {...(keys === undefined ? {} : { keys })}>
      {children}
    </Tooltip>
  )
}

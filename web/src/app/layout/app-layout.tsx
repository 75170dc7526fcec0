import { Outlet, useMatches, useNavigate } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { CircleHelp, Monitor, PanelLeft } from 'lucide-react'
import { Suspense, useEffect, useState } from 'react'
import { useCommands } from '../commands/use-commands.ts'
import { useOverlayCommands } from '../commands/command-provider.tsx'
import type { Command } from '../commands/command.ts'
import { HelpRegion } from '../../help/help-region.tsx'
import { help } from '../../help/help-store.ts'
import { readStored, writeStored } from '../../components/stored-value.ts'
import { preloadToaster } from '../../components/toast.tsx'
import { useMediaQuery } from '../../components/use-media-query.ts'
import * as commandTexts from '../../texts/commands.ts'
import * as common from '../../texts/common.ts'
import * as t from '../../texts/layout.ts'
import { themeOptions } from '../theme-options.ts'
import { chooseTheme } from '../theme.ts'
import { ConnectionNotice } from './connection-notice.tsx'
import { linksFor, mainLinks, settingsIcon, settingsLinks } from './navigation.ts'
import { PauseNotice } from './pause-notice.tsx'
import { SessionRenewal } from './session-renewal.tsx'
import { Sidebar } from './sidebar.tsx'
import { useSignedInSession } from './use-signed-in-session.ts'
import { lazyPart } from '../lazy-part.ts'

const PhoneBar = lazyPart(async () => ({ default: (await import('./phone-bar.tsx')).PhoneBar }))

/** Behind the page, which comes first. */
const PRELOAD_MS = 1_500

export function AppLayout() {
  const wide = useMediaQuery('(min-width: 64rem)')
  const layout = useMatches({ select: (matches) => matches.findLast(hasLayout)?.staticData.layout })
  const [collapsed, setCollapsed] = useState(() => readStored('navigation.collapsed', isBoolean) ?? false)
  const toggle = () => {
    setCollapsed(!collapsed)
    writeStored('navigation.collapsed', !collapsed)
  }
  const canToggle = wide && layout !== 'full'
  useOverlayCommands()
  useCommands(useAppCommands({ canToggle, toggle }), { background: true })
  useEffect(() => {
    // A toast may have to say that there is no connection.
    const timer = setTimeout(() => void preloadToaster().catch(() => undefined), PRELOAD_MS)
    return () => clearTimeout(timer)
  }, [])
  const rail = layout === 'full' || collapsed
  return (
    <div
      className={clsx(
        'flex flex-col lg:flex-row',
        layout === undefined ? 'min-h-dvh' : 'h-dvh overflow-hidden',
      )}
    >
      <a
        href="#main"
        className="sr-only z-60 rounded-control bg-accent text-sm font-medium text-on-accent shadow-float focus:not-sr-only focus:fixed focus:top-3 focus:left-3 focus:px-4 focus:py-2.5"
      >
        {t.skipToContent}
      </a>
      {wide && (
        <header
          className={clsx(
            'sticky top-0 z-30 flex h-dvh shrink-0 flex-col border-r border-line bg-surface',
            rail ? 'w-14' : 'w-54',
          )}
        >
          <Sidebar rail={rail} onToggle={canToggle ? toggle : undefined} />
        </header>
      )}
      <div className={clsx('flex min-w-0 flex-1 flex-col', layout !== undefined && 'min-h-0')}>
        <ConnectionNotice />
        <PauseNotice />
        <main
          id="main"
          tabIndex={-1}
          className={clsx(
            'flex-1 outline-none',
            layout === undefined
              ? 'mx-auto w-full max-w-6xl px-4 pt-6 pb-24 sm:px-8 lg:px-10 lg:pt-9'
              : 'relative flex min-h-0 flex-col overflow-hidden',
          )}
        >
          <Outlet />
        </main>
      </div>
      <HelpRegion />
      {!wide && (
        <Suspense fallback={<div className="h-14 shrink-0 border-t border-line bg-surface" />}>
          <PhoneBar />
        </Suspense>
      )}
      <SessionRenewal />
    </div>
  )
}

function hasLayout({ staticData }: { staticData: { layout?: string } }): boolean {
  return staticData.layout !== undefined
}

function isBoolean(value: unknown): value is boolean {
  return typeof value === 'boolean'
}

/** The commands that every page has. */
function useAppCommands({ canToggle, toggle }: { canToggle: boolean; toggle: () => void }): Command[] {
  const navigate = useNavigate()
  const { user } = useSignedInSession()
  const settings = linksFor(user.role, settingsLinks)
  const pages = [...mainLinks, ...settings].map(({ label, icon, to, keys }) => ({
    id: to === '/' ? 'go.home' : `go${to.replaceAll('/', '.')}`,
    title: commandTexts.goTo(label),
    group: commandTexts.navigation,
    icon,
    keys: [keys],
    run: () => navigate({ to }),
  }))
  const [firstSettings] = settings
  return [
    ...pages,
    ...(firstSettings === undefined
      ? []
      : [
          {
            id: 'go.settings',
            title: commandTexts.goTo(t.settings),
            group: commandTexts.navigation,
            icon: settingsIcon,
            keys: ['g s'],
            run: () => navigate({ to: firstSettings.to }),
          },
        ]),
    {
      id: 'app.help',
      title: commandTexts.searchHelp,
      group: commandTexts.general,
      icon: CircleHelp,
      keys: ['h'],
      keywords: commandTexts.searchHelpKeywords,
      run: () => help.open(),
    },
    {
      id: 'app.help.here',
      title: commandTexts.helpHere,
      group: commandTexts.general,
      keys: ['f1'],
      whileTyping: true,
      hidden: true,
      run: () => help.open(),
    },
    {
      id: 'app.toggle-navigation',
      title: commandTexts.toggleSidebar,
      group: commandTexts.general,
      icon: PanelLeft,
      keys: ['['],
      enabled: canToggle,
      run: toggle,
    },
    ...themeOptions.map(({ value, label, icon }) => ({
      id: `app.theme.${value}`,
      title: commandTexts.switchTheme(label),
      group: commandTexts.general,
      icon: icon ?? Monitor,
      keywords: [common.theme],
      run: () => chooseTheme(value),
    })),
  ]
}

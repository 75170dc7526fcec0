import { useEffect, useRef, type ReactNode } from 'react'
import { Brand, Mark } from '../components/mark.tsx'
import { hasNavigated } from '../components/navigation-state.ts'
import { Segmented } from '../components/segmented.tsx'
import * as common from '../texts/common.ts'
import * as t from '../texts/layout.ts'
import { themeOptions } from './theme-options.ts'
import { chooseTheme, useTheme } from './theme.ts'

interface AuthLayoutProps {
  title: string
  lead: ReactNode
  children: ReactNode
}

/** The layout of pages before sign-in: a form, and an illustrated panel beside it on wide screens. */
export function AuthLayout({ title, lead, children }: AuthLayoutProps) {
  const theme = useTheme()
  const heading = useRef<HTMLHeadingElement>(null)

  useEffect(() => {
    document.title = common.documentTitle(title)
    if (hasNavigated()) heading.current?.focus({ preventScroll: true })
  }, [title])

  return (
    <div className="grid min-h-dvh lg:grid-cols-[minmax(26rem,5fr)_7fr]">
      <div className="flex flex-col px-4 sm:px-8">
        <header className="flex h-18 items-center justify-between">
          <Brand />
          <Segmented
            label={common.theme}
            value={theme}
            onChange={chooseTheme}
            options={themeOptions}
            iconsOnly
          />
        </header>
        <main className="mx-auto flex w-full max-w-sm flex-1 flex-col justify-center pt-6 pb-24">
          <h1
            ref={heading}
            tabIndex={-1}
            className="text-[1.625rem] leading-tight font-semibold tracking-[-0.022em]"
          >
            {title}
          </h1>
          <p className="mt-2 mb-8 text-[0.9375rem] text-muted">{lead}</p>
          {children}
        </main>
      </div>
      <AboutPanel />
    </div>
  )
}

const streams = [
  'M-20 610C180 560 300 690 470 640S760 520 1020 590',
  'M-20 650C190 600 310 730 480 680S780 560 1020 632',
  'M-20 692C200 642 320 770 490 722S800 602 1020 676',
  'M-20 738C210 688 330 812 500 766S820 648 1020 722',
  'M-20 788C220 738 340 856 510 812S840 698 1020 772',
] as const

function AboutPanel() {
  return (
    <aside
      aria-label={t.aboutMillrace}
      className="relative hidden overflow-hidden bg-deep text-deep-ink lg:block"
    >
      <svg
        aria-hidden="true"
        viewBox="0 0 1000 900"
        preserveAspectRatio="xMidYMax slice"
        className="absolute inset-0 size-full text-deep-line"
      >
        <g fill="none" stroke="currentColor" strokeWidth="1.5">
          {streams.map((path, index) => (
            <path key={path} d={path} opacity={0.75 - index * 0.13} />
          ))}
        </g>
      </svg>
      <div className="relative flex h-full flex-col justify-center px-16 pb-48 xl:px-24">
        <Mark className="mb-10 size-24 [--mark-water:var(--color-deep-line)]" />
        <p className="max-w-lg text-3xl leading-snug font-semibold tracking-[-0.022em] text-balance">
          {common.tagline}
        </p>
        <p className="mt-4 max-w-md text-deep-muted">{t.durability}</p>
      </div>
    </aside>
  )
}

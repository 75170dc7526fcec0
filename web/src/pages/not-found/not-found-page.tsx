import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { buttonClass } from '../../components/button.tsx'
import { Brand } from '../../components/mark.tsx'
import * as common from '../../texts/common.ts'
import * as t from '../../texts/not-found.ts'

export function NotFoundPage() {
  useEffect(() => {
    document.title = common.documentTitle(t.title)
  }, [])
  return (
    <main className="mx-auto flex min-h-dvh max-w-xl flex-col px-4 py-10 text-center">
      <Brand className="self-center" />
      <div className="my-auto flex flex-col items-center pb-16">
        <DryRace />
        <h1 className="mt-8 text-2xl font-semibold tracking-[-0.02em]">{t.title}</h1>
        <p className="mt-2 max-w-sm text-[0.9375rem] text-muted">{t.explanation}</p>
        <Link to="/" className={buttonClass('primary', 'md', 'mt-7')}>
          {t.goToStartPage}
        </Link>
      </div>
    </main>
  )
}

/** The mill wheel of the logo above a dry race. */
function DryRace() {
  return (
    <svg viewBox="0 0 160 96" aria-hidden="true" className="w-40 text-line-strong">
      <g fill="none" stroke="currentColor" strokeLinecap="round" strokeWidth="3">
        <circle cx="80" cy="40" r="24" />
        <path d="M104 40L115.57 50.2M96.97 56.97L97.94 72.36M80 64L69.8 75.57M63.03 56.97L47.64 57.94M56 40L44.43 29.8M63.03 23.03L62.06 7.64M80 16L90.2 4.43M96.97 23.03L112.36 22.06" />
        <path
          strokeWidth="2"
          d="M84.62 41.91L100.33 48.42M78.09 44.62L71.58 60.33M75.38 38.09L59.67 31.58M81.91 35.38L88.42 19.67"
        />
        <circle cx="80" cy="40" r="5.5" fill="currentColor" stroke="none" />
        <path className="text-accent" strokeDasharray="2 11" d="M8 90h144" />
      </g>
    </svg>
  )
}

import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { buttonClass } from '../../components/button.tsx'
import { Brand } from '../../components/mark.tsx'

export function NotFoundPage() {
  useEffect(() => {
    document.title = 'Page not found · Millrace'
  }, [])
  return (
    <main className="mx-auto flex min-h-dvh max-w-xl flex-col px-4 py-10 text-center">
      <Brand className="self-center" />
      <div className="my-auto flex flex-col items-center pb-16">
        <DryRace />
        <h1 className="mt-8 text-2xl font-semibold tracking-[-0.02em]">No water here</h1>
        <p className="mt-2 max-w-sm text-[0.9375rem] text-muted">
          There is no page at this address. It may have been moved, or the link may be incomplete.
        </p>
        <Link to="/" className={buttonClass('primary', 'md', 'mt-7')}>
          Go to the start page
        </Link>
      </div>
    </main>
  )
}

/** The wheel over a race that has run dry. */
function DryRace() {
  return (
    <svg viewBox="0 0 160 96" aria-hidden="true" className="w-40 text-line-strong">
      <g fill="none" stroke="currentColor" strokeLinecap="round" strokeWidth="3">
        <circle cx="80" cy="38" r="19" />
        <path d="M98.71 34.7Q109.88 34.81 114.61 47.92M95.56 48.9Q103.39 56.87 97.45 69.49M83.3 56.71Q83.19 67.88 70.08 72.61M69.1 53.56Q61.13 61.39 48.51 55.45M61.29 41.3Q50.12 41.19 45.39 28.08M64.44 27.1Q56.61 19.13 62.55 6.51M76.7 19.29Q76.81 8.12 89.92 3.39M90.9 22.44Q98.87 14.61 111.49 20.55" />
        <circle cx="80" cy="38" r="5" fill="currentColor" stroke="none" />
        <path className="text-accent" strokeDasharray="2 11" d="M8 86h144" />
      </g>
    </svg>
  )
}

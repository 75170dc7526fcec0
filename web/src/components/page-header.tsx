import { useEffect, useRef, type ReactNode } from 'react'
import { hasNavigated } from './navigated.ts'

interface PageHeaderProps {
  title: string
  children?: ReactNode
  action?: ReactNode
}

export function PageHeader({ title, children, action }: PageHeaderProps) {
  const heading = useRef<HTMLHeadingElement>(null)

  // A change of page inside the app is silent to screen readers unless the focus moves with it.
  useEffect(() => {
    document.title = `${title} · Millrace`
    if (hasNavigated()) heading.current?.focus({ preventScroll: true })
  }, [title])

  return (
    <div className="mb-7 flex flex-col gap-4 sm:flex-row sm:items-end sm:justify-between">
      <div className="max-w-3xl space-y-1.5">
        <h1 ref={heading} tabIndex={-1} className="text-2xl font-semibold tracking-[-0.02em]">
          {title}
        </h1>
        {children && <p className="text-[0.9375rem] text-muted">{children}</p>}
      </div>
      {action}
    </div>
  )
}

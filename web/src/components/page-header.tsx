import { useEffect, useRef, type ReactNode } from 'react'
import * as common from '../texts/common.ts'
import { hasNavigated } from './navigation-state.ts'

interface PageHeaderProps {
  title: string
  children?: ReactNode
  action?: ReactNode
}

export function PageHeader({ title, children, action }: PageHeaderProps) {
  const heading = useRef<HTMLHeadingElement>(null)

  // Screen readers announce a navigation inside the app only when the focus moves.
  useEffect(() => {
    document.title = common.documentTitle(title)
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

import type { ReactNode } from 'react'
import { useDocumentTitle } from './use-document-title.ts'

interface PageHeaderProps {
  title: string
  children?: ReactNode
  action?: ReactNode
}

export function PageHeader({ title, children, action }: PageHeaderProps) {
  const heading = useDocumentTitle(title)

  return (
    <div className="mb-7 flex flex-col gap-4 sm:flex-row sm:items-end sm:justify-between">
      <div className="max-w-3xl space-y-1.5">
        <h1 ref={heading} tabIndex={-1} className="text-xl font-semibold tracking-[-0.015em]">
          {title}
        </h1>
        {children && <p className="text-sm text-muted">{children}</p>}
      </div>
      {action}
    </div>
  )
}

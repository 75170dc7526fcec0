import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { hasNavigated } from '../../components/navigation-state.ts'
import * as common from '../../texts/common.ts'
import * as t from '../../texts/executions.ts'
import { ExecutionList } from './execution-list.tsx'

export function ExecutionsPage() {
  const filters = useSearch({ from: '/signed-in/executions' })
  const navigate = useNavigate({ from: '/executions' })
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = common.documentTitle(t.title)
    if (hasNavigated()) heading.current?.focus({ preventScroll: true })
  }, [])
  return (
    <div className="flex min-h-0 flex-1 flex-col bg-surface [--gutter:1rem] sm:[--gutter:1.5rem]">
      <h1
        ref={heading}
        tabIndex={-1}
        className="flex h-14 shrink-0 items-center px-(--gutter) text-xl font-semibold"
      >
        {t.title}
      </h1>
      <ExecutionList filters={filters} onChange={(next) => void navigate({ search: next, replace: true })} />
    </div>
  )
}

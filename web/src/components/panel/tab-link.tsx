import { useNavigate, useRouter, type NavigateOptions } from '@tanstack/react-router'
import type { MouseEvent, ReactNode } from 'react'
import { tabClass } from './tabs.tsx'

interface TabLinkProps {
  target: NavigateOptions
  isCurrent: boolean
  children: ReactNode
}

/** A tab that is a link to the same page with another search. The router's own link cannot tell which of them is current. */
export function TabLink({ target, isCurrent, children }: TabLinkProps) {
  const router = useRouter()
  const navigate = useNavigate()
  const follow = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0) return
    event.preventDefault()
    void navigate(target)
  }
  return (
    <a
      href={router.buildLocation(target).href}
      aria-current={isCurrent ? 'page' : undefined}
      onClick={follow}
      className={tabClass}
    >
      {children}
    </a>
  )
}

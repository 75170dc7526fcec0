import { useEffect, useRef, type RefObject } from 'react'
import * as common from '../texts/common.ts'
import { hasNavigated } from './navigation-state.ts'

/**
 * Sets the title of the document. Returns a ref for the heading of the page (with `tabIndex={-1}`), which gets the focus
 * after a navigation: screen readers announce a navigation inside the app only when the focus moves.
 */
export function useDocumentTitle(title: string): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = common.documentTitle(title)
  }, [title])
  useEffect(() => {
    if (hasNavigated()) heading.current?.focus({ preventScroll: true })
  }, [])
  return heading
}

import { useLayoutEffect, useState, type RefObject } from 'react'
import { flushSync } from 'react-dom'

/** Browsers stop laying out elements that are much taller. */
const MAX_HEIGHT = 12_000_000
const OVERSCAN = 6

export interface VirtualRows {
  readonly first: number
  readonly last: number
  /** The height of the content, in pixels. */
  readonly height: number
  /** Where the first row begins, in pixels from the top of the content. */
  readonly top: number
  scrollTo(row: number): void
}

interface VirtualRowOptions {
  readonly count: number
  readonly rowHeight: number
  /** The height of a heading that covers the top of the rows. */
  readonly headerHeight?: number
  /** Rows to render beyond what is visible, in both directions. */
  readonly overscan?: number
  /** Whether the container exists. Needed where it appears later than the component, such as when its data is loaded. */
  readonly isShown?: boolean
  /** The height of the container until it is measured. */
  readonly initialHeight?: number
}

/** Which rows of a long list to render. All rows have the same height. */
export function useVirtualRows(
  container: RefObject<HTMLElement | null>,
  {
    count,
    rowHeight,
    headerHeight = 0,
    overscan = OVERSCAN,
    isShown = true,
    initialHeight = 600,
  }: VirtualRowOptions,
): VirtualRows {
  const [view, setView] = useState({ top: 0, height: 0 })
  useLayoutEffect(() => {
    const element = container.current
    if (!isShown || element === null) return undefined
    const update = () =>
      setView((known) =>
        known.top === element.scrollTop && known.height === element.clientHeight
          ? known
          : { top: element.scrollTop, height: element.clientHeight },
      )
    update()
    // Before the next paint: otherwise it shows the new position without its rows.
    const updateNow = () => flushSync(update)
    element.addEventListener('scroll', updateNow, { passive: true })
    const observer = new ResizeObserver(update)
    observer.observe(element)
    return () => {
      element.removeEventListener('scroll', updateNow)
      observer.disconnect()
    }
  }, [container, isShown])

  const full = count * rowHeight
  const height = Math.min(full, MAX_HEIGHT)
  const viewHeight = view.height === 0 ? initialHeight : view.height
  // Above the maximum height, a pixel of scrolling moves by more than a pixel of rows.
  const scale = height <= viewHeight || full <= height ? 1 : (full - viewHeight) / (height - viewHeight)
  const position = Math.max(0, Math.min(view.top, height)) * scale
  const first = Math.max(0, Math.floor(position / rowHeight) - overscan)
  const last = Math.min(count - 1, Math.ceil((position + viewHeight) / rowHeight) + overscan)
  const top = first * rowHeight - position + position / scale

  const scrollTo = (row: number) => {
    const element = container.current
    if (element === null) return
    const visible = element.clientHeight - headerHeight
    const at = element.scrollTop * scale
    const wanted = row * rowHeight
    if (wanted < at) element.scrollTo({ top: wanted / scale })
    else if (wanted + rowHeight > at + visible) {
      element.scrollTo({ top: (wanted + rowHeight - visible) / scale })
    }
  }
  return { first, last, height, top, scrollTo }
}

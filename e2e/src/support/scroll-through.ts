import type { Page } from 'playwright-core'

/** A list that has not grown by then has no more rows, or lost some. */
const MAX_FRAMES_AT_END = 2_000
/** What is blank for so many animation frames is a gap that people see. */
const MAX_BLANK_FRAMES = 3

interface Scrolled {
  /** How many different rows were visible. */
  readonly rows: number
  /** How often a part of the list stayed without rows. */
  readonly gaps: number
  /** The text of the last row. */
  readonly last: string
}

/**
 * Scrolls a virtualised table down, almost its whole height at a time, until `rows` of its rows have been visible. After every
 * step it looks whether rows cover what is visible, and scrolls on as soon as they do.
 */
export function scrollThrough(page: Page, table: string, rows: number): Promise<Scrolled> {
  return page.evaluate(
    async ({ table: name, rows: wanted, maxFramesAtEnd, maxBlankFrames }) => {
      const list = document.querySelector(`[role=table][aria-label="${name}"]`)
      // The first row is the heading.
      const shownRows = () =>
        [...(list?.querySelectorAll<HTMLElement>('[role=row][aria-rowindex]') ?? [])].filter(
          (row) => Number(row.getAttribute('aria-rowindex')) > 1,
        )
      let scroller = shownRows()[0]?.parentElement ?? null
      while (scroller !== null && scroller.scrollHeight <= scroller.clientHeight + 1) {
        scroller = scroller.parentElement
      }
      if (scroller === null) throw new Error('The list does not scroll.')
      const seen = new Set<number>()
      let gaps = 0
      let last = ''
      let framesAtEnd = 0
      let blankFrames = 0
      while (seen.size < wanted && framesAtEnd < maxFramesAtEnd) {
        await new Promise(requestAnimationFrame)
        const view = scroller.getBoundingClientRect()
        // A list that loads more says so at its end.
        const notes = scroller.querySelectorAll<HTMLElement>('[role=status]')
        const visible = [...shownRows(), ...notes]
          .map((row) => ({ row, box: row.getBoundingClientRect() }))
          .filter(({ box }) => box.bottom > view.top && box.top < view.bottom)
          .toSorted((a, b) => a.box.top - b.box.top)
        let covered = view.top
        let isBlank = false
        for (const { row, box } of visible) {
          if (box.top > covered + 1) isBlank = true
          covered = box.bottom
          if (row.role !== 'row') continue
          seen.add(Number(row.getAttribute('aria-rowindex')))
          last = row.textContent ?? ''
        }
        const isEnd = scroller.scrollTop + scroller.clientHeight >= scroller.scrollHeight - 1
        isBlank ||= !isEnd && covered < view.bottom - 1
        blankFrames = isBlank ? blankFrames + 1 : 0
        if (isBlank && blankFrames <= maxBlankFrames) continue
        if (isBlank) gaps += 1
        blankFrames = 0
        framesAtEnd = isEnd ? framesAtEnd + 1 : 0
        scroller.scrollTop += scroller.clientHeight - 120
      }
      return { rows: seen.size, gaps, last }
    },
    { table, rows, maxFramesAtEnd: MAX_FRAMES_AT_END, maxBlankFrames: MAX_BLANK_FRAMES },
  )
}

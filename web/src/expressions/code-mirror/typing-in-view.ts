import { EditorState, type Extension, Transaction, type TransactionSpec } from '@codemirror/state'
import { ViewPlugin } from '@codemirror/view'

/** More than a line: by so much, one key can move the cursor down. */
const MARGIN = '0px 0px -48px'
/** The part that has to be in view. Not 1, because of sizes that are no whole number of pixels. */
const WHOLE = 0.98

/**
 * Leaves out the scrolling to the cursor while all of the text is in view. CodeMirror would measure the editor and everything around
 * it twice for each key: a tenth of the work until the key is painted.
 */
export function typingInView(): Extension {
  const inView = new Map<Element, boolean>()
  const observe = ViewPlugin.define(({ dom, contentDOM }) => {
    if (typeof IntersectionObserver === 'undefined') return {}
    const note = (entries: readonly IntersectionObserverEntry[]) => {
      for (const { target, intersectionRatio } of entries) inView.set(target, intersectionRatio >= WHOLE)
    }
    const aroundEditor = new IntersectionObserver(note, {
      rootMargin: MARGIN,
      scrollMargin: MARGIN,
      threshold: WHOLE,
    })
    // A long text is scrolled within the editor.
    const withinEditor = new IntersectionObserver(note, { threshold: WHOLE })
    inView.set(dom, false).set(contentDOM, false)
    aroundEditor.observe(dom)
    withinEditor.observe(contentDOM)
    return {
      destroy() {
        aroundEditor.disconnect()
        withinEditor.disconnect()
        inView.clear()
      },
    }
  })
  const isWholeInView = () => inView.size > 0 && inView.values().every((is) => is)
  return [
    observe,
    EditorState.transactionFilter.of((transaction) =>
      transaction.scrollIntoView && transaction.isUserEvent('input.type') && isWholeInView()
        ? withoutScrolling(transaction)
        : transaction,
    ),
  ]
}

/** The same change. Typing has no annotation but its event. */
function withoutScrolling(transaction: Transaction): TransactionSpec {
  const { changes, selection, effects } = transaction
  const userEvent = transaction.annotation(Transaction.userEvent)
  return { changes, effects, ...(selection && { selection }), ...(userEvent !== undefined && { userEvent }) }
}

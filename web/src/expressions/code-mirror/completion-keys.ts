import { closeCompletion, completionStatus } from '@codemirror/autocomplete'
import { type EditorState, Prec, type Extension } from '@codemirror/state'
import { type EditorView, keymap, runScopeHandlers, ViewPlugin } from '@codemirror/view'

/** Keys that act on the list of completions. */
const LIST_KEYS = new Set(['Enter', 'Tab', 'ArrowDown', 'ArrowUp', 'PageDown', 'PageUp'])

/**
 * The list follows a typed character after its paint. A key that acts on the list waits for it, so that a fast typist never
 * chooses from a list of before. It does not wait for a list that will be gone, because what the browser does by itself,
 * such as moving the focus, cannot be made up for.
 */
class WaitingKeys {
  readonly #view: EditorView
  readonly #willStay: (state: EditorState) => boolean
  #events: KeyboardEvent[] = []

  constructor(view: EditorView, willStay: (state: EditorState) => boolean) {
    this.#view = view
    this.#willStay = willStay
  }

  /** True if the key waits. */
  add(event: KeyboardEvent): boolean {
    if (!LIST_KEYS.has(event.key) || event.shiftKey || !isListBehind(this.#view)) return false
    if (!this.#willStay(this.#view.state)) {
      closeCompletion(this.#view)
      return false
    }
    this.#events.push(event)
    return true
  }

  update(): void {
    if (this.#events.length === 0 || isListBehind(this.#view)) return
    const events = this.#events
    this.#events = []
    // Within an update, nothing may be dispatched.
    queueMicrotask(() => {
      for (const event of events) runScopeHandlers(this.#view, event, 'editor')
    })
  }
}

/** `willStay` tells whether the list will have an entry for the text of now. */
export function completionKeys(willStay: (state: EditorState) => boolean): Extension {
  const waitingKeys = ViewPlugin.define((view) => new WaitingKeys(view, willStay))
  return [
    waitingKeys,
    Prec.highest(
      keymap.of([
        {
          key: 'Escape',
          // One that is only being prepared must not swallow the key.
          run: (view) => {
            const isShown = isListShown(view)
            closeCompletion(view)
            return isShown
          },
        },
        { any: (view, event) => view.plugin(waitingKeys)?.add(event) ?? false },
      ]),
    ),
  ]
}

function isListBehind(view: EditorView): boolean {
  return completionStatus(view.state) === 'pending' && isListShown(view)
}

function isListShown(view: EditorView): boolean {
  return view.contentDOM.hasAttribute('aria-controls')
}

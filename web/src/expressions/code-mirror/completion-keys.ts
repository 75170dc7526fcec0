import { closeCompletion, completionStatus } from '@codemirror/autocomplete'
import { Prec, type Extension } from '@codemirror/state'
import { type EditorView, keymap, runScopeHandlers, ViewPlugin } from '@codemirror/view'

/** Keys that take the entry of the list that is chosen. */
const TAKING_KEYS = new Set(['Enter', 'Tab'])
/** Keys that choose another one. */
const CHOOSING_KEYS = new Set(['ArrowDown', 'ArrowUp', 'PageDown', 'PageUp'])

/** The list that belongs to the text of now, which may not be shown yet. */
export interface CurrentList {
  /** Whether it has an entry. */
  willStay(view: EditorView): boolean
  /** Inserts its first entry. False if there is none. */
  takeFirst(view: EditorView): boolean
}

/**
 * The list follows a typed character after its paint, and a fast typist must not choose from a list of before. Enter and Tab
 * take the first entry of the list to come at once, because more keys may follow before it is shown. The arrows wait for it.
 */
class ListKeys {
  readonly #view: EditorView
  readonly #list: CurrentList
  #waiting: KeyboardEvent[] = []

  constructor(view: EditorView, list: CurrentList) {
    this.#view = view
    this.#list = list
  }

  /** True if the key is taken care of. */
  press(event: KeyboardEvent): boolean {
    const isTaking = TAKING_KEYS.has(event.key)
    if (event.shiftKey || !(isTaking || CHOOSING_KEYS.has(event.key)) || !isListBehind(this.#view))
      return false
    // Behind arrows that wait, the entry is not the first one.
    if (isTaking && this.#waiting.length === 0 && this.#list.takeFirst(this.#view)) return true
    // A list that will be gone must not hold up what the browser does by itself, such as moving the focus.
    if (!this.#list.willStay(this.#view)) {
      closeCompletion(this.#view)
      return false
    }
    this.#waiting.push(event)
    return true
  }

  update(): void {
    if (this.#waiting.length === 0 || isListBehind(this.#view)) return
    const waiting = this.#waiting
    this.#waiting = []
    // Within an update, nothing may be dispatched.
    queueMicrotask(() => {
      for (const event of waiting) runScopeHandlers(this.#view, event, 'editor')
    })
  }
}

export function completionKeys(list: CurrentList): Extension {
  const listKeys = ViewPlugin.define((view) => new ListKeys(view, list))
  return [
    listKeys,
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
        { any: (view, event) => view.plugin(listKeys)?.press(event) ?? false },
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

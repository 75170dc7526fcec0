import type { Extension } from '@codemirror/state'
import { EditorView } from '@codemirror/view'

/**
 * Typing over a selection. The browser would give the new text the style of the old one as an inline style, which the
 * content security policy forbids and reports.
 */
export const replaceSelection: Extension = EditorView.domEventHandlers({
  beforeinput(event, view) {
    const { state } = view
    const { data, inputType } = event
    if (inputType !== 'insertText' || data === null || view.composing || event.isComposing) return false
    const { main, ranges } = state.selection
    if (main.empty || ranges.length > 1 || state.readOnly) return false
    const insert = () =>
      state.update(state.replaceSelection(data), { userEvent: 'input.type', scrollIntoView: true })
    const handlers = state.facet(EditorView.inputHandler)
    if (!handlers.some((handle) => handle(view, main.from, main.to, data, insert))) view.dispatch(insert())
    return true
  },
})

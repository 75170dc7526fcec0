import { EditorView, keymap, runScopeHandlers } from '@codemirror/view'
import { afterEach, expect, it } from 'vitest'
import { editingKeys } from './editing-keys.ts'

let view: EditorView
afterEach(() => view.destroy())

it('Enter inserts a line, and the keys that run the workflow do not', () => {
  view = new EditorView({ doc: 'ab', extensions: keymap.of(editingKeys), parent: document.body })
  const press = (keys: KeyboardEventInit) =>
    runScopeHandlers(view, new KeyboardEvent('keydown', { key: 'Enter', keyCode: 13, ...keys }), 'editor')
  expect(press({ ctrlKey: true })).toBe(false)
  expect(press({ metaKey: true })).toBe(false)
  expect(view.state.doc.toString()).toBe('ab')
  expect(press({})).toBe(true)
  expect(view.state.doc.lines).toBe(2)
})

import type { KeyboardEvent } from 'react'

/** The buttons beside the label of a parameter. They are no tab stops: Tab goes from field to field. */
export type FieldAction = 'help' | 'expression' | 'remove'

export const HELP_KEY = 'F1'
export const REMOVE_KEY = 'Alt+Shift+Backspace'

/** Runs the action of the field that has the focus. False if the key is none of them, or the field has no such action. */
export function runFieldAction(event: KeyboardEvent): boolean {
  const action = actionOf(event)
  if (action === undefined || event.defaultPrevented || !(event.target instanceof Element)) return false
  const field = event.target.closest('.group\\/field')
  const button = field?.querySelector<HTMLButtonElement>(`[data-field-action="${action}"]`)
  if (button === null || button === undefined) return false
  event.preventDefault()
  button.click()
  return true
}

function actionOf({ key, code, altKey, shiftKey, ctrlKey, metaKey }: KeyboardEvent): FieldAction | undefined {
  if (ctrlKey || metaKey) return undefined
  if (key === 'F1' && !altKey && !shiftKey) return 'help'
  // By position: with Alt, the key types another character on some keyboards.
  if (code === 'Equal' && altKey && !shiftKey) return 'expression'
  return key === 'Backspace' && altKey && shiftKey ? 'remove' : undefined
}

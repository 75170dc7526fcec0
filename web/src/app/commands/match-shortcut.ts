import type { RegisteredCommand } from './registry.ts'
import { matchesChord, parseShortcut } from './shortcut.ts'

/** How long a sequence such as `g w` waits for its next key. */
const sequenceTimeoutMs = 1_000

const typingSelector =
  'input:not([type=checkbox],[type=radio],[type=button],[type=range]), textarea, select, [contenteditable]:not([contenteditable=false]), [role=textbox]'
const overlaySelector = '[role=dialog], [role=alertdialog], [role=menu], [role=listbox]'
const pressableSelector =
  'button, a[href], summary, [role=button], [role=menuitem], [role=option], [role=tab]'

/** Remembers the keys of an unfinished sequence, and finds the command of a key press. */
export class ShortcutMatcher {
  #pressed: KeyboardEvent[] = []
  #pressedAt = 0

  /** Returns the command to run. `pending`: the key continues a sequence. */
  match(
    event: KeyboardEvent,
    commands: readonly RegisteredCommand[],
  ): RegisteredCommand | 'pending' | undefined {
    if (event.isComposing || ['Shift', 'Control', 'Alt', 'Meta'].includes(event.key)) return undefined
    const candidates = commands.filter((command) => isReachable(command, event))
    const isLate = event.timeStamp - this.#pressedAt > sequenceTimeoutMs
    const pressed = isLate ? [event] : [...this.#pressed, event]
    const found = find(pressed, candidates) ?? (pressed.length > 1 ? find([event], candidates) : undefined)
    this.#pressed = found === 'pending' ? pressed : []
    this.#pressedAt = event.timeStamp
    return found
  }
}

function find(
  pressed: readonly KeyboardEvent[],
  commands: readonly RegisteredCommand[],
): RegisteredCommand | 'pending' | undefined {
  // A command whose scope has the focus comes before those of the whole app.
  const ordered = [...commands].sort((a, b) => Number(b.scope !== undefined) - Number(a.scope !== undefined))
  let pending: 'pending' | undefined
  for (const command of ordered) {
    for (const keys of command.keys ?? []) {
      const chords = parseShortcut(keys)
      if (!pressed.every((event, index) => chords[index] && matchesChord(chords[index], event))) continue
      if (chords.length === pressed.length) return command
      pending = 'pending'
    }
  }
  return pending
}

/** Whether the shortcut of a command may react to a key press, depending on where the focus is. */
function isReachable(command: RegisteredCommand, event: KeyboardEvent): boolean {
  if (command.enabled === false) return false
  const target = event.target instanceof Element ? event.target : document.body
  const isTyping = target.closest(typingSelector) !== null
  if (isTyping && command.whileTyping !== true) return false
  // A panel of the app, such as the help, is no part of the page: Delete in it must not delete a node.
  if (!command.background && target.closest('[data-app-panel]') !== null) return false
  // Enter and Space press the focused button. On a card, which the focus has selected already, Enter is a command.
  if ((event.key === 'Enter' || event.key === ' ') && target.closest(pressableSelector) !== null) {
    const isPlain = !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey
    const isCommand = event.key === 'Enter' && target.closest('[data-enter-command]') !== null
    // Shift and Alt open a link in another window.
    const opensLink = !event.ctrlKey && !event.metaKey && target.closest('a[href]') !== null
    if ((isPlain && !isCommand) || opensLink) return false
  }
  if (command.scope !== undefined) return isInScope(target, command.scope)
  // What floats above the page has the keyboard for itself.
  return target.closest(overlaySelector) === null
}

function isInScope(target: Element, scope: string): boolean {
  const element = target.closest(`[data-command-scope~="${CSS.escape(scope)}"]`)
  const overlay = target.closest(overlaySelector)
  return element !== null && (overlay === null || overlay.contains(element) || element === overlay)
}

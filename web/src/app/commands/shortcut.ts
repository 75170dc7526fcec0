import * as t from '../../texts/keys.ts'

/** One key press of a shortcut, with its modifiers. */
export interface Chord {
  key: string
  mod: boolean
  shift: boolean
  alt: boolean
}

const isApple = /mac|iphone|ipad/i.test(navigator.platform)

/** Keys that have a meaning in the notation itself. */
const namedKeys: Record<string, string> = { plus: '+', space: ' ' }

/** Reads `mod+shift+z`, or a sequence such as `g w`. */
export function parseShortcut(text: string): Chord[] {
  return text.split(' ').map((part) => {
    // The plus key itself is written as "+", or as in "mod++".
    const names = part === '+' ? ['+'] : part.replace(/\+\+$/, '+plus').split('+')
    const key = names.at(-1)?.toLowerCase() ?? ''
    return {
      key: namedKeys[key] ?? key,
      mod: names.includes('mod'),
      shift: names.includes('shift'),
      alt: names.includes('alt'),
    }
  })
}

/** Compares a key press with a chord. Both Ctrl and ⌘ count as `mod`. */
export function matchesChord(chord: Chord, event: KeyboardEvent): boolean {
  if (chord.mod !== (event.ctrlKey || event.metaKey)) return false
  if (chord.alt !== event.altKey) return false
  const key = event.key.toLowerCase()
  // Shift is part of typing a character such as "?": which key it needs depends on the keyboard layout.
  const isSymbol = chord.key.length === 1 && !/[\p{L}\d]/u.test(chord.key)
  if (!isSymbol && chord.shift !== event.shiftKey) return false
  return key === chord.key || latinKey(event) === chord.key
}

/** The Latin letter on the pressed key, for keyboard layouts of other scripts, and for ⌥ which changes characters. */
function latinKey({ key, code, altKey }: KeyboardEvent): string | undefined {
  if (/^[\x20-\x7e]$/.test(key) && !altKey) return undefined
  return /^(?:Key|Digit)(.)$/.exec(code)?.[1]?.toLowerCase()
}

/** True if two shortcuts are equal, or one is the beginning of the other. */
export function shortcutsCollide(first: string, second: string): boolean {
  const [a, b] = [parseShortcut(first), parseShortcut(second)]
  const length = Math.min(a.length, b.length)
  return a.slice(0, length).every((chord, index) => JSON.stringify(chord) === JSON.stringify(b[index]))
}

const appleSymbols: Record<string, string> = { mod: '⌘', shift: '⇧', alt: '⌥' }
const otherNames: Record<string, string> = { mod: t.mod, shift: t.shift, alt: t.alt }
const keySymbols: Record<string, string> = {
  arrowup: '↑',
  arrowdown: '↓',
  arrowleft: '←',
  arrowright: '→',
  enter: '↵',
  escape: t.escape,
  backspace: '⌫',
  delete: t.deleteKey,
  ' ': '␣',
}

/** The key caps of each chord, as this device labels them: `mod+z` is ⌘ Z or Ctrl Z. */
export function keyCaps(shortcut: string): string[][] {
  return parseShortcut(shortcut).map((chord) => {
    const names = isApple ? appleSymbols : otherNames
    const modifiers = (['mod', 'alt', 'shift'] as const).filter((name) => chord[name])
    return [
      ...modifiers.map((name) => names[name] ?? name),
      keySymbols[chord.key] ?? (chord.key.length === 1 ? chord.key.toUpperCase() : capitalise(chord.key)),
    ]
  })
}

/** The value of `aria-keyshortcuts`. */
export function ariaKeys(shortcuts: readonly string[]): string | undefined {
  const single = shortcuts.map(parseShortcut).filter((chords) => chords.length === 1)
  const texts = single.map(([chord]) =>
    chord === undefined
      ? ''
      : [
          chord.mod && (isApple ? 'meta' : 'control'),
          chord.alt && 'alt',
          chord.shift && 'shift',
          chord.key === ' ' ? 'space' : chord.key,
        ]
          .filter((name) => name !== false)
          .map(capitalise)
          .join('+'),
  )
  return texts.length > 0 ? texts.join(' ') : undefined
}

function capitalise(key: string): string {
  return key.charAt(0).toUpperCase() + key.slice(1)
}

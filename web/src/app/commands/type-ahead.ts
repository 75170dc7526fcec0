/** Whoever waits longer than this has turned to something else. */
const PATIENCE_MS = 3_000

/**
 * Keeps what the user types for a text field that is about to appear. Its code may have to be loaded first, and until then the
 * keys would go to the page behind it, where some of them are shortcuts.
 */
export class TypeAhead {
  #typed: string[] = []
  #stop: (() => void) | undefined
  #isDropped = false

  /** `onEscape`: the user does not want the field any more. */
  begin(onEscape: () => void): void {
    if (this.#stop !== undefined && !this.#isDropped) return
    this.take()
    this.#isDropped = false
    const handle = (event: KeyboardEvent) => {
      if (!isPlain(event)) return
      if (event.key === 'Escape') {
        this.take()
        onEscape()
      } else if (event.key === 'Backspace') this.#typed.pop()
      else if ([...event.key].length === 1) this.#typed.push(event.key)
      // There is nothing to choose yet, and the page must not take it for itself.
      else if (event.key !== 'Enter') return
      event.preventDefault()
      event.stopImmediatePropagation()
    }
    // Whoever clicks has turned to something else.
    const stop = () => this.#stop?.()
    const timer = setTimeout(stop, PATIENCE_MS)
    window.addEventListener('keydown', handle, { capture: true })
    window.addEventListener('pointerdown', stop, { capture: true })
    this.#stop = () => {
      clearTimeout(timer)
      window.removeEventListener('keydown', handle, { capture: true })
      window.removeEventListener('pointerdown', stop, { capture: true })
      this.#stop = undefined
    }
  }

  /** The field will not appear: what is typed for it is lost, and must not go to the page either. */
  drop(): void {
    this.#isDropped = true
  }

  /** The field has the focus now: returns what was typed for it. */
  take(): string {
    const typed = this.#typed.join('')
    this.#stop?.()
    this.#typed = []
    return typed
  }
}

/** Neither a shortcut nor a part of a composed character. Some keyboards write characters with AltGr, which counts as Ctrl and Alt. */
function isPlain(event: KeyboardEvent): boolean {
  if (event.isComposing || event.keyCode === 229) return false
  return event.getModifierState('AltGraph') || !(event.ctrlKey || event.metaKey || event.altKey)
}

/**
 * Keeps what the user types for a text field that is about to appear. Its code may have to be loaded first, and until then the
 * keys would go to the page behind it, where some of them are shortcuts.
 */
export class TypeAhead {
  #typed = ''
  #stop: (() => void) | undefined

  /** `onEscape`: the user does not want the field any more. */
  begin(onEscape: () => void): void {
    this.take()
    const handle = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
      if (event.key === 'Escape') {
        this.take()
        onEscape()
      } else if (event.key === 'Backspace') this.#typed = this.#typed.slice(0, -1)
      else if ([...event.key].length === 1) this.#typed += event.key
      // There is nothing to choose yet, and the page must not take it for itself.
      else if (event.key !== 'Enter') return
      event.preventDefault()
      event.stopImmediatePropagation()
    }
    // Whoever clicks has turned to something else.
    const stop = () => this.#stop?.()
    window.addEventListener('keydown', handle, { capture: true })
    window.addEventListener('pointerdown', stop, { capture: true })
    this.#stop = () => {
      window.removeEventListener('keydown', handle, { capture: true })
      window.removeEventListener('pointerdown', stop, { capture: true })
      this.#stop = undefined
    }
  }

  /** The field has the focus now: returns what was typed for it. */
  take(): string {
    const typed = this.#typed
    this.#stop?.()
    this.#typed = ''
    return typed
  }
}

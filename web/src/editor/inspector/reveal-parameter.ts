/** What a parameter is edited with; its help and other buttons come last. */
const CONTROLS = ['.cm-content', 'input, select, textarea', '[role="combobox"]', 'button']

/** Scrolls to a parameter and focuses its control. Of a nested path, the nearest parameter that is shown. */
export function revealParameter(container: HTMLElement | null, path: string): void {
  const keys = path.split('.')
  for (let length = keys.length; length > 0; length -= 1) {
    const selector = `[data-parameter="${CSS.escape(keys.slice(0, length).join('.'))}"]`
    const found = container?.querySelector<HTMLElement>(selector)
    if (found === null || found === undefined) continue
    found.scrollIntoView({ block: 'nearest' })
    const control = CONTROLS.map((one) => found.querySelector<HTMLElement>(one)).find((one) => one !== null)
    control?.focus()
    return
  }
}

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
    findControl(found)?.focus()
    return
  }
}

/** Focuses the control of the first parameter. */
export function focusFirstParameter(container: HTMLElement | null): boolean {
  const first = container?.querySelector<HTMLElement>('[data-parameter]')
  const control = first && findControl(first)
  control?.focus()
  return control !== null && control !== undefined
}

function findControl(parameter: HTMLElement): HTMLElement | undefined {
  return CONTROLS.flatMap((one) => [...parameter.querySelectorAll<HTMLElement>(one)])[0]
}

/** Scrolls to a parameter and focuses its control. Of a nested path, the nearest parameter that is shown. */
export function revealParameter(container: HTMLElement | null, path: string): void {
  const keys = path.split('.')
  for (let length = keys.length; length > 0; length -= 1) {
    const selector = `[data-parameter="${CSS.escape(keys.slice(0, length).join('.'))}"]`
    const found = container?.querySelector<HTMLElement>(selector)
    if (found === null || found === undefined) continue
    found.scrollIntoView({ block: 'nearest' })
    found
      .querySelector<HTMLElement>('.cm-content, input, select, textarea, button[role="combobox"], button')
      ?.focus()
    return
  }
}

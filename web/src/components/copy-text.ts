/**
 * Copies text to the clipboard. The clipboard API exists only on HTTPS and loopback addresses. On a plain HTTP address
 * of the local network only `execCommand` works, which needs a selected field. The field is added to `container`,
 * because a focus trap would take the focus back from any other element.
 */
export async function copyText(text: string, container: Element): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyBySelection(text, container)
  }
}

function copyBySelection(text: string, container: Element): boolean {
  const field = document.createElement('textarea')
  field.value = text
  field.readOnly = true
  field.className = 'sr-only'
  const focused = document.activeElement
  container.append(field)
  field.select()
  try {
    return document.execCommand('copy')
  } catch {
    return false
  } finally {
    field.remove()
    if (focused instanceof HTMLElement) focused.focus()
  }
}

/**
 * Puts text on the clipboard. The clipboard API exists only on https and loopback; on a plain http address of the
 * local network the older command is the one way left, and it needs a selected field inside `near` (a focus trap
 * would take the focus back from anywhere else).
 */
export async function copyText(text: string, near: Element): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyBySelection(text, near)
  }
}

function copyBySelection(text: string, near: Element): boolean {
  const field = document.createElement('textarea')
  field.value = text
  field.readOnly = true
  field.className = 'sr-only'
  const focused = document.activeElement
  near.append(field)
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

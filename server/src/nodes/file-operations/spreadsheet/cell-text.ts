/** Characters that XML cannot represent, or would change, are written as their number: `_x000D_`. */
// oxlint-disable-next-line no-control-regex -- these are the characters
const SPECIAL = /[\u0000-\u0008\u000b-\u001f\ufffe\uffff]|_(?=x[0-9A-Fa-f]{4}_)/g

export function encodeCellText(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(SPECIAL, (one) => `_x${one.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}

export function decodeCellText(text: string): string {
  if (!text.includes('_x')) return text
  return text.replaceAll(/_x([0-9A-Fa-f]{4})_/g, (_all, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  )
}

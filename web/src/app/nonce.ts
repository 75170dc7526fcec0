/**
 * Allows the scroll lock of dialogs and menus to add its <style> under the content security policy of the page.
 * The server writes a new nonce into the meta tag of every response; the library reads it from this global.
 */
export function adoptStyleNonce(): void {
  const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content
  if (nonce) Object.assign(globalThis, { __webpack_nonce__: nonce })
}

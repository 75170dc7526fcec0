/**
 * Lets the scroll lock of dialogs and menus add its one <style> under the page's content security policy.
 * The service writes a fresh nonce into the meta tag with every answer; the library reads this global.
 */
export function adoptStyleNonce(): void {
  const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content
  if (nonce) Object.assign(globalThis, { __webpack_nonce__: nonce })
}

/** The server writes a new nonce into the meta tag of every response; styles with it pass the content security policy. */
export function styleNonce(): string | undefined {
  return document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content || undefined
}

/** Allows the scroll lock of dialogs and menus to add its <style>: the library reads the nonce from this global. */
export function adoptStyleNonce(): void {
  const nonce = styleNonce()
  if (nonce !== undefined) Object.assign(globalThis, { __webpack_nonce__: nonce })
}

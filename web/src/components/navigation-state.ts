let navigated = false

/** Called when the first page is rendered: every later page is a navigation inside the app. */
export function markNavigated(): void {
  navigated = true
}

export function hasNavigated(): boolean {
  return navigated
}

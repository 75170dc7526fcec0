let navigated = false

/** Called once the first page stands: from then on every new page is a navigation inside the app. */
export function markNavigated(): void {
  navigated = true
}

export function hasNavigated(): boolean {
  return navigated
}

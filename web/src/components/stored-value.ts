const prefix = 'millrace.'

/** Reads what this browser remembers, such as the size of a panel. */
export function readStored<T>(key: string, isValid: (value: unknown) => value is T): T | undefined {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(prefix + key) ?? 'null')
    return isValid(value) ? value : undefined
  } catch {
    return undefined
  }
}

export function writeStored(key: string, value: unknown): void {
  try {
    localStorage.setItem(prefix + key, JSON.stringify(value))
  } catch {
    // Storage may be disabled or full: the value then lasts until the page is closed.
  }
}

export function forgetStored(key: string): void {
  try {
    localStorage.removeItem(prefix + key)
  } catch {
    // Nothing is stored where storage is disabled.
  }
}

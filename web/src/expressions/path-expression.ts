const identifier = /^[A-Za-z_$][\w$]*$/

/** `.name`, `["first name"]` or `[0]`. */
export function memberAccess(key: string | number): string {
  if (typeof key === 'number') return `[${key}]`
  return identifier.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`
}

/** The expression for the output of a node. */
export function outputPath(nodeKey: string): string {
  return `nodes[${JSON.stringify(nodeKey)}].output`
}

export function isIdentifier(text: string): boolean {
  return identifier.test(text)
}

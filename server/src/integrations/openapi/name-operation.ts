const GOOD = /^[\w./-]{1,150}$/

/** Gives every operation a name of its own: its id where it has a good one. */
export class OperationNames {
  readonly #taken = new Set<string>()

  next(operationId: unknown, method: string, path: string): string {
    const given = typeof operationId === 'string' ? operationId : ''
    const wanted = GOOD.test(given)
      ? given
      : tidy(given.trim() === '' ? `${method.toLowerCase()}${path}` : given)
    let name = wanted
    for (let count = 2; this.#taken.has(name); count += 1) name = `${wanted}_${count}`
    this.#taken.add(name)
    return name
  }
}

function tidy(text: string): string {
  const name = text
    .replaceAll(/[^\w.-]+/g, '_')
    .replaceAll(/_+/g, '_')
    .replaceAll(/^_|_$/g, '')
    .slice(0, 150)
  return name === '' ? 'operation' : name
}

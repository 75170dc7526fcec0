const VALID_NAME = /^[\w./-]{1,150}$/

/** Gives every operation a unique name: its `operationId` if that is a valid name. */
export class OperationNames {
  readonly #taken = new Set<string>()
  /** By name: the next number to try. A document may have the same name thousands of times. */
  readonly #next = new Map<string, number>()

  next(operationId: unknown, method: string, path: string): string {
    const given = typeof operationId === 'string' ? operationId : ''
    const wanted = VALID_NAME.test(given)
      ? given
      : tidy(given.trim() === '' ? `${method.toLowerCase()}${path}` : given)
    let name = wanted
    let count = this.#next.get(wanted) ?? 2
    for (; this.#taken.has(name); count += 1) name = `${wanted}_${count}`
    this.#next.set(wanted, count)
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

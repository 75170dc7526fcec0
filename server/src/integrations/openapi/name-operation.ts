const VALID_NAME = /^[\w./-]{1,150}$/

/** Gives every operation a unique name: its `operationId` if that is a valid name. */
export class OperationNames {
  readonly #taken = new Set<string>()

  next(operationId: unknown, method: string, path: string): string {
    const given = typeof operationId === 'string' ? operationId : ''
    const wanted = VALID_NAME.test(given)
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

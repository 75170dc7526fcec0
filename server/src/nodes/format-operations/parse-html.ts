import { type Document, DomHandler } from 'domhandler'
import { Parser } from 'htmlparser2'

/** As deep as browsers nest elements. The time to read a document grows with its depth. */
const MAX_DEPTH = 512

class TooDeep extends Error {}

/** Counts open elements; the parser closes them in any case. */
class BoundedHandler extends DomHandler {
  #depth = 0

  override onopentag(name: string, attributes: Record<string, string>): void {
    this.#depth += 1
    if (this.#depth > MAX_DEPTH) throw new TooDeep()
    super.onopentag(name, attributes)
  }

  override onclosetag(): void {
    this.#depth -= 1
    super.onclosetag()
  }
}

/** Undefined when elements are nested too deeply. */
export function parseHtml(html: string): Document | undefined {
  const handler = new BoundedHandler()
  try {
    new Parser(handler).end(html)
    return handler.root
  } catch (error) {
    if (error instanceof TooDeep) return undefined
    throw error
  }
}

export const TOO_DEEP = {
  ok: false,
  code: 'TOO_COMPLEX',
  message: `The elements of the HTML are nested more than ${MAX_DEPTH} deep.`,
} as const

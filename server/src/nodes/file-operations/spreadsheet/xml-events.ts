import { SaxesParser } from 'saxes'
import { OperationFailed } from '#nodes/thread-files/operation-failed.ts'

export interface XmlHandler {
  onOpen?(name: string, attributes: Readonly<Record<string, string>>): void
  onText?(text: string): void
  onClose?(name: string): void
}

/** More than spreadsheets need. The parser keeps a list of what is open. */
const MAX_DEPTH = 256

/** Reads XML as it arrives. Names have no prefix. */
export class XmlEvents {
  readonly #decoder = new TextDecoder()
  readonly #parser = new SaxesParser<{ xmlns: false; position: false }>({ xmlns: false, position: false })

  constructor(handler: XmlHandler) {
    let depth = 0
    const parser = this.#parser
    parser.on('error', ({ message }) => refuse(message))
    // Entities could be defined in it, and no spreadsheet program writes it.
    parser.on('doctype', () => refuse('it has a document type'))
    parser.on('opentag', ({ name, attributes }) => {
      depth += 1
      if (depth > MAX_DEPTH) refuse('its elements are nested too deeply')
      handler.onOpen?.(localName(name), attributes)
    })
    parser.on('text', (text) => handler.onText?.(text))
    parser.on('cdata', (text) => handler.onText?.(text))
    parser.on('closetag', ({ name }) => {
      depth -= 1
      handler.onClose?.(localName(name))
    })
  }

  write(bytes: Uint8Array): void {
    this.#parser.write(this.#decoder.decode(bytes, { stream: true }))
  }

  end(): void {
    this.#parser.write(this.#decoder.decode()).close()
  }
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}

function refuse(problem: string): never {
  throw new OperationFailed(
    'SPREADSHEET_INVALID',
    `The spreadsheet cannot be read: ${problem.replace(/\.$/, '').slice(0, 200)}.`,
  )
}

import { SaxesParser } from 'saxes'

/** An element as data: a text if it has nothing else, otherwise an object. */
export type XmlValue =
  | string
  | number
  | boolean
  | null
  | readonly XmlValue[]
  | { readonly [name: string]: XmlValue }

/** Members of an element that are attributes, and its text if it has attributes or elements too. */
export const ATTRIBUTE_PREFIX = '@'
export const TEXT_NAME = '#text'

const MAX_DEPTH = 64

export interface XmlOptions {
  /** Names of elements that are lists even if they appear once. */
  readonly lists?: readonly string[]
  /** Whether `a:b` is called `b`. */
  readonly removePrefixes?: boolean
  /** Called for each element, before it is kept. It may throw. */
  readonly onElement?: () => void
}

export type XmlRead =
  | { readonly ok: true; readonly value: { readonly [name: string]: XmlValue } }
  /** Completes the sentence "The XML cannot be read: …". */
  | { readonly ok: false; readonly problem: string }

interface Open {
  readonly name: string
  readonly members: Map<string, XmlValue[]>
  readonly attributes: [string, string][]
  text: string
  /** Whether the text starts and ends in CDATA. White space in it is meant, and is not trimmed. */
  isStartKept: boolean
  isEndKept: boolean
}

class XmlProblem extends Error {}

/** Reads XML. Entities cannot be defined: they can grow without bound and refer to files. */
export function parseXml(text: string, options: XmlOptions = {}): XmlRead {
  if (/<!ENTITY/i.test(text)) return { ok: false, problem: 'it defines entities, which are not supported' }
  try {
    return { ok: true, value: new XmlReader(options).read(text) }
  } catch (error) {
    if (error instanceof XmlProblem) return { ok: false, problem: error.message }
    throw error
  }
}

class XmlReader {
  readonly #options: XmlOptions
  readonly #lists: ReadonlySet<string>
  readonly #path: Open[] = []
  #root: { readonly [name: string]: XmlValue } | undefined

  constructor(options: XmlOptions) {
    this.#options = options
    this.#lists = new Set(options.lists)
  }

  read(text: string): { readonly [name: string]: XmlValue } {
    const parser = new SaxesParser<{ position: true; xmlns: false }>({ position: true, xmlns: false })
    parser.on('error', ({ message }) => {
      const [, line, column, problem = message] = /^(\d+):(\d+): (.*)$/s.exec(message) ?? []
      const where = line === undefined ? '' : ` (line ${line}, column ${column})`
      throw new XmlProblem(`${problem.replace(/\.$/, '').slice(0, 200)}${where}`)
    })
    parser.on('opentag', ({ name, attributes }) => this.#open(name, attributes))
    parser.on('closetag', () => this.#close())
    parser.on('text', (content) => this.#add(content, false))
    parser.on('cdata', (content) => this.#add(content, true))
    parser.write(text.replace(/^\uFEFF/, '')).close()
    if (this.#root === undefined) throw new XmlProblem('it has no element')
    return this.#root
  }

  #open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (this.#path.length >= MAX_DEPTH)
      throw new XmlProblem(`elements are nested more than ${MAX_DEPTH} deep`)
    this.#options.onElement?.()
    this.#path.push({
      name: this.#nameOf(name),
      members: new Map(),
      attributes: Object.entries(attributes).map(([key, value]) => [this.#nameOf(key), value]),
      text: '',
      isStartKept: false,
      isEndKept: false,
    })
  }

  #add(content: string, isKept: boolean): void {
    const open = this.#path.at(-1)
    if (open === undefined) return
    if (isKept && !open.isStartKept && open.text.trim() === '') {
      open.text = ''
      open.isStartKept = true
    }
    open.text += content
    open.isEndKept = isKept
  }

  #close(): void {
    const open = this.#path.pop()
    if (open === undefined) return
    const parent = this.#path.at(-1)
    const value = this.#valueOf(open)
    if (parent === undefined) {
      this.#root = Object.fromEntries([[open.name, value]])
      return
    }
    const known = parent.members.get(open.name)
    if (known === undefined) parent.members.set(open.name, [value])
    else known.push(value)
  }

  #valueOf(open: Open): XmlValue {
    const { members, attributes } = open
    const started = open.isStartKept ? open.text : open.text.trimStart()
    const text = open.isEndKept ? started : started.trimEnd()
    if (members.size === 0 && attributes.length === 0) return text
    const entries: [string, XmlValue][] = attributes.map(([name, value]) => [ATTRIBUTE_PREFIX + name, value])
    if (text !== '') entries.push([TEXT_NAME, text])
    for (const [name, values] of members) {
      const [only] = values
      const isList = values.length > 1 || only === undefined || this.#lists.has(name)
      entries.push([name, isList ? values : only])
    }
    return Object.fromEntries(entries)
  }

  #nameOf(name: string): string {
    if (this.#options.removePrefixes !== true || name.startsWith('xmlns')) return name
    return name.slice(name.indexOf(':') + 1)
  }
}

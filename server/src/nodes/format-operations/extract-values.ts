import { compile, selectAll } from 'css-select'
import { type ChildNode, type Document, type Element, isTag } from 'domhandler'
import { getOuterHTML } from 'domutils'
import type { JsonObject, JsonValue } from '#domain/index.ts'
import { formatFailure, type FormatResult, reasonOf } from './format-result.ts'
import { textOfElement } from './html-to-text.ts'
import { parseHtml, TOO_DEEP } from './parse-html.ts'

export interface WantedValue {
  readonly name: string
  /** Empty: the element itself. */
  readonly selector: string
  readonly get: 'text' | 'html' | 'attribute'
  readonly attribute: string
  readonly all: boolean
}

interface ExtractInput {
  readonly html: string
  /** One result for each element that it finds; empty: one result for the document. */
  readonly each: string
  readonly values: readonly WantedValue[]
}

const MAX_RESULTS = 100_000

class InvalidSelector extends Error {}

export function extractValues({ html, each, values }: ExtractInput): FormatResult {
  try {
    for (const selector of [each, ...values.map((value) => value.selector)]) checkSelector(selector)
    const document = parseHtml(html)
    if (document === undefined) return TOO_DEEP
    if (each === '') return { ok: true, value: readValues(document, values) }
    const elements = selectAll<ChildNode, Element>(each, document.children)
    if (elements.length > MAX_RESULTS)
      return formatFailure(
        'TOO_MANY_ITEMS',
        `The selector ${each} finds more than ${MAX_RESULTS.toLocaleString('en')} elements.`,
      )
    return { ok: true, value: elements.map((element) => readValues(element, values)) }
  } catch (error) {
    if (!(error instanceof InvalidSelector)) throw error
    return formatFailure('SELECTOR_INVALID', error.message)
  }
}

function checkSelector(selector: string): void {
  if (selector === '') return
  try {
    compile(selector)
  } catch (error) {
    throw new InvalidSelector(
      `\`${selector.slice(0, 100)}\` is not a CSS selector: ${reasonOf(error)}. Use a selector such as \`h1\`, \`.price\` or \`a[href]\`.`,
    )
  }
}

function readValues(within: Document | Element, values: readonly WantedValue[]): JsonObject {
  return Object.fromEntries(values.map((wanted) => [wanted.name, readValue(within, wanted)]))
}

function readValue(within: Document | Element, wanted: WantedValue): JsonValue {
  const found =
    wanted.selector === ''
      ? isTag(within)
        ? [within]
        : []
      : selectAll<ChildNode, Element>(wanted.selector, within.children)
  if (wanted.all) return found.map((element) => contentOf(element, wanted))
  const [first] = found
  return first === undefined ? null : contentOf(first, wanted)
}

function contentOf(element: Element, { get, attribute }: WantedValue): JsonValue {
  if (get === 'html') return getOuterHTML(element)
  if (get === 'attribute')
    return Object.hasOwn(element.attribs, attribute) ? (element.attribs[attribute] ?? null) : null
  return textOfElement(element)
}

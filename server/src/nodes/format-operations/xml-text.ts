import { ATTRIBUTE_PREFIX, parseXml, TEXT_NAME } from '@millrace/expressions/formats/xml.ts'
import type { JsonObject, JsonValue } from '#domain/index.ts'
import { formatFailure, type FormatResult } from './format-result.ts'

interface ParseInput {
  readonly text: string
  readonly lists: readonly string[]
  readonly removePrefixes: boolean
}

export function parseXmlText({ text, ...options }: ParseInput): FormatResult {
  const read = parseXml(text, options)
  if (read.ok) return { ok: true, value: read.value as JsonValue }
  return formatFailure('XML_INVALID', `The XML cannot be read: ${read.problem}.`)
}

interface FormatInput {
  readonly value: JsonValue
  readonly declaration: boolean
  readonly indent: boolean
}

class Unwritable extends Error {}

export function formatXmlText({ value, declaration, indent }: FormatInput): FormatResult {
  const [root, ...others] = isObject(value) ? Object.entries(value) : []
  if (root === undefined || others.length > 0 || Array.isArray(root[1]))
    return formatFailure(
      'INVALID_PARAMETERS',
      'The value must be an object with one member, the root element, such as `{"order": {"id": 7}}`.',
    )
  try {
    const text = writeElement(root[0], root[1], indent ? '\n' : '')
    return { ok: true, value: `${declaration ? '<?xml version="1.0" encoding="UTF-8"?>\n' : ''}${text}` }
  } catch (error) {
    if (!(error instanceof Unwritable)) throw error
    return formatFailure('INVALID_PARAMETERS', error.message)
  }
}

/** `line` starts the next line at the level of the element; empty without line breaks. */
function writeElement(name: string, value: JsonValue, line: string): string {
  refuseName(name)
  if (!isObject(value)) {
    const text = keepSpaces(writeText(value, name))
    return text === '' ? `<${name}/>` : `<${name}>${text}</${name}>`
  }
  const attributes: string[] = []
  const children: string[] = []
  let text = ''
  const inner = line === '' ? '' : `${line}  `
  for (const [member, content] of Object.entries(value)) {
    if (member === TEXT_NAME) text = keepSpaces(writeText(content, member))
    else if (member.startsWith(ATTRIBUTE_PREFIX))
      attributes.push(writeAttribute(member.slice(ATTRIBUTE_PREFIX.length), content))
    else
      for (const entry of Array.isArray(content) ? (content as readonly JsonValue[]) : [content])
        children.push(writeElement(member, entry, inner))
  }
  const start = [name, ...attributes].join(' ')
  if (text === '' && children.length === 0) return `<${start}/>`
  // Line breaks beside a text would become a part of it.
  const isIndented = children.length > 0 && text === ''
  const content = isIndented
    ? children.map((child) => inner + child).join('') + line
    : text + children.join('')
  return `<${start}>${content}</${name}>`
}

function writeAttribute(name: string, value: JsonValue): string {
  refuseName(name)
  return `${name}="${writeText(value, name).replaceAll('"', '&quot;').replaceAll('\n', '&#10;').replaceAll('\t', '&#9;')}"`
}

function writeText(value: JsonValue, name: string): string {
  if (typeof value === 'object' && value !== null)
    throw new Unwritable(
      `\`${name.slice(0, 100)}\` must be a text, a number, a boolean or null, but it is nested.`,
    )
  const text = value === null ? '' : String(value)
  if (NOT_IN_XML.test(text))
    throw new Unwritable(`\`${name.slice(0, 100)}\` contains characters that XML cannot represent.`)
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll(/[\r\u0085\u2028\uFEFF]/g, (character) => `&#${character.codePointAt(0)};`)
}

const EMPTY_CDATA = '<![CDATA[]]>'

/** Readers remove white space at the ends of a text, unless it is beside CDATA. */
function keepSpaces(text: string): string {
  const start = /^(?:\s|&#(?:13|65279);)/.test(text) ? EMPTY_CDATA : ''
  const end = /(?:\s|&#(?:13|65279);)$/.test(text) ? EMPTY_CDATA : ''
  return `${start}${text}${end}`
}

const NAME = /^[\p{L}_][\p{L}\p{N}_.:-]*$/u
const NOT_IN_XML =
  // oxlint-disable-next-line no-control-regex -- these are the characters that XML 1.0 excludes
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/

/** A name that would break out of its tag. */
function refuseName(name: string): void {
  if (!NAME.test(name))
    throw new Unwritable(`\`${name.slice(0, 100)}\` cannot be the name of an element or an attribute.`)
}

function isObject(value: JsonValue): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

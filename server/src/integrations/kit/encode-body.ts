import { createHash } from 'node:crypto'
import { isJsonObject, type JsonObject, type JsonValue, nameJsonType } from '#domain/index.ts'
import type { NodeFailed } from '#ports/index.ts'
import type { BodyShape } from './action.ts'
import { listTexts, toText } from './encode-text.ts'
import { refuseParameter } from './refusal.ts'

export interface EncodedBody {
  readonly content: string | Uint8Array
  readonly type: string
}

const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/

export function encodeBody(
  as: Exclude<BodyShape['as'], 'file'>,
  value: JsonValue,
  type?: string,
): EncodedBody | NodeFailed {
  switch (as) {
    case 'json':
      return { content: JSON.stringify(value), type: type ?? 'application/json' }
    case 'text':
      return { content: toText(value), type: type ?? 'text/plain; charset=utf-8' }
    case 'base64': {
      const text = typeof value === 'string' ? value.replaceAll(/\s/g, '') : undefined
      return text !== undefined && BASE64.test(text)
        ? { content: Buffer.from(text, 'base64'), type: type ?? 'application/octet-stream' }
        : refuseBody('a base64 string', value)
    }
    case 'form':
    case 'bracket form': {
      if (!isJsonObject(value)) return refuseBody('an object', value)
      const pairs = as === 'form' ? listPairs(value) : listBracketPairs(value)
      return {
        content: new URLSearchParams(pairs.map(([name, text]): [string, string] => [name, text])).toString(),
        type: type ?? 'application/x-www-form-urlencoded',
      }
    }
    case 'multipart':
      return isJsonObject(value) ? encodeMultipart(listPairs(value)) : refuseBody('an object', value)
    default:
      return as satisfies never
  }
}

type Pair = readonly [name: string, text: string]

function listPairs(members: JsonObject): readonly Pair[] {
  return Object.entries(members).flatMap(([name, value]) =>
    listTexts(value).map((text): Pair => [name, text]),
  )
}

/** `metadata[order]=7&items[0][price]=p`: the bracket notation in which some services take nested values. */
function listBracketPairs(value: JsonValue, name = ''): readonly Pair[] {
  if (Array.isArray(value)) {
    return (value as readonly JsonValue[]).flatMap((item, index) =>
      listBracketPairs(item, `${name}[${index}]`),
    )
  }
  if (isJsonObject(value)) {
    return Object.entries(value).flatMap(([key, item]) =>
      listBracketPairs(item, name === '' ? key : `${name}[${key}]`),
    )
  }
  return [[name, value === null ? '' : toText(value)]]
}

/** RFC 7578. The boundary is derived from the contents, so that a retry sends the same bytes. */
function encodeMultipart(pairs: readonly Pair[]): EncodedBody {
  const boundary = `millrace-${createHash('sha256').update(JSON.stringify(pairs)).digest('hex').slice(0, 32)}`
  const parts = pairs.map(
    ([name, text]) =>
      `--${boundary}\r\ncontent-disposition: form-data; name="${quote(name)}"\r\n\r\n${text.toWellFormed()}\r\n`,
  )
  return {
    content: `${parts.join('')}--${boundary}--\r\n`,
    type: `multipart/form-data; boundary=${boundary}`,
  }
}

/** Escapes quotes and line breaks like browsers do. */
function quote(name: string): string {
  return name.toWellFormed().replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}

function refuseBody(wanted: string, value: JsonValue): NodeFailed {
  const given = typeof value === 'string' ? 'another string' : nameJsonType(value)
  return refuseParameter(`The body must be ${wanted}, but it is ${given}.`)
}

import {
  encodeStrictly,
  type ImportedParameter,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '#domain/index.ts'
import { toText } from '#integrations/kit/encode-text.ts'

type Encode = (text: string) => string

const RESERVED = /%(?:3A|2F|3F|23|5B|5D|40|21|24|26|27|28|29|2A|2B|2C|3B|3D)/g

/** Serializes a path parameter in the styles simple, label and matrix. */
export function serializePath({ name, style, explode }: ImportedParameter, value: JsonValue): string {
  const encode = encodeStrictly
  switch (style) {
    case 'json':
      return encode(JSON.stringify(value))
    case 'label':
      return `.${joinParts(value, explode ? '.' : ',', explode ? '=' : ',', encode)}`
    case 'matrix':
      return serializeMatrix(encode(name), explode, value, encode)
    default:
      return joinParts(value, ',', explode ? '=' : ',', encode)
  }
}

function serializeMatrix(name: string, explode: boolean, value: JsonValue, encode: Encode): string {
  if (explode && Array.isArray(value))
    return listOf(value)
      .map((item) => `;${name}=${encode(toText(item))}`)
      .join('')
  if (explode && isJsonObject(value)) {
    return membersOf(value)
      .map(([key, item]) => `;${encode(key)}=${encode(toText(item))}`)
      .join('')
  }
  return `;${name}=${joinParts(value, ',', ',', encode)}`
}

/** Serializes a query parameter as encoded pairs in the styles form, spaceDelimited, pipeDelimited and deepObject. */
export function serializeQuery(parameter: ImportedParameter, value: JsonValue): readonly string[] {
  const { name, style, explode, reserved } = parameter
  const encode: Encode = reserved === true ? encodeLeavingReserved : encodeStrictly
  const key = encodeStrictly(name)
  const pair = (text: string) => `${key}=${text}`
  if (style === 'json') return [pair(encode(JSON.stringify(value)))]
  if (style === 'deepObject') return listDeepPairs(key, value, encode)
  if (Array.isArray(value)) {
    if (explode) return listOf(value).map((item) => pair(encode(toText(item))))
    return [pair(joinParts(value, delimiterOf(style), ',', encode))]
  }
  if (isJsonObject(value)) {
    if (explode)
      return membersOf(value).map(([member, item]) => `${encodeStrictly(member)}=${encode(toText(item))}`)
    return [pair(joinParts(value, delimiterOf(style), delimiterOf(style), encode))]
  }
  return [pair(encode(toText(value)))]
}

/** Serializes a header in the style simple. Headers are not encoded. */
export function serializeHeader({ style, explode }: ImportedParameter, value: JsonValue): string {
  return style === 'json' ? JSON.stringify(value) : joinParts(value, ',', explode ? '=' : ',', (text) => text)
}

/** Serializes a cookie as pairs of the `Cookie` header. */
export function serializeCookie(parameter: ImportedParameter, value: JsonValue): string {
  return serializeQuery({ ...parameter, explode: false }, value).join('; ')
}

function delimiterOf(style: ImportedParameter['style']): string {
  if (style === 'spaceDelimited') return '%20'
  return style === 'pipeDelimited' ? '%7C' : ','
}

/** Returns `a,b` for a list, `k=v,l=w` or `k,v,l,w` for an object, and the text of other values. */
function joinParts(value: JsonValue, between: string, inside: string, encode: Encode): string {
  if (Array.isArray(value))
    return listOf(value)
      .map((item) => encode(toText(item)))
      .join(between)
  if (isJsonObject(value)) {
    return membersOf(value)
      .map(([key, item]) => `${encode(key)}${inside}${encode(toText(item))}`)
      .join(between)
  }
  return encode(toText(value))
}

/** The specification does not define nested values; nested brackets are what services accept. */
function listDeepPairs(name: string, value: JsonValue, encode: Encode): readonly string[] {
  if (Array.isArray(value))
    return listOf(value).flatMap((item) => listDeepPairs(`${name}%5B%5D`, item, encode))
  if (isJsonObject(value)) {
    return membersOf(value).flatMap(([key, item]) =>
      listDeepPairs(`${name}%5B${encodeStrictly(key)}%5D`, item, encode),
    )
  }
  return [`${name}=${encode(toText(value))}`]
}

function listOf(value: JsonValue): readonly JsonValue[] {
  return (value as readonly JsonValue[]).filter((item) => item !== null)
}

function membersOf(value: JsonObject): readonly [string, JsonValue][] {
  return Object.entries(value).filter(([, item]) => item !== null)
}

function encodeLeavingReserved(text: string): string {
  // Characters that would start another pair or the fragment are always encoded.
  return encodeStrictly(text).replaceAll(RESERVED, (code) =>
    code === '%26' || code === '%23' || code === '%2B' ? code : decodeURIComponent(code),
  )
}

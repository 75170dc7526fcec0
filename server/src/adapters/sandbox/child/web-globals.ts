/** The printable characters of ASCII in English order; a letter comes with its capital. */
const ASCII_ORDER = Array.from({ length: 0x7f - 0x20 }, (_, index) => String.fromCharCode(0x20 + index))
  .filter((letter) => !/[A-Z]/.test(letter))
  .toSorted(new Intl.Collator('en-US').compare)
  .map((letter) => (/[a-z]/.test(letter) ? letter + letter.toUpperCase() : letter))

/**
 * Globals that browsers and Node have beside ECMAScript, written in the language of the guest. They run inside the sandbox;
 * `host` takes and returns JSON texts (`answer-guest.ts`).
 *
 * The source of a function that takes `host` and adds the globals.
 */
export const WEB_GLOBALS = String.raw`
(function (host) {
  'use strict'
  const { parse, stringify } = JSON
  const ask = (...request) => {
    const { value, error } = parse(host(stringify(request)))
    if (error !== undefined) throw new RangeError(error)
    return value
  }
  const define = (name, value) =>
    Object.defineProperty(globalThis, name, { value, writable: true, configurable: true, enumerable: false })

  class DOMException extends Error {
    #name
    constructor(message = '', name = 'Error') {
      super(message)
      this.#name = name
    }
    get name() {
      return this.#name
    }
  }

  const toBytes = (data) => {
    if (data instanceof ArrayBuffer) return new Uint8Array(data)
    if (ArrayBuffer.isView(data)) return new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
    throw new TypeError('The data must be an ArrayBuffer or a typed array, such as new TextEncoder().encode(text).')
  }

  // Texts and bytes

  class TextEncoder {
    get encoding() {
      return 'utf-8'
    }
    encode(text = '') {
      const wellFormed = String(text).toWellFormed()
      const bytes = []
      for (let i = 0; i < wellFormed.length; i += 1) {
        const code = wellFormed.codePointAt(i)
        if (code < 0x80) bytes.push(code)
        else if (code < 0x800) bytes.push(0xc0 | (code >> 6), 0x80 | (code & 63))
        else if (code < 0x10000) bytes.push(0xe0 | (code >> 12), 0x80 | ((code >> 6) & 63), 0x80 | (code & 63))
        else {
          bytes.push(0xf0 | (code >> 18), 0x80 | ((code >> 12) & 63), 0x80 | ((code >> 6) & 63), 0x80 | (code & 63))
          i += 1
        }
      }
      return Uint8Array.from(bytes)
    }
  }

  class TextDecoder {
    #fatal
    #ignoreBOM
    constructor(label = 'utf-8', { fatal = false, ignoreBOM = false } = {}) {
      if (!/^\s*(utf-?8|unicode-1-1-utf-8)\s*$/i.test(label)) throw new RangeError('Only UTF-8 is supported.')
      this.#fatal = Boolean(fatal)
      this.#ignoreBOM = Boolean(ignoreBOM)
    }
    get encoding() {
      return 'utf-8'
    }
    get fatal() {
      return this.#fatal
    }
    get ignoreBOM() {
      return this.#ignoreBOM
    }
    decode(data) {
      const bytes = data === undefined ? new Uint8Array() : toBytes(data)
      const chunks = []
      let text = ''
      const fail = () => {
        if (this.#fatal) throw new TypeError('The data is not valid UTF-8.')
        return '\ufffd'
      }
      let i = !this.#ignoreBOM && bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0
      while (i < bytes.length) {
        const first = bytes[i]
        i += 1
        if (first < 0x80) text += String.fromCharCode(first)
        else {
          const more = first >= 0xc2 && first < 0xe0 ? 1 : first >= 0xe0 && first < 0xf0 ? 2 : first >= 0xf0 && first < 0xf5 ? 3 : 0
          let code = more === 0 ? -1 : first & (0x3f >> more)
          let lower = first === 0xe0 ? 0xa0 : first === 0xf0 ? 0x90 : 0x80
          let upper = first === 0xed ? 0x9f : first === 0xf4 ? 0x8f : 0xbf
          for (let n = 0; n < more; n += 1) {
            const next = bytes[i]
            if (next === undefined || next < lower || next > upper) {
              code = -1
              break
            }
            code = (code << 6) | (next & 63)
            lower = 0x80
            upper = 0xbf
            i += 1
          }
          text += code === -1 ? fail() : String.fromCodePoint(code)
        }
        if (text.length > 8192) {
          chunks.push(text)
          text = ''
        }
      }
      return chunks.join('') + text
    }
  }

  const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
  const VALUES = new Map([...ALPHABET].map((character, index) => [character, index]))

  const toBase64 = (bytes) => {
    const chunks = []
    let text = ''
    for (let i = 0; i < bytes.length; i += 3) {
      const group = (bytes[i] << 16) | ((bytes[i + 1] ?? 0) << 8) | (bytes[i + 2] ?? 0)
      text += ALPHABET[group >> 18] + ALPHABET[(group >> 12) & 63]
      text += (i + 1 < bytes.length ? ALPHABET[(group >> 6) & 63] : '=') + (i + 2 < bytes.length ? ALPHABET[group & 63] : '=')
      if (text.length > 8192) {
        chunks.push(text)
        text = ''
      }
    }
    return chunks.join('') + text
  }

  /** Undefined if the text is not base64. */
  const fromBase64 = (text) => {
    let packed = text.replace(/[\t\n\f\r ]+/g, '')
    if (packed.length % 4 === 0) packed = packed.replace(/={1,2}$/, '')
    if (packed.length % 4 === 1) return undefined
    const bytes = new Uint8Array(Math.floor((packed.length * 3) / 4))
    let group = 0
    let bits = 0
    let at = 0
    for (let i = 0; i < packed.length; i += 1) {
      const value = VALUES.get(packed[i])
      if (value === undefined) return undefined
      group = ((group << 6) | value) & 0xffffff
      bits += 6
      if (bits >= 8) {
        bits -= 8
        bytes[at] = (group >> bits) & 255
        at += 1
      }
    }
    return bytes
  }

  define('btoa', function btoa(text) {
    const source = String(text)
    const bytes = new Uint8Array(source.length)
    for (let i = 0; i < source.length; i += 1) {
      const code = source.charCodeAt(i)
      if (code > 255) {
        throw new DOMException('btoa takes characters up to U+00FF. Encode the text with new TextEncoder() first.', 'InvalidCharacterError')
      }
      bytes[i] = code
    }
    return toBase64(bytes)
  })
  define('atob', function atob(text) {
    const bytes = fromBase64(String(text))
    if (bytes === undefined) throw new DOMException('The text is not base64.', 'InvalidCharacterError')
    let result = ''
    for (let i = 0; i < bytes.length; i += 8192) result += String.fromCharCode(...bytes.subarray(i, i + 8192))
    return result
  })

  // Hashes and random values

  class CryptoKey {
    #hash
    #key
    #usages
    #extractable
    constructor(token, hash, key, { usages, extractable }) {
      if (token !== CryptoKey.#token) throw new TypeError('Illegal constructor')
      this.#hash = hash
      this.#key = key
      this.#usages = usages
      this.#extractable = extractable
    }
    static #token = {}
    static make(hash, key, options) {
      return new CryptoKey(CryptoKey.#token, hash, key, options)
    }
    static sign(key, data, usage) {
      if (!(typeof key === 'object' && key !== null && #key in key)) throw new TypeError('The key must be a CryptoKey of crypto.subtle.importKey.')
      if (!key.#usages.includes(usage)) throw new DOMException('The key cannot be used for this.', 'InvalidAccessError')
      return fromBase64(ask('hmac', key.#hash, key.#key, toBase64(toBytes(data))))
    }
    get type() {
      return 'secret'
    }
    get extractable() {
      return this.#extractable
    }
    get usages() {
      return [...this.#usages]
    }
    get algorithm() {
      return { name: 'HMAC', hash: { name: this.#hash } }
    }
  }
  const { make, sign } = CryptoKey
  delete CryptoKey.make
  delete CryptoKey.sign

  const nameOf = (algorithm) => String(typeof algorithm === 'object' && algorithm !== null ? algorithm.name : algorithm).toUpperCase()
  const only = (algorithm, name) => {
    if (nameOf(algorithm) !== name) throw new DOMException('Only ' + name + ' is supported.', 'NotSupportedError')
  }
  const subtle = {
    async digest(algorithm, data) {
      return fromBase64(ask('digest', nameOf(algorithm), toBase64(toBytes(data)))).buffer
    },
    async importKey(format, key, algorithm, extractable, usages) {
      if (format !== 'raw') throw new DOMException('Only raw keys are supported.', 'NotSupportedError')
      only(algorithm, 'HMAC')
      const hash = nameOf(algorithm.hash)
      ask('hmac', hash, '', '')
      const allowed = [...usages].filter((usage) => usage === 'sign' || usage === 'verify')
      return make(hash, toBase64(toBytes(key)), { usages: allowed, extractable: Boolean(extractable) })
    },
    async sign(algorithm, key, data) {
      only(algorithm, 'HMAC')
      return sign(key, data, 'sign').buffer
    },
    async verify(algorithm, key, signature, data) {
      only(algorithm, 'HMAC')
      const [wanted, given] = [sign(key, data, 'verify'), toBytes(signature)]
      let difference = wanted.length ^ given.length
      for (let i = 0; i < wanted.length; i += 1) difference |= wanted[i] ^ (given[i] ?? 0)
      return difference === 0
    },
  }
  define('crypto', {
    subtle,
    getRandomValues(array) {
      const bytes = toBytes(array)
      if (bytes.length > 65536) throw new DOMException('At most 65,536 bytes at once.', 'QuotaExceededError')
      bytes.set(fromBase64(ask('random', bytes.length)))
      return array
    },
    randomUUID() {
      const bytes = fromBase64(ask('random', 16))
      bytes[6] = (bytes[6] & 15) | 64
      bytes[8] = (bytes[8] & 63) | 128
      let digits = ''
      for (const byte of bytes) digits += byte.toString(16).padStart(2, '0')
      return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
    },
  })

  // Copies

  define('structuredClone', function structuredClone(value) {
    const copies = new Map()
    const refuse = (what) => {
      throw new DOMException(what + ' cannot be cloned.', 'DataCloneError')
    }
    const copy = (one) => {
      if (typeof one === 'function' || typeof one === 'symbol') refuse('A ' + typeof one)
      if (typeof one !== 'object' || one === null) return one
      if (copies.has(one)) return copies.get(one)
      const keep = (made) => {
        copies.set(one, made)
        return made
      }
      if (Array.isArray(one)) {
        const list = keep(new Array(one.length))
        for (const key of Object.keys(one)) list[key] = copy(one[key])
        return list
      }
      if (one instanceof Date) return keep(new Date(one.getTime()))
      if (one instanceof RegExp) return keep(new RegExp(one.source, one.flags))
      if (one instanceof ArrayBuffer) return keep(one.slice(0))
      if (ArrayBuffer.isView(one)) {
        const buffer = copy(one.buffer)
        return keep(new one.constructor(buffer, one.byteOffset, one instanceof DataView ? one.byteLength : one.length))
      }
      if (one instanceof Map) {
        const map = keep(new Map())
        for (const [key, entry] of one) map.set(copy(key), copy(entry))
        return map
      }
      if (one instanceof Set) {
        const set = keep(new Set())
        for (const entry of one) set.add(copy(entry))
        return set
      }
      if (one instanceof Error) {
        const error = keep(new Error(one.message))
        error.name = one.name
        return error
      }
      if (one instanceof Promise || one instanceof WeakMap || one instanceof WeakSet) refuse('This object')
      const object = keep({})
      for (const key of Object.keys(one)) {
        Object.defineProperty(object, key, { value: copy(one[key]), writable: true, enumerable: true, configurable: true })
      }
      return object
    }
    return copy(value)
  })

  // Formats of numbers and dates, and the order of texts

  /** As in every engine, these can be called without new. */
  const callable = (made) => {
    const constructor = function (locales, options) {
      return new made(locales, options)
    }
    Object.defineProperty(constructor, 'name', { value: made.name, configurable: true })
    Object.defineProperty(made.prototype, 'constructor', { value: constructor, writable: true, configurable: true })
    Object.defineProperty(constructor, 'prototype', { value: made.prototype, writable: false })
    return constructor
  }
  const plain = (options) => (options === undefined ? {} : parse(stringify(options)))
  const toAsk = (number) => (typeof number === 'bigint' ? number + 'n' : Number.isFinite(Number(number)) ? Number(number) : String(Number(number)))
  class NumberFormat {
    #locales
    #options
    constructor(locales, options) {
      this.#locales = locales
      this.#options = plain(options)
      this.resolvedOptions()
      this.format = (number) => ask('number', this.#locales, this.#options, 'text', toAsk(number))
    }
    formatToParts(number) {
      return ask('number', this.#locales, this.#options, 'parts', toAsk(number))
    }
    resolvedOptions() {
      return ask('number', this.#locales, this.#options, 'options', 0)
    }
  }
  const toMs = (date) => {
    const ms = date === undefined ? Date.now() : Number(date)
    if (!Number.isFinite(ms)) throw new RangeError('Invalid time value')
    return ms
  }
  class DateTimeFormat {
    #locales
    #options
    constructor(locales, options) {
      this.#locales = locales
      this.#options = plain(options)
      this.resolvedOptions()
      this.format = (date) => ask('date', this.#locales, this.#options, 'text', toMs(date))
    }
    formatToParts(date) {
      return ask('date', this.#locales, this.#options, 'parts', toMs(date))
    }
    resolvedOptions() {
      return ask('date', this.#locales, this.#options, 'options', 0)
    }
  }
  // Sorting compares often, and asking takes as long as hundreds of steps: texts of one alphabet are compared here.
  const asciiWeights = new Uint8Array(128)
  for (const [weight, letters] of Object.entries(${JSON.stringify(ASCII_ORDER)}))
    for (const letter of letters) asciiWeights[letter.charCodeAt(0)] = Number(weight) + 1
  const isAscii = (text) => /^[ -~]*$/.test(text)
  const compareAscii = (left, right) => {
    const length = Math.min(left.length, right.length)
    let order = 0
    for (let at = 0; at < length; at += 1) {
      const [a, b] = [left.charCodeAt(at), right.charCodeAt(at)]
      if (a === b) continue
      const difference = asciiWeights[a] - asciiWeights[b]
      if (difference !== 0) return Math.sign(difference)
      // The small letter first, unless something else differs.
      if (order === 0) order = a > b ? -1 : 1
    }
    return left.length === right.length ? order : Math.sign(left.length - right.length)
  }
  const isEnglish = (locales) => locales === undefined || locales === 'en' || locales === 'en-US'
  class Collator {
    #locales
    #options
    constructor(locales, options) {
      this.#locales = locales
      this.#options = plain(options)
      this.resolvedOptions()
      const isUsual = isEnglish(locales) && Object.keys(this.#options).length === 0
      this.compare = (left, right) => {
        const [a, b] = [String(left), String(right)]
        if (isUsual && isAscii(a) && isAscii(b)) return compareAscii(a, b)
        return ask('compare', this.#locales, this.#options, a, b)
      }
    }
    resolvedOptions() {
      return ask('collator', this.#locales, this.#options)
    }
  }
  const formats = { NumberFormat, DateTimeFormat, Collator }
  for (const [name, made] of Object.entries(formats)) formats[name] = callable(made)
  define('Intl', formats)
  const method = (prototype, name, value) =>
    Object.defineProperty(prototype, name, { value, writable: true, configurable: true, enumerable: false })
  method(Number.prototype, 'toLocaleString', function toLocaleString(locales, options) {
    return new NumberFormat(locales, options).format(this)
  })
  method(String.prototype, 'localeCompare', function localeCompare(other, locales, options) {
    const [a, b] = [String(this), String(other)]
    const isUsual = options === undefined && isEnglish(locales) && isAscii(a) && isAscii(b)
    return isUsual ? compareAscii(a, b) : ask('compare', locales, plain(options), a, b)
  })
  const dateMethod = (name, missing) =>
    method(Date.prototype, name, {
      [name](locales, options = {}) {
        if (Number.isNaN(this.getTime())) return 'Invalid Date'
        const names = ['weekday', 'year', 'month', 'day', 'hour', 'minute', 'second', 'dayPeriod', 'fractionalSecondDigits', 'dateStyle', 'timeStyle']
        const hasOwn = names.some((one) => options[one] !== undefined)
        return new DateTimeFormat(locales, hasOwn ? options : { ...options, ...missing }).format(this)
      },
    }[name])
  const day = { year: 'numeric', month: 'numeric', day: 'numeric' }
  const time = { hour: 'numeric', minute: 'numeric', second: 'numeric' }
  dateMethod('toLocaleString', { ...day, ...time })
  dateMethod('toLocaleDateString', day)
  dateMethod('toLocaleTimeString', time)

  define('queueMicrotask', function queueMicrotask(callback) {
    if (typeof callback !== 'function') throw new TypeError('queueMicrotask needs a function.')
    Promise.resolve().then(() => callback())
  })

  for (const value of [TextEncoder, TextDecoder, DOMException]) define(value.name, value)
  return { TextEncoder, TextDecoder, define, toBytes }
})
`

/**
 * `URL` and `URLSearchParams` for addresses of the usual schemes, written in the language of the guest. International host
 * names are not converted.
 *
 * The source of a function that takes what `web-globals.ts` returns, and adds the globals.
 */
export const URL_GLOBALS = String.raw`
(function (web) {
  'use strict'
  const { TextEncoder, TextDecoder, define } = web
  const encoder = new TextEncoder()
  const decoder = new TextDecoder()
  const percent = (text, keep) => {
    let result = ''
    for (const character of text.toWellFormed()) {
      if (keep.test(character)) result += character
      else for (const byte of encoder.encode(character)) result += '%' + byte.toString(16).toUpperCase().padStart(2, '0')
    }
    return result
  }
  const decodeForm = (text) => {
    const bytes = []
    const source = encoder.encode(text.replace(/\+/g, ' '))
    for (let i = 0; i < source.length; i += 1) {
      const digits = source[i] === 37 ? String.fromCharCode(source[i + 1] ?? 0, source[i + 2] ?? 0) : ''
      if (/^[0-9a-f]{2}$/i.test(digits)) {
        bytes.push(parseInt(digits, 16))
        i += 2
      } else bytes.push(source[i])
    }
    return decoder.decode(Uint8Array.from(bytes))
  }
  const encodeForm = (text) => percent(text, /[A-Za-z0-9*\-._ ]/).replace(/ /g, '+')

  class URLSearchParams {
    #pairs = []
    #onChange = () => undefined
    static connect = (params, onChange) => {
      params.#onChange = onChange
    }
    static refill = (params, text) => {
      params.#pairs = URLSearchParams.#read(text)
    }
    static #read(text) {
      return text
        .replace(/^\?/, '')
        .split('&')
        .filter((part) => part !== '')
        .map((part) => {
          const sign = part.indexOf('=')
          return sign === -1 ? [decodeForm(part), ''] : [decodeForm(part.slice(0, sign)), decodeForm(part.slice(sign + 1))]
        })
    }
    constructor(init = '') {
      if (typeof init === 'object' && init !== null) {
        const pairs = typeof init[Symbol.iterator] === 'function' ? [...init] : Object.entries(init)
        for (const pair of pairs) {
          const [name, value, ...others] = [...pair]
          if (value === undefined || others.length > 0) throw new TypeError('Each pair needs a name and a value.')
          this.#pairs.push([String(name), String(value)])
        }
      } else this.#pairs = URLSearchParams.#read(String(init))
    }
    get size() {
      return this.#pairs.length
    }
    append(name, value) {
      this.#pairs.push([String(name), String(value)])
      this.#onChange()
    }
    delete(name, value) {
      this.#pairs = this.#pairs.filter(([key, one]) => key !== String(name) || (value !== undefined && one !== String(value)))
      this.#onChange()
    }
    get(name) {
      return this.#pairs.find(([key]) => key === String(name))?.[1] ?? null
    }
    getAll(name) {
      return this.#pairs.filter(([key]) => key === String(name)).map(([, value]) => value)
    }
    has(name, value) {
      return this.#pairs.some(([key, one]) => key === String(name) && (value === undefined || one === String(value)))
    }
    set(name, value) {
      const at = this.#pairs.findIndex(([key]) => key === String(name))
      if (at === -1) this.#pairs.push([String(name), String(value)])
      else {
        this.#pairs[at][1] = String(value)
        this.#pairs = this.#pairs.filter(([key], index) => key !== String(name) || index === at)
      }
      this.#onChange()
    }
    sort() {
      this.#pairs.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
      this.#onChange()
    }
    forEach(callback, self) {
      for (const [name, value] of this.#pairs) callback.call(self, value, name, this)
    }
    *entries() {
      for (const [name, value] of this.#pairs) yield [name, value]
    }
    *keys() {
      for (const [name] of this.#pairs) yield name
    }
    *values() {
      for (const [, value] of this.#pairs) yield value
    }
    [Symbol.iterator]() {
      return this.entries()
    }
    toString() {
      return this.#pairs.map(([name, value]) => encodeForm(name) + '=' + encodeForm(value)).join('&')
    }
  }
  const { connect, refill } = URLSearchParams
  delete URLSearchParams.connect
  delete URLSearchParams.refill

  const PORTS = { 'http:': '80', 'https:': '443', 'ws:': '80', 'wss:': '443', 'ftp:': '21' }
  const isSpecial = (protocol) => Object.hasOwn(PORTS, protocol) || protocol === 'file:'
  const inPath = /[A-Za-z0-9\-._~!$&'()*+,;=:@%/[\]\\|^]/
  const inQuery = /[A-Za-z0-9\-._~!$&()*+,;=:@%/?[\]\\|^{}${'`'}]/
  const inUser = /[A-Za-z0-9\-._~!$&'()*+,%]/

  const resolvePath = (path) => {
    const parts = path.split('/').slice(1)
    const result = []
    parts.forEach((part, index) => {
      const isLast = index === parts.length - 1
      if (/^(\.|%2e)$/i.test(part)) {
        if (isLast) result.push('')
      } else if (/^(\.|%2e){2}$/i.test(part)) {
        result.pop()
        if (isLast) result.push('')
      } else result.push(part)
    })
    return '/' + result.join('/')
  }

  const invalid = (text) => {
    throw new TypeError('Invalid URL: ' + text.slice(0, 200))
  }

  const readHost = (text, special, whole) => {
    if (/^\[[0-9a-f:.]+\]$/i.test(text)) return text.toLowerCase()
    const host = special ? decodeForm(text.replace(/\+/g, '%2B')).toLowerCase() : text
    if (/[\u0000-\u0020#%/:<>?@[\\\]^|]/.test(host)) invalid(whole)
    return host
  }

  const read = (text) => {
    const trimmed = text.replace(/^[\u0000-\u0020]+|[\u0000-\u0020]+$/g, '').replace(/[\t\n\r]/g, '')
    const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(trimmed)
    if (scheme === null) return undefined
    const protocol = scheme[0].toLowerCase()
    const [, before, query, hash] = /^([^?#]*)(\?[^#]*)?(#.*)?$/s.exec(trimmed.slice(scheme[0].length))
    const url = { protocol, username: '', password: '', hostname: '', port: '', query: query ?? '', hash: hash ?? '' }
    const special = isSpecial(protocol)
    const rest = special ? before.replace(/\\/g, '/') : before
    const found = (special ? /^\/*([^/]*)(.*)$/s : /^\/\/([^/]*)(.*)$/s).exec(rest)
    if (found === null) return { ...url, path: rest, isOpaque: !rest.startsWith('/') }
    const [, authority, path] = found
    const at = authority.lastIndexOf('@')
    const user = at === -1 ? '' : authority.slice(0, at)
    const [, host, port] = /^(.*?)(?::(\d*))?$/s.exec(authority.slice(at + 1))
    const colon = user.indexOf(':')
    url.username = percent(colon === -1 ? user : user.slice(0, colon), inUser)
    url.password = colon === -1 ? '' : percent(user.slice(colon + 1), inUser)
    url.hostname = readHost(host, special, trimmed)
    if ((url.hostname === '' && special && protocol !== 'file:') || Number(port ?? 0) > 65535) invalid(trimmed)
    url.port = port === undefined || port === '' || PORTS[protocol] === String(Number(port)) ? '' : String(Number(port))
    return { ...url, path: resolvePath(percent(path === '' && special ? '/' : path, inPath)), isOpaque: false }
  }

  const resolve = (text, base) => {
    const own = read(text)
    if (own !== undefined) return own
    if (base === undefined) invalid(text)
    const parent = read(String(base))
    if (parent === undefined || parent.isOpaque) invalid(text)
    const relative = text.trim().replace(/\\/g, '/')
    const [, path, query, hash] = /^([^?#]*)(\?[^#]*)?(#.*)?$/s.exec(relative)
    if (relative.startsWith('//')) return read(parent.protocol + relative)
    const next = { ...parent, hash: hash ?? '' }
    if (path === '') return { ...next, query: query ?? (relative.startsWith('#') || relative === '' ? parent.query : '') }
    const full = path.startsWith('/') ? path : parent.path.replace(/[^/]*$/, '') + path
    return { ...next, path: resolvePath(percent(full, inPath)), query: query ?? '' }
  }

  class URL {
    #url
    #params = new URLSearchParams()
    constructor(text, base) {
      this.#url = resolve(String(text), base)
      this.#url.query = percent(this.#url.query, inQuery)
      this.#url.hash = percent(this.#url.hash, /[A-Za-z0-9\-._~!$&'()*+,;=:@%/?#[\]\\|^{}]/)
      refill(this.#params, this.#url.query)
      connect(this.#params, () => {
        const query = this.#params.toString()
        this.#url.query = query === '' ? '' : '?' + query
      })
    }
    static canParse(text, base) {
      try {
        return new URL(text, base) instanceof URL
      } catch {
        return false
      }
    }
    static parse(text, base) {
      try {
        return new URL(text, base)
      } catch {
        return null
      }
    }
    #change(changes) {
      const { protocol, username, password, hostname, port, path, query, hash } = { ...this.#url, ...changes }
      const user = username === '' && password === '' ? '' : username + (password === '' ? '' : ':' + password) + '@'
      const authority = hostname === '' && protocol !== 'file:' ? '' : '//' + user + hostname + (port === '' ? '' : ':' + port)
      this.#url = new URL(protocol + authority + path + query + hash).#url
      refill(this.#params, this.#url.query)
    }
    get href() {
      const { protocol, username, password, path, query, hash, hostname } = this.#url
      const user = username === '' && password === '' ? '' : username + (password === '' ? '' : ':' + password) + '@'
      const authority = hostname === '' && protocol !== 'file:' ? '' : '//' + user + this.host
      return protocol + authority + path + query + hash
    }
    get origin() {
      return Object.hasOwn(PORTS, this.#url.protocol) ? this.#url.protocol + '//' + this.host : 'null'
    }
    get protocol() {
      return this.#url.protocol
    }
    get username() {
      return this.#url.username
    }
    get password() {
      return this.#url.password
    }
    get host() {
      return this.#url.hostname + (this.#url.port === '' ? '' : ':' + this.#url.port)
    }
    get hostname() {
      return this.#url.hostname
    }
    get port() {
      return this.#url.port
    }
    get pathname() {
      return this.#url.path
    }
    get search() {
      return this.#url.query === '?' ? '' : this.#url.query
    }
    get hash() {
      return this.#url.hash === '#' ? '' : this.#url.hash
    }
    get searchParams() {
      return this.#params
    }
    set href(text) {
      this.#url = new URL(text).#url
      refill(this.#params, this.#url.query)
    }
    set protocol(text) {
      this.#change({ protocol: String(text).replace(/:.*$/s, '') + ':' })
    }
    set username(text) {
      this.#change({ username: percent(String(text), inUser) })
    }
    set password(text) {
      this.#change({ password: percent(String(text), inUser) })
    }
    set host(text) {
      const [hostname, port = this.#url.port] = String(text).split(':')
      this.#change({ hostname, port })
    }
    set hostname(text) {
      this.#change({ hostname: String(text) })
    }
    set port(text) {
      this.#change({ port: String(text) })
    }
    set pathname(text) {
      const path = String(text).replace(/\?/g, '%3F').replace(/#/g, '%23')
      this.#change({ path: path.startsWith('/') ? path : '/' + path })
    }
    set search(text) {
      const query = String(text).replace(/^\?/, '').replace(/#/g, '%23')
      this.#change({ query: query === '' ? '' : '?' + query })
    }
    set hash(text) {
      const hash = String(text).replace(/^#/, '')
      this.#change({ hash: hash === '' ? '' : '#' + hash })
    }
    toString() {
      return this.href
    }
    toJSON() {
      return this.href
    }
  }
  define('URL', URL)
  define('URLSearchParams', URLSearchParams)
})
`

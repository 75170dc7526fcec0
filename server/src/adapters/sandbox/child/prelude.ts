import {
  MAX_ERROR_CHARACTERS,
  MAX_LOG_LINE_CHARACTERS,
  MAX_OUTPUT_BYTES,
} from '../protocol/sandbox-limits.ts'
import { FILE_GLOBALS } from './file-globals.ts'
import { URL_GLOBALS } from './url-globals.ts'
import { WEB_GLOBALS } from './web-globals.ts'

/**
 * Runs first in every QuickJS context, before the user's code. It captures the functions it needs in its closure, so that
 * the user's code cannot change its behaviour. Only JSON strings cross to the host, because a raw string would end at its
 * first NUL and lose unpaired surrogates.
 *
 * The source of a function that takes `emit`, `host` and `files`, and returns the functions that the host calls.
 */
export const PRELUDE = String.raw`
(function (emit, host, files) {
  'use strict'
  const shared = (${WEB_GLOBALS.trim()})(host)
  ;(${URL_GLOBALS.trim()})(shared)
  const { parse, stringify } = JSON
  // JSON.stringify would call a toJSON that the user's code has added to arrays.
  const listOf = (...texts) => {
    let json = ''
    for (let i = 0; i < texts.length; i += 1) json += (i === 0 ? '[' : ',') + stringify(texts[i])
    return json + ']'
  }
  ;(${FILE_GLOBALS.trim()})(files, shared, listOf)
  const { apply } = Reflect
  const { slice } = String.prototype
  const NativeError = Error
  const NativeString = String
  const NativeTypeError = TypeError

  const cut = (text, length) => apply(slice, text, [0, length])

  const show = (value) => {
    try {
      if (typeof value === 'string') return value
      if (typeof value === 'function') return '[function]'
      if (typeof value !== 'object' || value === null) return NativeString(value)
      if (value instanceof NativeError) return cut(value.name, 100) + ': ' + value.message
      return stringify(value) ?? '[object]'
    } catch {
      return '[a value that cannot be displayed]'
    }
  }

  let isLogOpen = true
  const write = (level) => (...values) => {
    if (!isLogOpen) return
    let message = ''
    for (let i = 0; i < values.length && message.length <= ${MAX_LOG_LINE_CHARACTERS}; i += 1) {
      message += (i === 0 ? '' : ' ') + cut(show(values[i]), ${MAX_LOG_LINE_CHARACTERS + 1})
    }
    isLogOpen = emit(listOf(level, message))
  }
  const info = write('info')
  globalThis.console = {
    log: info,
    info,
    debug: write('debug'),
    warn: write('warn'),
    error: write('error'),
  }

  const read = (error, key) => {
    try {
      const value = error[key]
      return typeof value === 'string' ? cut(value, ${MAX_ERROR_CHARACTERS}) : ''
    } catch {
      return ''
    }
  }

  return {
    /** Binds the globals to the user's function; define is the compiled wrapper. */
    bind: (define, namesText, globalsText) => {
      const globals = parse(globalsText)
      const names = parse(namesText)
      const values = []
      for (let i = 0; i < names.length; i += 1) values[i] = globals[names[i]]
      return apply(define, undefined, values)
    },

    /** The JSON text of a result; undefined if it is too large. */
    serialize: (value) => {
      if (value === undefined) return 'null'
      const text = stringify(value)
      if (text === undefined) throw new NativeTypeError('a ' + typeof value + ' cannot be converted to JSON')
      return text.length > ${MAX_OUTPUT_BYTES} ? undefined : text
    },

    /** The name, message and stack of a thrown value, as JSON text. */
    describe: (error) => {
      let isError = false
      try {
        isError = typeof error === 'object' && error instanceof NativeError
      } catch {}
      if (!isError) return listOf('', cut(show(error), ${MAX_ERROR_CHARACTERS}), '')
      return listOf(read(error, 'name'), read(error, 'message'), read(error, 'stack'))
    },
  }
})
`

import {
  MAX_ERROR_CHARACTERS,
  MAX_LOG_LINE_CHARACTERS,
  MAX_OUTPUT_BYTES,
} from '../protocol/sandbox-limits.ts'

/**
 * The first code in every QuickJS context, before any of the user's. It keeps the functions it needs in its closure, so
 * that nothing the user's code replaces later changes what it does, and only texts cross over to the host: JSON texts,
 * because a raw one would end at its first NUL and lose unpaired surrogates.
 *
 * A function of `emit` that gives back the functions the host calls.
 */
export const PRELUDE = String.raw`
(function (emit) {
  'use strict'
  const { parse, stringify } = JSON
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
      return '[a value that cannot be shown]'
    }
  }

  let isLogOpen = true
  const write = (level) => (...values) => {
    if (!isLogOpen) return
    let message = ''
    for (let i = 0; i < values.length && message.length <= ${MAX_LOG_LINE_CHARACTERS}; i += 1) {
      message += (i === 0 ? '' : ' ') + cut(show(values[i]), ${MAX_LOG_LINE_CHARACTERS + 1})
    }
    isLogOpen = emit(stringify([level, message]))
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
    /** The user's function with its values: define is the compiled text around it. */
    bind: (define, namesText, globalsText) => {
      const globals = parse(globalsText)
      const names = parse(namesText)
      const values = []
      for (let i = 0; i < names.length; i += 1) values[i] = globals[names[i]]
      return apply(define, undefined, values)
    },

    /** The JSON text of a result; undefined if it is too long. */
    serialize: (value) => {
      if (value === undefined) return 'null'
      const text = stringify(value)
      if (text === undefined) throw new NativeTypeError('a ' + typeof value + ' has no JSON')
      return text.length > ${MAX_OUTPUT_BYTES} ? undefined : text
    },

    /** Name, message and stack of what was thrown, as a JSON text. */
    describe: (error) => {
      let isError = false
      try {
        isError = typeof error === 'object' && error instanceof NativeError
      } catch {}
      if (!isError) return stringify(['', cut(show(error), ${MAX_ERROR_CHARACTERS}), ''])
      return stringify([read(error, 'name'), read(error, 'message'), read(error, 'stack')])
    },
  }
})
`

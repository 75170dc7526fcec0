/**
 * The global `files`, written in the language of the guest. `host` takes a JSON text and bytes, and returns a JSON text or an
 * array buffer (`ask-for-file.ts`). The functions are async like those of the web, although the host answers at once.
 *
 * The source of a function that takes `host`, what the web globals share, and a function that writes a list of texts as JSON.
 */
export const FILE_GLOBALS = String.raw`
(function (host, shared, listOf) {
  'use strict'
  const { define, toBytes } = shared
  const { parse } = JSON
  const NativeError = Error
  const NativeTypeError = TypeError
  const NativeString = String
  const Bytes = Uint8Array
  const { apply, getOwnPropertyDescriptor, getPrototypeOf } = Reflect
  // Code can replace the property, but not this function: the host gets nothing but buffers.
  const bufferOf = getOwnPropertyDescriptor(getPrototypeOf(Bytes.prototype), 'buffer').get
  const ask = (request, bytes) => {
    const answer = host(request, bytes)
    if (typeof answer !== 'string') return answer
    const { value, error } = parse(answer)
    if (error !== undefined) throw new NativeError(error)
    return value
  }
  const idOf = (file) => {
    const id = typeof file === 'object' && file !== null ? file.$file : undefined
    if (typeof id !== 'string') throw new NativeTypeError('The value is not a file. A file is an object with the member $file.')
    return id
  }
  define('files', {
    async text(file) {
      return ask(listOf('text', idOf(file)))
    },
    async bytes(file) {
      return new Bytes(ask(listOf('bytes', idOf(file))))
    },
    async create(name, type, content) {
      if (typeof content === 'string') return ask(listOf('create', NativeString(name), NativeString(type), content))
      // A copy: the buffer may be larger than the part of it that is meant.
      const bytes = new Bytes(toBytes(content))
      return ask(listOf('create', NativeString(name), NativeString(type)), apply(bufferOf, bytes, []))
    },
  })
})
`

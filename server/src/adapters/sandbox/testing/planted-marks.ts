/** Ways to leave the text `input` behind in a guest, by where it stays. */
export const PLANTS: Readonly<Record<string, string>> = {
  globals: 'globalThis[input] = input; globalThis.kept = { list: [input] }',
  prototypes:
    'Object.prototype.kept = input; Array.prototype.push = () => input; String.prototype.kept = () => input',
  closures: 'const held = input; globalThis.console.log = () => held; JSON.stringify.kept = () => held',
  'pending jobs': 'for (let i = 0; i < 50; i++) Promise.resolve().then(() => Promise.reject(input + i))',
  'jobs that never run': 'new Promise(() => {}).then(() => (globalThis.kept = input))',
  symbols: 'globalThis.kept = Symbol.for(input); Array.prototype[Symbol.for(input)] = input',
  finalizers:
    'new FinalizationRegistry(() => input).register({}, input); globalThis.kept = new WeakRef({ input })',
  'freed memory': 'for (let i = 1; i < 100; i++) input.repeat(i).split("").reverse().join("")',
  'compiled code': 'globalThis.kept = new Function(`return "${input}" // ${input}`)',
  'the stack': 'const down = (n, text) => (n === 0 ? text : down(n - 1, `${n}${text}`)); down(200, input)',
  patterns: 'globalThis.kept = new RegExp(input, "g"); kept.exec(input + input)',
  errors: 'globalThis.kept = new Error(input); try { null[input] } catch (error) { kept.cause = error }',
  'grown memory': 'globalThis.kept = [input.repeat(1e5), input.repeat(1e5)]',
}

/** Returns the paths at which the text can be found, and whatever new memory is not zero. */
export const SEARCH = `
  const seen = new Set(), found = []
  const look = (value, path) => {
    if (typeof value === 'string' && value.includes(input)) found[found.length] = path
    if (typeof value === 'symbol' && String(value).includes(input)) found[found.length] = path
    if ((typeof value !== 'object' && typeof value !== 'function') || value === null || seen.has(value)) return
    seen.add(value)
    for (const key of Reflect.ownKeys(value)) {
      const name = path + '.' + String(key)
      look(key, name)
      const property = Reflect.getOwnPropertyDescriptor(value, key)
      look(property.value, name); look(property.get, name); look(property.set, name)
    }
    if (typeof value === 'function') {
      const source = Function.prototype.toString.call(value)
      if (source.includes(input)) found[found.length] = path + ' (source)'
    }
    look(Reflect.getPrototypeOf(value), path + '.__proto__')
  }
  look(globalThis, '')
  if (typeof kept !== 'undefined') found[found.length] = 'kept'
  for (let size = 8; size < 1e5; size *= 8) {
    if (new Uint8Array(size).some((byte) => byte !== 0)) found[found.length] = 'new memory of ' + size
    if (Array(size).concat([1]).some((item) => typeof item === 'string')) found[found.length] = 'new array of ' + size
  }
  return found`

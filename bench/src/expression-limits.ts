import {
  compileTemplate,
  defaultLimits,
  ExpressionError,
  listFunctions,
  type Scope,
} from '@millrace/expressions'

/** The slowest way that was found to use up the budget of one evaluation with a function or an operator. */
export interface LimitFigure {
  readonly name: string
  readonly size: string
  readonly ms: number
}

type Kind =
  | 'text'
  | 'unicode'
  | 'numbers'
  | 'texts'
  | 'object'
  | 'pairs'
  | 'json'
  | 'encoded'
  | 'csv'
  | 'xml'
  | 'base64'
  | 'hex'
  | 'tags'
  | 'repetitions'

interface Case {
  readonly name: string
  /** Repeated until the budget is used up. Reads the value `v`, its near-copy `w` and the round `i`. */
  readonly call: string
  readonly kinds: readonly Kind[]
}

const sizes = [8, 1_000, 60_000]

/** Each round uses up a part of the budget, so that many rounds find the time without disturbances. */
const part = 1 / 16
const rounds = 8

/** Measures what one evaluation at its limit takes, for every function and every kind of operator. */
export function measureExpressionLimits(): {
  /** What a plain loop takes: the speed of the machine at this time. */
  readonly referenceMs: number
  readonly figures: readonly LimitFigure[]
} {
  const missing = listFunctions()
    .flatMap(({ functions }) => functions)
    .map(({ use }) => nameOf(use))
    .filter((name) => !cases.some((one) => one.name === name))
  if (missing.length > 0) throw new Error(`Nothing measures ${missing.join(', ')}.`)
  return {
    referenceMs: measureReference(),
    figures: cases.map(measureCase).toSorted((left, right) => right.ms - left.ms),
  }
}

function measureReference(): number {
  const text = repeat('0123456789', 1_000_000)
  let hash = 0
  return shortest(() => {
    for (let index = 0; index < text.length; index += 1) hash = (hash * 31 + text.charCodeAt(index)) | 0
  })
}

/**
 * The shortest time, in milliseconds, over some rounds. The processor time of the thread would not do: many systems count it in ticks
 * of several milliseconds, as long as a whole round takes.
 */
function shortest(run: () => void): number {
  let ms = Infinity
  for (let round = 0; round < rounds; round += 1) {
    const start = performance.now()
    run()
    ms = Math.min(ms, performance.now() - start)
  }
  return ms
}

/** `text.slice(from, to?)` → `text.slice`. */
function nameOf(use: string): string {
  return use.replace(/\(.*$/, '')
}

function measureCase({ name, call, kinds }: Case): LimitFigure {
  let worst: LimitFigure = { name, size: '', ms: 0 }
  for (const kind of kinds) {
    for (const size of sizes) {
      const ms = measure(call, makeInput(kind, size))
      if (ms > worst.ms) worst = { name, size: `${kind} ${size}`, ms }
    }
  }
  return worst
}

const many = Array.from({ length: 100_000 }, (_, index) => index)

/** What an evaluation at its limit takes. */
function measure(call: string, input: Json): number {
  const source = `{{ [input].map(({ v, w, many, none }) => many.some(i => (${call}) === none)) }}`
  const compiled = compileTemplate(source)
  if (!compiled.ok) throw new Error(`${call}: ${compiled.errors[0]?.message}`)
  const scope: Scope = {
    input,
    previous: null,
    nodes: () => undefined,
    nodeNames: [],
    variables: {},
    vars: {},
    execution: {},
    now: 1.8e12,
  }
  const budget = { steps: defaultLimits.steps * part, work: defaultLimits.work * part }
  const ms = shortest(() => {
    try {
      compiled.template.evaluate(scope, budget)
    } catch (error) {
      if (!(error instanceof ExpressionError) || !isLimit(error.problem.message)) throw error
    }
  })
  return ms / part
}

function isLimit(message: string): boolean {
  return /too expensive|more than [\d,]+ entries|longer than/.test(message)
}

function makeInput(kind: Kind, size: number): Json {
  const { v, w } = makeValue(kind, size)
  return { v, w, many, none: 'none' }
}

/** A value of a kind and a size, as far as the limits allow, and a similar one. */
function makeValue(kind: Kind, size: number): { readonly v: Json; readonly w: Json } {
  if (kind === 'text') return copies(repeat('Lorem  ipsum dolor 12,5 sit-amet_x\n', size))
  if (kind === 'unicode') return copies(repeat('Zażółć gęślą jaźń Æß ﷺ 漢字😀 ', size))
  if (kind === 'encoded') return copies(repeat('%E2%82%AC', size))
  if (kind === 'json') return copies(`[${repeat('{"a":1,"b":[2]},', Math.min(size, 900_000))}0]`)
  if (kind === 'csv') return copies(repeat('1,"a, b",c\n', size))
  if (kind === 'xml') return copies(`<r>${repeat('<a k="1">&amp;</a>', size)}</r>`)
  if (kind === 'base64') return copies(repeat('TG9yZW0g', size))
  if (kind === 'hex') return copies(repeat('4c6f72656d20', size))
  if (kind === 'repetitions') return copies(repeat('a', size))
  if (kind === 'tags') return copies(repeat('<b>a</b> a@b.example https://c.example/d ', size))
  // As large as one copy that a part of the budget allows.
  const length = Math.min(size, 20_000)
  if (kind === 'numbers')
    return { v: listOf(length, (index) => (index * 7919) % length), w: listOf(length, (index) => index) }
  if (kind === 'texts')
    return { v: listOf(length, (index) => `entry ${(index * 7919) % length}`), w: listOf(length, String) }
  const pairs = listOf(length, (index) => [`key ${index}`, index] as const)
  if (kind === 'pairs') return { v: pairs, w: pairs.slice(1) }
  return { v: Object.fromEntries(pairs), w: Object.fromEntries(pairs.slice(1)) }
}

type Json = Scope['input']

function listOf<Entry extends Json>(length: number, entry: (index: number) => Entry): readonly Entry[] {
  return Array.from({ length }, (_, index) => entry(index))
}

function repeat(part: string, size: number): string {
  return part.repeat(Math.max(1, Math.floor(size / part.length)))
}

/** Two equal texts that do not share memory. */
function copies(text: string): { readonly v: string; readonly w: string } {
  return { v: text, w: Buffer.from(text, 'utf16le').toString('utf16le') }
}

const texts: readonly Kind[] = ['text', 'unicode']

function forTexts(calls: Readonly<Record<string, string>>): Case[] {
  return Object.entries(calls).map(([name, call]) => ({ name, call, kinds: texts }))
}

function forKinds(kinds: readonly Kind[], calls: Readonly<Record<string, string>>): Case[] {
  return Object.entries(calls).map(([name, call]) => ({ name, call, kinds }))
}

const mathNames = 'round floor ceil trunc abs sign sqrt cbrt exp log log2 log10 sin cos tan asin acos atan'
const constants =
  'Math.PI Math.E Math.LN2 Math.LN10 Math.SQRT2 Number.MAX_SAFE_INTEGER Number.MIN_SAFE_INTEGER Number.EPSILON'
const dateProperties = 'ms seconds year quarter month week weekday day hour minute second millisecond zone'

const zones = '["Europe/Berlin", "Asia/Kathmandu", "America/New_York", "Pacific/Apia"][i % 4]'

const cases: readonly Case[] = [
  ...forTexts({
    'text.at': 'v.at(-1)',
    'text.charAt': 'v.charAt(5)',
    'text.charCodeAt': 'v.charCodeAt(5)',
    'text.codePointAt': 'v.codePointAt(5)',
    'text.concat': 'v.slice(0, v.length / 3).concat(v.slice(0, v.length / 3), i)',
    'text.endsWith': 'v.endsWith(w)',
    'text.includes': 'v.includes(v.slice(-3) + "x")',
    'text.indexOf': 'v.indexOf("sit-amet_xx")',
    'text.lastIndexOf': 'v.lastIndexOf("xLorem")',
    'text.localeCompare': 'v.localeCompare(w, ["de", "sv", "en"][i % 3])',
    'text.normalize': 'v.slice(0, v.length / 8).normalize("NFKD")',
    'text.padEnd': 'v.slice(0, 8).padEnd(v.length, "ab")',
    'text.padStart': 'v.slice(0, 8).padStart(v.length, "ab")',
    'text.repeat': 'v.slice(0, 8).repeat(v.length / 10)',
    'text.slice': 'v.slice(1)',
    'text.startsWith': 'v.startsWith(w)',
    'text.substring': 'v.substring(1, v.length - 1)',
    'text.toLowerCase': 'v.toLowerCase()',
    'text.toString': 'v.toString()',
    'text.toUpperCase': 'v.slice(0, v.length / 2).toUpperCase()',
    'text.trim': 'v.trim()',
    'text.trimEnd': 'v.trimEnd()',
    'text.trimStart': 'v.trimStart()',
    'text.match': 'v.match(/[a-z](\\w)|$/)',
    'text.match with g': 'v.match(/\\b\\w/g)',
    'text.matchAll': 'v.matchAll(/(?<a>[a-z])(?<b>\\w)?/g)',
    'text.replace': 'v.replace(/(\\w)(\\s|$)?/g, "$2$1")',
    'text.replace of characters': 'v.replace(/\\s+/g, " ")',
    'text.replace of each character': 'v.replace(/./g, "x")',
    'text.replace with a function': 'v.replace(/\\w/g, (x) => x)',
    'text.replace of a text': 'v.replace("amet_x\\n", "$&")',
    'text.replaceAll': 'v.replaceAll("o", "")',
    'text.replaceAll with groups': 'v.replaceAll("o", "$&")',
    'text.search': 'v.search(/amet_xx|\\d{4}/)',
    'text.split': 'v.slice(0, 90000).split("")',
    'text.split with a regular expression': 'v.slice(0, 90000).split(/(o)|\\s/)',
    'regex.exec': '/(?<a>.*)(?<b>x)$/s.exec(v)',
    'regex.test': '/[a-z]+\\d{3}$/.test(v)',
    'regex.test of many states': '/[a-z ].{12}Q/.test(v)',
    'regex.test of Unicode classes': '/\\p{Lu}\\p{Ll}+\\p{Nd}\\b/i.test(v)',
    'regex.test of nested repetitions': '/(?:(?:a{0,9}\\w{1,9}){1,9}\\s){9}$/.test(v)',
    'regex.match of everything': 'v.match(/(?:\\w+\\W+)*Q|./g)',
    'regex.toString': '/a+/g.toString()',
    Boolean: 'Boolean(v)',
    Number: 'Number(v)',
    'Number of digits': 'Number("1" + v.length + "e5")',
    String: 'String(v)',
    encodeURI: 'encodeURI(v.slice(0, v.length / 9))',
    encodeURIComponent: 'encodeURIComponent(v.slice(0, v.length / 9))',
    isFinite: 'isFinite(v)',
    isNaN: 'isNaN(v)',
    parseFloat: 'parseFloat(v)',
    'Number.parseFloat': 'Number.parseFloat("1." + "1".repeat(v.length / 4))',
    parseInt: 'parseInt(v)',
    'Number.parseInt': 'Number.parseInt("1".repeat(v.length / 4), 7)',
    'operator + of texts': 'v.slice(0, v.length / 3) + v.slice(0, v.length / 3) + i',
    'operator ==': 'v == w',
    'operator <': 'v < w',
    'operator - of texts': 'v - 1',
    'operator in': 'v in {}',
    'template literal': '`${v.slice(1)}${i}`',
    'computed property': '({ [v]: 1 })[w]',
    'spread of a text': '[...v.slice(0, 90000)]',
    'list pattern': '[v.slice(0, 90000)].map(([a, b, ...c]) => c)',
    'Object.hasOwn': 'Object.hasOwn({ a: 1 }, v)',
  }),
  ...forKinds(['repetitions'], {
    'text.includes of a text that nearly occurs': 'v.includes("aaaaab")',
    'text.lastIndexOf of a text that nearly occurs': 'v.lastIndexOf("baaaaa")',
    'text.includes of a long text that nearly occurs':
      'v.includes(v.slice(0, v.length / 3) + "b" + v.slice(0, v.length / 3))',
    'text.lastIndexOf of a long text that nearly occurs':
      'v.lastIndexOf(v.slice(0, v.length / 3) + "b" + v.slice(0, v.length / 3))',
    'text.split by a long text that nearly occurs':
      'v.split(v.slice(0, v.length / 3) + "b" + v.slice(0, v.length / 3))',
    'text.replaceAll of a text that nearly occurs': 'v.replaceAll("aaab", "")',
    'regex.test of a text that nearly occurs': '/aaaaab/.test(v)',
  }),
  ...forKinds(['encoded'], { decodeURIComponent: 'decodeURIComponent(v)' }),
  ...forKinds(['csv'], { parseCsv: 'parseCsv(v)', 'parseCsv of lists': 'parseCsv(v, { header: false })' }),
  ...forKinds(['xml'], { parseXml: 'parseXml(v)' }),
  ...forKinds(['base64'], { fromBase64: 'fromBase64(v)' }),
  ...forKinds(['hex'], { fromHex: 'fromHex(v)' }),
  ...forKinds(['text', 'unicode', 'tags'], {
    'text.titleCase': 'v.titleCase()',
    'text.extractEmail': 'v.extractEmail()',
    'text.extractUrl': 'v.extractUrl()',
    'text.stripTags': 'v.stripTags()',
    hash: 'hash(v)',
    'hash with sha512': 'hash(v, "sha512")',
    'hash with md5': 'hash(v, "md5")',
    hmac: 'hmac(v, "key")',
    base64: 'base64(v)',
    hex: 'hex(v)',
  }),
  ...forKinds(['json'], { 'JSON.parse': 'JSON.parse(v)' }),
  ...forKinds(['numbers', 'texts'], {
    'list.at': 'v.at(-1)',
    'list.concat': 'v.slice(1).concat(i)',
    'list.entries': 'v.entries()',
    'list.filter': 'v.filter(x => true)',
    'list.flat': '[v.slice(1), i].flat()',
    'list.flatMap': 'v.flatMap(x => x)',
    'list.includes': 'v.includes("entry 12345x")',
    'list.indexOf': 'v.indexOf("entry 12345x")',
    'list.join': 'v.join(", ")',
    'list.keys': 'v.keys()',
    'list.lastIndexOf': 'v.lastIndexOf("entry 12345x")',
    'list.map': 'v.map(x => x)',
    'list.reduce': 'v.reduce((a, x) => x, 0)',
    'list.reduceRight': 'v.reduceRight((a, x) => x, 0)',
    'list.reverse': 'v.reverse()',
    'list.slice': 'v.slice(1)',
    'list.sort': 'v.sort()',
    'list.sort with a function': 'v.sort((a, b) => a - b)',
    'list.toReversed': 'v.toReversed()',
    'list.toSorted': 'w.toSorted()',
    'list.toSpliced': 'v.toSpliced(1, 1, i)',
    'list.toString': 'v.toString()',
    'list.with': 'v.with(0, i)',
    'list.every': 'v.every(x => true)',
    'list.find': 'v.find(x => false)',
    'list.findIndex': 'v.findIndex(x => false)',
    'list.findLast': 'v.findLast(x => false)',
    'list.findLastIndex': 'v.findLastIndex(x => false)',
    'list.some': 'v.some(x => false)',
    'Math.min': 'Math.min(...v)',
    'Math.max': 'Math.max(...v)',
    'Math.hypot': 'Math.hypot(...v)',
    'Array.isArray': 'Array.isArray(v)',
    'Array.from': 'Array.from(v)',
    'Array.from with a function': 'Array.from({ length: v.length }, x => x)',
    'Array.from of a length': 'Array.from({ length: v.length })',
    'Array.of': 'Array.of(...v)',
    'String.fromCharCode': 'String.fromCharCode(...v)',
    'String.fromCodePoint': 'v.length > 99999 || typeof v[0] === "string" || String.fromCodePoint(...v)',
    'Object.groupBy': 'Object.groupBy(v, x => x)',
    'spread of a list': '[...v.slice(1), i]',
    'spread into an object': '({ ...v })',
    'operator == of a list': 'v == i',
    'operator - of a list': 'v - i',
    'object pattern': 'v.map(({ length, a, ...rest }) => rest)',
    'object literal': 'v.map(x => ({ a: x, b: 1, c: 2, d: 3 }))',
    'list literal': 'v.map(x => [x, x, x, x])',
    'deep reads': 'v.map(x => [x][0])',
  }),
  ...forKinds(['object'], {
    'Object.keys': 'Object.keys(v)',
    'Object.values': 'Object.values(v)',
    'Object.entries': 'Object.entries(v)',
    'Object.assign': 'Object.assign({}, v)',
    'spread of an object': '({ ...v })',
    'rest of an object': '[v].map(({ a, ...rest }) => rest)',
    'JSON.stringify': 'JSON.stringify(v)',
    'JSON.stringify with indentation': 'JSON.stringify(v, null, 10)',
    'operator + of an object': 'v + "x"',
  }),
  ...forKinds(['pairs'], {
    'Object.fromEntries': 'Object.fromEntries(v)',
    'JSON.stringify of lists': 'JSON.stringify(v)',
    toCsv: 'toCsv(v)',
    'toCsv of objects': 'toCsv(v.slice(0, 300).map(([a, b]) => ({ a, b })))',
  }),
  ...forKinds(['numbers'], {
    ...Object.fromEntries(mathNames.split(' ').map((name) => [`Math.${name}`, `Math.${name}(i)`])),
    ...Object.fromEntries(constants.split(' ').map((name) => [name, name])),
    ...Object.fromEntries(
      dateProperties.split(' ').map((name) => [`date.${name}`, `now.in("Europe/Berlin").${name}`]),
    ),
    'Math.atan2': 'Math.atan2(i, 1)',
    uuid: 'uuid()',
    'Math.pow': 'Math.pow(i, 1.5)',
    'Number.isFinite': 'Number.isFinite(i)',
    'Number.isInteger': 'Number.isInteger(i)',
    'Number.isNaN': 'Number.isNaN(i)',
    'Number.isSafeInteger': 'Number.isSafeInteger(i)',
    'number.toExponential': '(i / 7e99).toExponential(100)',
    'number.toFixed': '(i * 1e19).toFixed(100)',
    'number.toLocaleString':
      '(i / 7).toLocaleString(["de", "hi", "ar-EG"][i % 3], { style: "currency", currency: "EUR" })',
    'number.toLocaleString of many kinds':
      '(i / 7).toLocaleString("de", { minimumFractionDigits: i % 20, maximumFractionDigits: 20 + i % 80 })',
    'number.toPrecision': '(i / 7e99).toPrecision(100)',
    'number.toString': '(i / 7e99).toString(7)',
    'boolean.toString': 'true.toString()',
    date: 'date("2026-01-31T09:30", "Europe/Berlin")',
    'date.plus': `now.plus({ months: i % 99, days: 1, hours: 1 }, ${zones})`,
    'date.minus': `now.minus({ months: i % 99, days: 1, hours: 1 }, ${zones})`,
    'date.startOf': `now.startOf("quarter", ${zones})`,
    'date.endOf': `now.endOf("quarter", ${zones})`,
    'date.diff': `now.diff(now.plus({ days: i % 9999 }), "months", ${zones})`,
    'date.format': `now.format("EEEE EEE MMMM MMM ww dd HH:mm:ss.SSS XXX VV".repeat(4), ${zones}, ["de", "hi", "ar"][i % 3])`,
    'date.in': `now.in(${zones})`,
    'date.in of many zones':
      'now.in(["Europe/", "europe/"][i % 2] + ["Berlin", "Paris", "Rome", "Oslo"][i % 4].split("").map((c, n) => i >> n & 1 ? c.toUpperCase() : c.toLowerCase()).join("")).hour',
    'date.iso': `now.iso(${zones})`,
    'date.toString': 'now.toString()',
    'operator + of numbers': 'i + i + i + i + i + i + i + i',
    'operator &&': 'i && i && i && i && i && i && i && i',
    'operator ?:': 'i ? i : i',
    'operator typeof': 'typeof i',
    'many arguments': `Math.max(${'i,'.repeat(5000)} i)`,
    'many parameters': `[i].map((${Array.from({ length: 5000 }, (_, index) => `a${index}`).join()}) => 1)`,
    'a large pattern': `[v].map(([${Array.from({ length: 5000 }, (_, index) => `a${index}`).join()}]) => 1)`,
    'a long list literal': `[${'i,'.repeat(5000)} i]`,
  }),
]

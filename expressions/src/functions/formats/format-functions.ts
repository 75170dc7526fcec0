import {
  columnNames,
  formatCsv,
  nameCells,
  parseCsv,
  SEPARATORS,
  type Separator,
} from '#expressions/formats/csv.ts'
import { parseXml } from '#expressions/formats/xml.ts'
import { listAt, textAt, valueAt } from '#expressions/runtime/arguments.ts'
import { toTable, type BuiltinFunction, type CallSite } from '#expressions/runtime/builtin.ts'
import { toText } from '#expressions/runtime/convert.ts'
import type { Evaluation } from '#expressions/runtime/evaluation.ts'
import { refuseForbiddenKey } from '#expressions/runtime/refused.ts'
import {
  isList,
  isPlainObject,
  nameKind,
  type Argument,
  type List,
  type Value,
} from '#expressions/runtime/values.ts'

/** Charged for each character that is read. */
const csvPrice = 6
/** What a cell and the name of a column cost that are written, in entries of a list. */
const cellEntries = 3
const nameEntries = 8
const xmlPrice = 20
/** Charged for each element, with its attributes. */
const elementPrice = 400

export const formatFunctions = toTable<BuiltinFunction>({
  parseCsv: {
    use: 'parseCsv(text, { separator, header }?)',
    help: 'The rows of a CSV text: objects with the names of the first row, or lists with `header: false`. The separator is a comma, unless it is semicolon, tab, pipe or detect.',
    example: 'parseCsv("a;b\\n1;2", { separator: "semicolon" })',
    call: readCsv,
  },
  toCsv: {
    use: 'toCsv(list, { separator, header }?)',
    help: 'A list of objects or of lists as CSV text.',
    example: 'toCsv([{ a: 1, b: "x, y" }])',
    call: writeCsv,
  },
  parseXml: {
    use: 'parseXml(text, { lists }?)',
    help: 'The root element of an XML text as an object: attributes as `@name`, text beside them as `#text`, repeated elements as lists. `lists` names elements that are always lists.',
    example: 'parseXml("<a id=\\"7\\"><b>x</b></a>")',
    call: readXml,
  },
})

function readCsv(evaluation: Evaluation, args: readonly Argument[], site: CallSite): Value {
  const text = textAt(evaluation, args, 0, site)
  evaluation.work(text.length * csvPrice, site.location)
  const options = optionsAt(args, 1, site)
  const isHeaded = options['header'] !== false
  let count = 0
  let columns = 0
  const onRow = (cells: number) => {
    evaluation.growList(count, 1, site.location)
    // A row gets all columns of the header, even if it is shorter.
    if (isHeaded && count === 0) columns = cells
    evaluation.reserveProperties(Math.max(columns, cells), site.location)
    count += 1
  }
  const read = parseCsv(text, { separator: separatorOf(options, site), onRow })
  if (!read.ok) return site.location.fail(`This text is not valid CSV: ${read.problem}.`)
  if (!isHeaded) return read.rows
  const [header = [], ...rows] = read.rows
  const names = columnNames(header)
  for (const name of names) refuseForbiddenKey(name, site.location)
  return rows.map((row) => Object.fromEntries(nameCells(names, row)))
}

function writeCsv(evaluation: Evaluation, args: readonly Argument[], site: CallSite): Value {
  const items = listAt(args, 0, site)
  const options = optionsAt(args, 1, site)
  const separator = separatorOf(options, site) ?? 'comma'
  evaluation.visit(items.length, site.location)
  const names = new Set<string>()
  for (const item of items) {
    if (isList(item)) continue
    if (!isPlainObject(item))
      site.location.fail(`The entries must be objects or lists, but one is ${nameKind(item)}.`)
    const own = Object.keys(item)
    evaluation.visit(own.length * nameEntries, site.location)
    for (const name of own) names.add(name)
  }
  if (names.size > 0 && items.some(isList))
    site.location.fail('The entries must be either all objects or all lists.')
  let length = 0
  const toCell = (value: Value): string | number | boolean | null => {
    evaluation.visit(cellEntries, site.location)
    if (value === undefined || value === null || typeof value === 'number' || typeof value === 'boolean')
      return value ?? null
    const text = toText(evaluation, value, site.location)
    // Each character can be a quote, which is doubled.
    evaluation.growText(length, text.length * 2, site.location)
    length += text.length
    return text
  }
  const columns = [...names]
  const rows = items.map((item) =>
    isList(item)
      ? item.map(toCell)
      : columns.map((name) => toCell(isPlainObject(item) && Object.hasOwn(item, name) ? item[name] : null)),
  )
  const isHeaded = options['header'] !== false && columns.length > 0
  const result = formatCsv(isHeaded ? [columns, ...rows] : rows, { separator, escapeFormulas: false })
  evaluation.reserveText(result.length, site.location)
  return result
}

function readXml(evaluation: Evaluation, args: readonly Argument[], site: CallSite): Value {
  const text = textAt(evaluation, args, 0, site)
  evaluation.work(text.length * xmlPrice, site.location)
  const { lists } = optionsAt(args, 1, site)
  const read = parseXml(text, {
    lists: isList(lists) ? namesIn(evaluation, lists, site) : [],
    onElement: () => evaluation.work(elementPrice, site.location),
  })
  if (!read.ok) return site.location.fail(`This text is not valid XML: ${read.problem}.`)
  refuseKeys(read.value, site)
  return read.value
}

function namesIn(evaluation: Evaluation, list: List, site: CallSite): readonly string[] {
  evaluation.visit(list.length * nameEntries, site.location)
  const names = list.filter((name) => typeof name === 'string')
  for (const name of names) evaluation.work(name.length, site.location)
  return names
}

function refuseKeys(value: Value, site: CallSite): void {
  if (isList(value)) for (const entry of value) refuseKeys(entry, site)
  else if (isPlainObject(value))
    for (const [name, member] of Object.entries(value)) {
      refuseForbiddenKey(name, site.location)
      refuseKeys(member, site)
    }
}

function optionsAt(
  args: readonly Argument[],
  index: number,
  site: CallSite,
): Readonly<Record<string, Value>> {
  const value = valueAt(args, index, site)
  if (value === undefined || value === null) return {}
  if (isPlainObject(value)) return value
  return site.location.fail(
    `The options of \`${site.name}\` must be an object, but they are ${nameKind(value)}.`,
  )
}

/** Undefined: the separator is detected. */
function separatorOf({ separator }: Readonly<Record<string, Value>>, site: CallSite): Separator | undefined {
  if (separator === undefined || separator === null) return 'comma'
  if (separator === 'detect') return undefined
  const found = Object.entries(SEPARATORS).find(([name, sign]) => separator === name || separator === sign)
  if (found !== undefined) return found[0] as Separator
  return site.location.fail('This separator is not supported.', 'Use comma, semicolon, tab, pipe or detect.')
}

import { formatNumber } from './format.ts'
import { plural } from './plural.ts'

export const view = 'View'
export const tree = 'Tree'
export const table = 'Table'
export const schema = 'Schema'
export const treeLabel = 'Data as a tree'
export const tableLabel = 'Data as a table'
export const schemaLabel = 'Fields of the data'

export const search = 'Search data'
export const searchIn = (size: string) => `Search in ${size}`
export const pressEnter = 'Press Enter to search all of the data.'
export const noMatches = 'No matches'
export const matchOf = (number: number, total: number) => `${formatNumber(number)} of ${formatNumber(total)}`
export const previousMatch = 'Previous match'
export const nextMatch = 'Next match'
export const clearSearch = 'Clear search'

export const download = 'Download as a file'
export const downloadFailed = 'Could not download the data.'
export const loadedSoFar = (loaded: string, total: string) => `Loading ${loaded} of ${total}`
export const stopLoading = 'Stop'
export const readAll = (size: string) => `Read all ${size}`
export const schemaNeedsAll = 'The schema is made from all of the data.'

export const loading = 'Loading data'
export const loadFailed = 'Could not load the data'
export const partFailed = 'A part of the data could not be loaded.'
export const noData = 'No data'
export const emptyList = 'empty list'
export const emptyObject = 'empty object'
export const emptyText = 'empty text'
export const nothing = 'null'
export const loadingRow = 'loading…'

export const entries = (count: number) =>
  plural(count, { one: '1 entry', other: `${formatNumber(count)} entries` })
export const fields = (count: number) =>
  plural(count, { one: '1 field', other: `${formatNumber(count)} fields` })
export const characters = (count: number) =>
  plural(count, { one: '1 character', other: `${formatNumber(count)} characters` })
export const listOf = (count: number) => `[ ${formatNumber(count)} ]`
export const objectOf = (count: number) => `{ ${formatNumber(count)} }`

export const copyPath = 'Copy path'
export const copyValue = 'Copy value'
export const pathCopied = 'Path copied.'
export const valueCopied = 'Value copied.'
export const tooLargeToCopy = 'This value is too large to copy. Download the data instead.'
export const insertPath = 'Insert path'
export const openLink = 'Open link'
export const selectedValue = 'Selected value'

export const showChanges = 'Mark differences from the input'
export const added = 'new'
export const changed = 'changed'
export const removed = (names: readonly string[]) =>
  plural(names.length, { one: `without ${names[0]}`, other: `without ${names.join(', ')}` })

export const list = 'List'
export const rowNumber = 'Row'
export const field = 'Field'
export const type = 'Type'
export const present = 'Present'
export const example = 'Example'
export const presentIn = (count: number, of: number) => `${formatNumber(count)} of ${formatNumber(of)}`
export const always = 'always'
export const typeNames = {
  null: 'null',
  boolean: 'boolean',
  number: 'number',
  string: 'text',
  array: 'list',
  object: 'object',
}
export const tooLargeForCell = 'large'

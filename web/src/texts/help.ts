import { formatNumber } from './format.ts'
import { plural } from './plural.ts'

export const title = 'Help'
export const search = 'Search help'
export const placeholder = 'Search nodes, functions and guides'
export const results = 'Help topics'
export const close = 'Close help'
export const back = 'Back'
/** Announced, not shown. */
export const resultCount = (count: number) =>
  plural(count, { one: '1 result', other: `${formatNumber(count)} results` })
export const nothingFound = (query: string) => `Nothing matches “${query}”.`
export const nothingFoundHint =
  'Try the name of a node, a function or a service, or a word such as “retry” or “date”.'
export const loading = 'Loading the guides…'
export const guidesFailed = 'The guides could not be loaded. Nodes and functions can be searched.'
export const loadingArticle = 'Loading…'
export const articleFailed = 'This page could not be loaded'
export const articleMissing = 'This page does not have the section any more.'
export const openInNewTab = 'Open in a new tab'
export const allDocumentation = 'All documentation'

export const thisPage = 'About this page'
export const data = 'Data you can read'
export const groups = {
  node: 'Nodes',
  parameter: 'Parameters',
  function: 'Functions',
  name: 'Data you can read',
  expressions: 'Expressions',
  guide: 'Guides',
  reference: 'Reference',
}

export const output = 'Output'
export const outputs = 'Outputs'
export const parameters = 'Parameters'
export const required = 'required'
export const goodToKnow = 'Good to know'
export const example = 'Example'

export const tryIt = 'Try it'
export const tryItHint = 'Change the example. Your browser evaluates it as you type.'
export const result = 'Result'
export const insert = 'Insert into the expression'
export const insertHint = 'To insert it, place the cursor in an expression of a node.'
export const resetExample = 'Reset'
export const related = (section: string) => `More: ${section}`

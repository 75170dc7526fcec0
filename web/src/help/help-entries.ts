import { listFunctions } from '@millrace/expressions'
import type { NodeType } from '../api/node-types.ts'
import { fieldsOf } from '../editor/inspector/form/schema-fields.ts'
import { scopeHelp } from '../texts/editor/expressions.ts'
import * as t from '../texts/help.ts'
import type { DocsSection } from './docs-queries.ts'

interface EntryBase {
  readonly id: string
  /** What one searches for, and how results are named. */
  readonly title: string
  /** Where it belongs: a node, a section, a guide. */
  readonly context: string
  readonly text: string
  /** Further words to find it by, as good as the title. */
  readonly names: readonly string[]
}

export interface FunctionEntry extends EntryBase {
  readonly kind: 'function'
  readonly help: string
  readonly example: string | undefined
}

export type HelpEntry =
  | (EntryBase & { readonly kind: 'node'; readonly nodeType: NodeType })
  | (EntryBase & { readonly kind: 'parameter'; readonly nodeType: NodeType; readonly parameter: string })
  | FunctionEntry
  | (EntryBase & { readonly kind: 'name' })
  | (EntryBase & { readonly kind: 'expressions' | 'guide' | 'reference'; readonly url: string })

export type HelpKind = HelpEntry['kind']

/** The order in which groups of equally good results are shown. */
export const helpKinds: readonly HelpKind[] = [
  'node',
  'function',
  'name',
  'parameter',
  'expressions',
  'guide',
  'reference',
]

const EXPRESSIONS_GUIDE = '/docs/guides/expressions'

/** Everything that the help can find, from the same descriptions that the documentation is made of. */
export function listEntries(
  nodeTypes: readonly NodeType[],
  sections: readonly DocsSection[],
): readonly HelpEntry[] {
  const described = new Set(nodeTypes.map(({ type }) => `/docs/nodes#${type}`))
  return [
    ...nodeTypes.flatMap(nodeEntries),
    ...nameEntries(),
    ...functionEntries(),
    ...docsEntries(sections.filter(({ url }) => !described.has(url))),
  ]
}

function nodeEntries(nodeType: NodeType): readonly HelpEntry[] {
  const { type, title, summary, output, notes, keywords } = nodeType
  return [
    {
      kind: 'node',
      id: `node:${type}`,
      title,
      context: type,
      text: plainText([summary, output, ...notes].join(' ')),
      names: [type, ...keywords],
      nodeType,
    },
    ...fieldsOf(nodeType.parameters, nodeType).map(({ name, title: label, description }): HelpEntry => ({
      kind: 'parameter',
      id: `parameter:${type}.${name}`,
      title: label,
      context: title,
      text: plainText(description),
      names: [name],
      nodeType,
      parameter: name,
    })),
  ]
}

function nameEntries(): readonly HelpEntry[] {
  return Object.entries(scopeHelp).map(([name, text]) => ({
    kind: 'name',
    id: `name:${name}`,
    title: name,
    context: t.data,
    text,
    names: [],
  }))
}

function functionEntries(): readonly HelpEntry[] {
  return listFunctions().flatMap(({ title: section, functions }) =>
    functions.map(({ use, help, example }): HelpEntry => ({
      kind: 'function',
      id: `function:${use}`,
      title: use,
      context: section.replaceAll('`', ''),
      text: `${help} ${example ?? ''}`,
      names: [use.split('(')[0]?.split('.').at(-1) ?? use],
      help,
      example,
    })),
  )
}

/** Nodes and functions have entries of their own, and operations of the API belong to programs. */
function docsEntries(sections: readonly DocsSection[]): readonly HelpEntry[] {
  const functionTitles = new Set(listFunctions().map(({ title }) => title.replaceAll('`', '')))
  return sections.flatMap((section): readonly HelpEntry[] => {
    const kind = kindOf(section.url)
    const isFunctionTable = kind === 'expressions' && functionTitles.has(section.title)
    if (kind === undefined || isFunctionTable) return []
    const { url, title, page } = section
    // The text of a page begins with its title.
    const text = section.text.startsWith(`${title} `) ? section.text.slice(title.length + 1) : section.text
    return [{ kind, id: `page:${url}`, title, context: title === page ? '' : page, text, names: [], url }]
  })
}

const kindsByPath: readonly (readonly [prefix: string, kind: 'expressions' | 'guide' | 'reference'])[] = [
  [EXPRESSIONS_GUIDE, 'expressions'],
  ['/docs/guides/', 'guide'],
  ['/docs/nodes#', 'reference'],
  ['/docs/integrations', 'reference'],
  ['/docs/errors', 'reference'],
  ['/docs/configuration', 'reference'],
]

function kindOf(url: string) {
  return kindsByPath.find(([prefix]) => url.startsWith(prefix))?.[1]
}

/** The entry that an address of the documentation stands for, or undefined if the help has none. */
export function findByAddress(entries: readonly HelpEntry[], address: string): HelpEntry | undefined {
  const node = /^\/docs\/nodes#(.+)$/.exec(address)?.[1]
  return entries.find(({ id }) => id === `node:${node}` || id === `page:${address}`)
}

/** Markdown without its marks. */
function plainText(markdown: string): string {
  return markdown.replaceAll(/[`*]|\]\([^)]*\)|\[/g, '')
}

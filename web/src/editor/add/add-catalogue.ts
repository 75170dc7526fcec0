import type { NodeFamily } from '@millrace/contract/node-type.ts'
import type { CatalogueEntry, Integration, IntegrationAction } from '../../api/integrations.ts'
import type { Credential } from '../../api/credentials.ts'
import type { NodeTypes } from '../../graph/node-types.ts'
import type { JsonValue } from '../../graph/types.ts'
import * as t from '../../texts/editor/add.ts'

/** Something that can be added: a kind of node, or an action of a service. */
export interface AddItem {
  /** Stable, for "recently used". */
  readonly id: string
  readonly title: string
  readonly summary: string
  readonly family: NodeFamily
  readonly type: string
  readonly icon: string | undefined
  readonly service: string | undefined
  /** Words to find it by, in lower case. */
  readonly words: string
  readonly node: {
    readonly type: string
    readonly name: string
    readonly data?: Readonly<Record<string, JsonValue>>
    readonly credential_id?: string
  }
}

/** An integration of the account with the actions that were loaded for it. */
export interface LoadedIntegration {
  readonly integration: Integration
  readonly actions: readonly IntegrationAction[]
}

interface Sources {
  readonly nodeTypes: NodeTypes
  readonly catalogue: readonly CatalogueEntry[]
  readonly integrations: readonly LoadedIntegration[]
  readonly credentials: readonly Credential[]
}

/** All that can be added, kinds of nodes first. */
export function listAddItems({
  nodeTypes,
  catalogue,
  integrations,
  credentials,
}: Sources): readonly AddItem[] {
  const kinds = nodeTypes.all
    .filter(({ type, family }) => family !== 'annotation' && type !== 'integration')
    .flatMap((type): AddItem[] => {
      const item: AddItem = {
        id: `node:${type.type}`,
        title: type.title,
        summary: plain(type.summary),
        family: type.family,
        type: type.type,
        icon: type.icon,
        service: undefined,
        words: [type.title, type.type, type.family, ...type.keywords, type.summary].join(' ').toLowerCase(),
        node: { type: type.type, name: type.title },
      }
      return type.type === 'wait' ? [item, approvalItem(item)] : [item]
    })
  const connected = new Set(integrations.map(({ integration }) => integration.type))
  const actions = integrations.flatMap(({ integration, actions: list }) =>
    list.map((action) =>
      actionItem({
        service: integration.name,
        type: integration.type,
        action,
        data: { integration_id: integration.id },
      }),
    ),
  )
  const known = catalogue
    .filter((entry) => !connected.has(entry.type) && !entry.built_in)
    .flatMap((entry) =>
      entry.actions.map((action) => {
        const fitting = credentials.filter(({ type }) => type === entry.credential?.type)
        const only = fitting.length === 1 ? fitting[0] : undefined
        return actionItem({
          service: entry.name,
          type: entry.type,
          action,
          data: { type: entry.type },
          credentialId: only?.id,
        })
      }),
    )
  return [...kinds, ...actions, ...known]
}

/** The most common way to wait, under the name that people look for. */
function approvalItem(wait: AddItem): AddItem {
  return {
    ...wait,
    id: `${wait.id}:approval`,
    title: t.approval,
    summary: t.approvalSummary,
    words: `${t.approval} ${t.approvalSummary} ${t.approvalWords}`.toLowerCase(),
    node: { type: wait.node.type, name: t.approval, data: { for: 'approval' } },
  }
}

interface ActionSource {
  readonly service: string
  readonly type: string
  readonly action: Pick<IntegrationAction, 'name' | 'title' | 'help'>
  readonly data: Readonly<Record<string, JsonValue>>
  readonly credentialId?: string | undefined
}

function actionItem({ service, type, action, data, credentialId }: ActionSource): AddItem {
  return {
    id: `action:${type}:${action.name}:${typeof data['integration_id'] === 'string' ? data['integration_id'] : ''}`,
    title: action.title,
    summary: t.actionSummary(service, plain(action.help)),
    family: 'action',
    type: 'integration',
    icon: undefined,
    service,
    words: `${action.title} ${action.name} ${service} ${type} ${action.help}`.toLowerCase(),
    node: {
      type: 'integration',
      name: action.title,
      data: { ...data, action: action.name, parameters: {} },
      ...(credentialId === undefined ? {} : { credential_id: credentialId }),
    },
  }
}

export interface AddSection {
  readonly key: NodeFamily | 'recent' | 'results'
  readonly items: readonly AddItem[]
}

const FAMILY_ORDER: readonly NodeFamily[] = ['flow', 'data', 'action', 'people', 'code']

interface SearchOptions {
  readonly query: string
  readonly recent: readonly string[]
  /** Whether the workflow has a trigger already. */
  readonly hasTrigger: boolean
  /** Triggers cannot follow another node: they are only found by name there, and are added without an edge. */
  readonly allowsTriggers: boolean
}

/** What the dialog lists: without a query by family, recently used first; with one by how well it matches. */
export function searchAddItems(
  all: readonly AddItem[],
  { query, recent, hasTrigger, allowsTriggers }: SearchOptions,
): readonly AddSection[] {
  const words = query
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
  if (words.length > 0) {
    const found = all
      .map((item) => ({ item, score: scoreOf(item, words, recent) }))
      .filter(({ score }) => score > 0)
      .toSorted((one, other) => other.score - one.score)
      .slice(0, 60)
      .map(({ item }) => item)
    const isApart = ({ family }: AddItem) => !allowsTriggers && family === 'trigger'
    const results: readonly AddSection[] = [
      { key: 'results', items: found.filter((item) => !isApart(item)) },
      { key: 'trigger', items: found.filter(isApart) },
    ]
    return results.filter((section) => section.items.length > 0)
  }
  const items = allowsTriggers ? all : all.filter(({ family }) => family !== 'trigger')
  const used = recent.flatMap((id) => items.find((item) => item.id === id) ?? []).slice(0, 5)
  const families = hasTrigger ? [...FAMILY_ORDER, 'trigger' as const] : ['trigger' as const, ...FAMILY_ORDER]
  const sections: AddSection[] = families.map((family) => ({
    key: family,
    // Actions of services are found by searching: there can be thousands.
    items: items.filter((item) => item.family === family && item.service === undefined),
  }))
  const shown =
    hasTrigger && used.length > 0 ? [{ key: 'recent' as const, items: used }, ...sections] : sections
  return shown.filter((section) => section.items.length > 0)
}

function scoreOf(item: AddItem, words: readonly string[], recent: readonly string[]): number {
  const title = item.title.toLowerCase()
  const service = item.service?.toLowerCase() ?? ''
  let score = 0
  for (const word of words) {
    if (title === word || item.type === word) score += 100
    else if (title.startsWith(word)) score += 60
    else if (title.includes(` ${word}`)) score += 40
    else if (service.startsWith(word)) score += 36
    else if (title.includes(word)) score += 24
    else if (item.words.includes(word)) score += 8
    else return 0
  }
  if (item.service === undefined) score += 4
  return score + (recent.includes(item.id) ? 6 : 0)
}

/** The first sentence, without Markdown. */
function plain(markdown: string): string {
  const text = markdown.replaceAll(/[`*_]/g, '')
  return /^.*?[.!?](?=\s|$)/.exec(text)?.[0] ?? text
}

import { expect, test } from 'vitest'
import { sampleNodeTypes as nodeTypes } from '../../graph/testing/sample-node-types.ts'
import { listAddItems, searchAddItems } from './add-catalogue.ts'

const post = {
  name: 'post_message',
  title: 'Post a message',
  help: 'Sends a text to a channel.',
  idempotent: false,
}
const slack = {
  type: 'slack',
  name: 'Slack',
  summary: '',
  built_in: false,
  credential: { type: 'slack', title: '', help: '', example: '', encoding: 'text' as const, fields: [] },
  actions: [post],
}
const credential = { id: 'c1', name: 'Team', type: 'slack' } as never
const items = listAddItems({ nodeTypes, catalogue: [slack], integrations: [], credentials: [credential] })
const search = (query: string, options: Partial<Parameters<typeof searchAddItems>[1]> = {}) =>
  searchAddItems(items, { query, recent: [], hasTrigger: true, allowsTriggers: true, ...options })

test('nodes and actions are found together, by name, synonym and service', () => {
  const found = (query: string) => search(query).flatMap((section) => section.items.map(({ title }) => title))
  expect(found('http')[0]).toBe('HTTP request')
  expect(found('rest')).toEqual(['HTTP request'])
  expect(found('slack')).toEqual(['Post a message'])
  expect(found('slack message')).toEqual(['Post a message'])
  expect(found('nothing like it')).toEqual([])
})

test('an action arrives with its operation and the only fitting credential', () => {
  const action = items.find(({ service }) => service === 'Slack')
  expect(action?.node).toEqual({
    type: 'integration',
    name: 'Post a message',
    data: { type: 'slack', action: 'post_message', parameters: {} },
    credential_id: 'c1',
  })
})

test('a credential is not chosen if several fit', () => {
  const several = listAddItems({
    nodeTypes,
    catalogue: [slack],
    integrations: [],
    credentials: [credential, { ...(credential as object), id: 'c2' } as never],
  })
  expect(several.find(({ service }) => service === 'Slack')?.node.credential_id).toBeUndefined()
})

test('triggers come first if there is none, and never after another step', () => {
  expect(search('', { hasTrigger: false })[0]?.key).toBe('trigger')
  expect(search('').at(-1)?.key).toBe('trigger')
  expect(search('', { allowsTriggers: false }).map(({ key }) => key)).not.toContain('trigger')
})

test('a trigger is found by its name after another step as well, apart from what can follow it', () => {
  const sections = search('webhook', { allowsTriggers: false })
  expect(sections.at(-1)?.key).toBe('trigger')
  expect(sections.at(-1)?.items.map(({ family }) => family)).toContain('trigger')
  expect(search('webhook').map(({ key }) => key)).toEqual(['results'])
})

test('what was used recently comes first', () => {
  const [first] = search('', { recent: ['node:http', 'node:gone'] })
  expect(first?.key).toBe('recent')
  expect(first?.items.map(({ type }) => type)).toEqual(['http'])
})

test('an approval is found by its name and arrives set up', () => {
  const [first] = search('approve')[0]?.items ?? []
  expect(first?.node).toEqual({ type: 'wait', name: 'Approval', data: { for: 'approval' } })
  expect(search('wait')[0]?.items[0]?.title).toBe('Wait')
})

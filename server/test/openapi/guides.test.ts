import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { after, before, describe, it } from 'node:test'
import { knownCredentialTypes } from '#domain/credentials/known-types.ts'
import { HeadingIds } from '#http/docs/guides/heading-ids.ts'
import { GUIDE_NAMES } from '#http/docs/guides/guide-names.ts'
import { startService, type TestService } from '#test/support/test-service.ts'
import { problemsOfSample } from './problems-of-samples.ts'

const DOCS = new URL('../../../docs/', import.meta.url)

interface Guide {
  readonly name: string
  readonly text: string
  /** The JSON blocks, in order. */
  readonly blocks: readonly Block[]
}

interface Block {
  readonly nodes?: readonly object[]
  readonly edges?: readonly object[]
  readonly variables?: object
  readonly type?: string
  readonly value?: string
  readonly input?: object
  readonly output?: object
}

const guides: readonly Guide[] = GUIDE_NAMES.map((name) => {
  const text = read(`guides/${name}.md`)
  const fences = text.matchAll(/^( *)```json\n([^]*?)^ *```/gm)
  return { name, text, blocks: [...fences].map((fence) => JSON.parse(fence[2] ?? '') as Block) }
})

describe('the guides', () => {
  let service: TestService
  let path: string

  before(async () => {
    service = await startService()
    const { body } = await service.request('POST', '/v1/workflows', { body: { name: 'Guides' } })
    path = `/v1/workflows/${body.data.id}`
  })
  after(() => service.destroy())

  it('are all listed in the pages', () => {
    const files = readdirSync(new URL('guides/', DOCS))
    assert.deepEqual(files.toSorted(), GUIDE_NAMES.map((name) => `${name}.md`).toSorted())
  })

  it('have links that also work on a code-hosting site', () => {
    for (const { name, text } of guides) {
      for (const [, href = ''] of text.replaceAll(/^ *```[^]*?^ *```/gm, '').matchAll(/\]\(([^)\s]+)\)/g)) {
        if (/^(?:https?|mailto):/.test(href)) continue
        const [file = '', fragment] = href.split('#')
        const target = read(file === '' ? `guides/${name}.md` : `guides/${file}`)
        if (fragment !== undefined)
          assert.ok(headingIds(target).includes(fragment), `${name}.md links to ${href}`)
      }
    }
  })

  it('name a variable that exists', async () => {
    const body = { name: 'BASE_URL', value: 'https://shop.example' }
    assert.equal((await service.request('POST', '/v1/variables', { body })).status, 201)
  })

  for (const { name, blocks } of guides) {
    const graphs = blocks.filter((block) => block.nodes !== undefined || isNode(block))
    if (graphs.length === 0) continue
    it(`have nodes that pass the check in ${name}.md`, async () => {
      for (const block of graphs) {
        const { nodes = [{ id: 'node', ...block }], edges = [], variables = {} } = block
        const definition = { nodes, edges, variables }
        const { body } = await service.request('POST', `${path}/check`, { body: definition })
        assert.deepEqual(problemsOfSample(body.data), [], JSON.stringify(block))
      }
    })
  }

  it('have workflows that end with the output shown', async () => {
    let count = 0
    for (const { name, blocks } of guides) {
      for (const [index, block] of blocks.entries()) {
        const input = blocks[index + 1]?.input
        const output = blocks[index + 2]?.output
        if (block.nodes === undefined || input === undefined || output === undefined) continue
        const created = await service.request('POST', '/v1/workflows', { body: block })
        const ended = await service.request('POST', `/v1/workflows/${created.body.data.id}/execute`, {
          body: { input },
          headers: { prefer: 'wait=30' },
        })
        assert.deepEqual(ended.body.data.output, output, name)
        count += 1
      }
    }
    assert.ok(count >= 3, 'the guide to workflows has examples with an input and an output')
  })

  it('have credentials that can be stored, one of every type', async () => {
    const credentials = guides.flatMap(({ blocks }) => blocks).filter(({ value }) => value !== undefined)
    for (const body of credentials) {
      const answer = await service.request('POST', '/v1/credentials', { body })
      assert.equal(answer.status, 201, JSON.stringify(body))
    }
    const types = new Set(credentials.map(({ type }) => type))
    for (const { type } of knownCredentialTypes) assert.ok(types.has(type), type)
  })
})

function read(path: string): string {
  return readFileSync(new URL(path, DOCS), 'utf8')
}

function isNode({ type, value }: Block): boolean {
  return type !== undefined && value === undefined
}

function headingIds(markdown: string): string[] {
  const ids = new HeadingIds()
  const text = markdown.replaceAll(/^ *```[^]*?^ *```/gm, '')
  return [...text.matchAll(/^#{1,6} (.+)$/gm)].map((heading) => ids.next(heading[1] ?? ''))
}

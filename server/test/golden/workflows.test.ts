import { ProcessSandbox } from '#adapters/index.ts'
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, resolve } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { isResult, type JsonObject, type StepRecord } from '#domain/index.ts'
import type { Engine } from '#engine/index.ts'
import { EngineFixture, type Stimulus } from '#engine/testing/engine-fixture.ts'
import { nodeCatalogue } from '#nodes/index.ts'
import { knownCredentials } from '#nodes/testing/known-credentials.ts'
import { loopbackNodeKinds } from '#nodes/testing/loopback-node-kinds.ts'
import type { RevealedCredential } from '#ports/index.ts'
import { startServices } from './example-services.ts'

const sandbox = new ProcessSandbox()
const credentials: Record<string, RevealedCredential> = {}
const NODE_KINDS = loopbackNodeKinds(sandbox, knownCredentials(credentials))

/** A workflow with an input and its expected outcome, as documentation and test. */
interface ExampleWorkflow {
  readonly name: string
  readonly description: string
  readonly nodes: readonly JsonObject[]
  readonly edges: readonly JsonObject[]
  readonly variables: JsonObject
  readonly input: JsonObject
  /** Events that are sent to the run, and time that passes while it waits, in order. */
  readonly signals?: readonly Stimulus[]
  readonly expected: {
    readonly status: 'completed' | 'failed'
    readonly output: JsonObject
    readonly error?: JsonObject
    /** Without the timestamps. */
    readonly logs?: readonly JsonObject[]
    /** The steps that ended, in this order: `step status handle`. */
    readonly history: readonly string[]
  }
}

function describeStep({ iteration, nodeId, status, handle }: StepRecord): string {
  const step = iteration === undefined ? nodeId : `${iteration}/${nodeId}`
  return [step, status, handle ?? []].flat().join(' ')
}

const root = resolve(import.meta.dirname, '../../..')
const nodesFolder = 'server/src/nodes'
const files = globSync([`${nodesFolder}/*/example.workflow.json`, 'examples/*.workflow.json'], { cwd: root })
const read = (file: string) => JSON.parse(readFileSync(resolve(root, file), 'utf8')) as ExampleWorkflow

describe('Example workflows', () => {
  let fixture: EngineFixture
  let engine: Engine
  before(async () => {
    fixture = await EngineFixture.open()
    engine = await fixture.startEngine({ catalogue: nodeCatalogue(NODE_KINDS) })
  })
  after(async () => {
    await fixture.destroy()
    await sandbox.close()
  })

  for (const file of files.sort()) {
    it(`An example workflow produces its expected result: ${file}`, async (t) => {
      const example = read(file)
      const services = await startServices(t, example.nodes)
      Object.assign(credentials, services.credentials)
      const variables = { ...example.variables, ...services.variables }
      const definition = { ...example, variables }
      const { id, status, output, error } = await fixture.run(engine, definition, example.input, example.signals)
      const logs = (await fixture.logs(id)).map(({ at: _, ...entry }) => entry)
      const history = (await fixture.steps(id)).filter(isResult).map(describeStep)
      const { expected } = example
      assert.deepEqual(
        { status, output, ...(expected.error && { error }), ...(expected.logs && { logs }), history },
        expected,
      )
    })
  }

  it('Every kind of node has an example that uses it', () => {
    for (const { type } of NODE_KINDS) {
      const example = read(`${nodesFolder}/${type}/example.workflow.json`)
      assert.ok(
        example.nodes.some((node) => node['type'] === type),
        type,
      )
    }
    const folders = files.filter((file) => file.startsWith(nodesFolder)).map((file) => basename(dirname(file)))
    assert.deepEqual(folders.sort(), NODE_KINDS.map(({ type }) => type).sort())
  })

  it('Every example workflow is listed in the README of its folder', () => {
    const readme = readFileSync(resolve(root, 'examples/README.md'), 'utf8')
    const listed = [...readme.matchAll(/\]\(\.?\/?([\w-]+\.workflow\.json)\)/g)].map(([, name]) => name ?? '')
    const present = files.filter((file) => file.startsWith('examples/')).map((file) => basename(file))
    assert.deepEqual(listed.sort(), present.sort())
  })
})

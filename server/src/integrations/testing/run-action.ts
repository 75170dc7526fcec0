import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import type { TestContext } from 'node:test'
import { CachedAccessTokens, systemClock } from '#adapters/index.ts'
import { openClient } from '#adapters/outgoing/testing/client-under-test.ts'
import { type JsonObject, type JsonValue, toFileValue } from '#domain/index.ts'
import { AccountActions } from '#features/index.ts'
import { findIntegration } from '#integrations/integration-catalogue.ts'
import { type Seen, serveRecording } from '#nodes/http/testing/http-under-test.ts'
import { integrationNode } from '#nodes/integration/integration.node.ts'
import { knownCredentials } from '#nodes/testing/known-credentials.ts'
import { MemoryFiles } from '#nodes/testing/memory-files.ts'
import { nodeCall } from '#nodes/testing/node-call.ts'
import type { Files, NodeCall, NodeFailed, Store } from '#ports/index.ts'

export interface ActionRun {
  /** Fields of the credential besides the URL of the server, or a function that creates the complete value from that URL. */
  readonly credential: Readonly<Record<string, string>> | ((origin: string) => string)
  readonly parameters?: JsonObject
  readonly answer?: (response: ServerResponse, seen: Seen) => void
  readonly call?: Partial<NodeCall>
  readonly allowedHosts?: readonly string[]
  readonly files?: Files
}

export interface ActionResult {
  readonly result: { readonly output: JsonValue } | NodeFailed
  readonly seen: readonly Seen[]
  readonly origin: string
}

/** Runs an action like a workflow does: with the node, the executor and the real client, against a local server. */
export async function runAction(
  t: TestContext,
  type: string,
  action: string,
  { credential, parameters, answer, call, allowedHosts, files = new MemoryFiles() }: ActionRun,
): Promise<ActionResult> {
  const server = await serveRecording(t, answer)
  const value =
    typeof credential === 'function'
      ? credential(server.origin)
      : JSON.stringify({ base_url: server.origin, ...credential })
  const credentials = knownCredentials({ c: { type, value, allowedHosts: allowedHosts ?? null } })
  const http = openClient(t)
  const store = { integrations: { find: async () => undefined } } as unknown as Store
  const actions = new AccountActions({
    store,
    credentials,
    tokens: new CachedAccessTokens(http, systemClock),
    files,
  })
  const node = integrationNode({ http, actions, files, kinds: [] })
  const example = findIntegration(type)?.actions.find(({ name }) => name === action)?.example
  const data = { type, action, parameters: parameters ?? (await withFile(files, example ?? {})) }
  const done = await node.run(nodeCall({ parameters: data, credentialId: 'c', ...call }))
  assert.ok('ok' in done)
  return { result: done, seen: server.seen, origin: server.origin }
}

/** An example names a file by an expression, which is not evaluated here. */
async function withFile(files: Files, example: JsonObject): Promise<JsonObject> {
  if (example['file'] !== '{{ input.file }}') return example
  async function* chunks() {
    yield Buffer.from('content')
  }
  const source = { name: 'a.txt', mediaType: 'text/plain', chunks: chunks() }
  const created = await files.create(nodeCall({ parameters: {} }).account, source)
  assert.ok(created.ok)
  return { ...example, file: toFileValue(created.file) }
}

/** The only request that the server received, without the headers that every request has. */
export async function requestOf(run: Promise<ActionResult>): Promise<{
  readonly line: string
  readonly headers: Readonly<Record<string, unknown>>
  readonly body: string
}> {
  const { result, seen } = await run
  assert.ok('output' in result, JSON.stringify(result))
  assert.equal(seen.length, 1)
  const [{ method, url, headers, body } = { method: '', url: '', headers: {}, body: '' }] = seen
  const kept = Object.entries(headers).filter(([name]) => !EVERY_REQUEST.has(name))
  return {
    line: `${method} ${url}`,
    headers: Object.fromEntries(kept),
    body: Buffer.from(body, 'latin1').toString(),
  }
}

const EVERY_REQUEST = new Set(['accept-encoding', 'connection', 'host', 'user-agent', 'content-length'])

export async function outputOf(run: Promise<ActionResult>): Promise<JsonValue> {
  const { result } = await run
  assert.ok('output' in result, JSON.stringify(result))
  return result.output
}

export async function failureOf(run: Promise<ActionResult>): Promise<NodeFailed> {
  const { result } = await run
  assert.ok(!('output' in result), JSON.stringify(result))
  return result
}

export function answerJson(body: unknown, status = 200): (response: ServerResponse) => void {
  return (response) =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

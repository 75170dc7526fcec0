import assert from 'node:assert/strict'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { TestContext } from 'node:test'
import { Compile } from 'typebox/compile'
import { CachedAccessTokens, systemClock } from '#adapters/index.ts'
import { openClient } from '#adapters/outgoing/testing/client-under-test.ts'
import { type LoopbackServer, serveHttp } from '#adapters/outgoing/testing/loopback-server.ts'
import type { JsonObject, JsonValue } from '#domain/index.ts'
import { knownCredentials } from '#nodes/testing/known-credentials.ts'
import { MemoryFiles } from '#nodes/testing/memory-files.ts'
import { nodeCall } from '#nodes/testing/node-call.ts'
import type { Files, NodeCall, NodeFailed, RevealedCredential } from '#ports/index.ts'
import { httpNode } from '../http.node.ts'

/** A request as the server received it. */
export interface Seen {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: string
}

export interface RecordingServer extends LoopbackServer {
  readonly seen: readonly Seen[]
}

/** Records every request, then answers it; by default with 200 and the JSON `{"ok":true}`. */
export async function serveRecording(
  t: TestContext,
  answer: (response: ServerResponse, seen: Seen) => void = (response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"ok":true}')
  },
): Promise<RecordingServer> {
  const seen: Seen[] = []
  const server = await serveHttp(t, (request: IncomingMessage, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.once('end', () => {
      const one: Seen = {
        method: request.method ?? '',
        url: request.url ?? '',
        headers: request.headers,
        body: Buffer.concat(chunks).toString('latin1'),
      }
      seen.push(one)
      answer(response, one)
    })
  })
  return { ...server, seen }
}

export interface HttpRun {
  readonly credential?: Partial<RevealedCredential>
  readonly call?: Partial<NodeCall>
  readonly files?: Files
}

/** Runs the node once with the real client. Like the engine, it first checks the parameters against the schema. */
export function runHttp(
  t: TestContext,
  parameters: JsonObject,
  { credential, call, files = new MemoryFiles() }: HttpRun = {},
) {
  const credentials = knownCredentials(credential === undefined ? {} : { c: credential })
  const http = openClient(t)
  const node = httpNode({ http, credentials, files, tokens: new CachedAccessTokens(http, systemClock) })
  const validator = Compile(node.parameters)
  assert.ok(validator.Check(parameters), JSON.stringify([...validator.Errors(parameters)]))
  const credentialId = credential === undefined ? undefined : 'c'
  return Promise.resolve(node.run(nodeCall({ parameters, credentialId, ...call })))
}

export async function outputOf(result: ReturnType<typeof runHttp>): Promise<Record<string, JsonValue>> {
  const done = await result
  assert.ok('ok' in done && done.ok, JSON.stringify(done))
  return done.output as Record<string, JsonValue>
}

export async function failureOf(result: ReturnType<typeof runHttp>): Promise<NodeFailed> {
  const done = await result
  assert.ok('ok' in done && !done.ok, JSON.stringify(done))
  return done
}

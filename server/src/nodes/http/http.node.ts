import { redactJson, redactSecrets } from '#domain/credentials/redact-secrets.ts'
import { openCredential } from '#nodes/outgoing/open-credential.ts'
import type { CredentialReader } from '#ports/credential-reader.ts'
import type { HttpClient } from '#ports/http-client.ts'
import type { NodeCall, NodeDone, NodeFailed, NodeKind } from '#ports/node-kind.ts'
import { collectPages } from './collect-pages.ts'
import { type Access, grantAccess, NO_ACCESS, REQUEST_CREDENTIALS } from './grant-access.ts'
import { HostQueue } from './host-queue.ts'
import { HttpParameters } from './http-parameters.ts'
import { planRequest } from './plan-request.ts'
import { RequestSender } from './request-sender.ts'

/** One run must not take a whole server for itself, nor all runs together. */
const CALLS_PER_HOST = 16

export interface HttpNodeParts {
  readonly http: HttpClient
  readonly credentials: CredentialReader
}

export function httpNode(parts: HttpNodeParts): NodeKind {
  const queue = new HostQueue(CALLS_PER_HOST)
  return {
    type: 'http',
    title: 'HTTP request',
    summary:
      'Calls an HTTP API. The output is `{status, headers, body}`. A credential of the node is sent along, and is nowhere to be read in what the node gives back. Answers may be up to 1 MiB.',
    group: 'core',
    parameters: HttpParameters,
    handles: ['main'],
    hasEffect: true,
    run: async (call) => {
      const access = await openAccess(parts.credentials, call)
      if ('ok' in access) return access
      return redact(await request(parts.http, queue, access, call), access.secrets)
    },
  }
}

async function openAccess(credentials: CredentialReader, call: NodeCall): Promise<Access | NodeFailed> {
  const credential = await openCredential(credentials, call, REQUEST_CREDENTIALS)
  if (credential === undefined) return NO_ACCESS
  if ('ok' in credential) return credential
  return grantAccess(credential, (call.parameters as HttpParameters).api_key_header ?? 'X-API-Key')
}

async function request(
  http: HttpClient,
  queue: HostQueue,
  access: Access,
  call: NodeCall,
): Promise<NodeDone | NodeFailed> {
  const parameters = call.parameters as HttpParameters
  const plan = planRequest(parameters)
  if ('ok' in plan) return plan
  const sender = new RequestSender({ http, queue, access, call })
  if (parameters.paginate !== undefined) return collectPages(sender, parameters.paginate, plan, call)
  const answered = await sender.send(plan, 1)
  return 'ok' in answered ? answered : { ok: true, output: answered.output }
}

/** The one way out: nothing leaves this node with a secret in it, whatever the server sent back. */
function redact(result: NodeDone | NodeFailed, secrets: readonly string[]): NodeDone | NodeFailed {
  return result.ok
    ? { ...result, output: redactJson(result.output, secrets) }
    : { ...result, message: redactSecrets(result.message, secrets) }
}

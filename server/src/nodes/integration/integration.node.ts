import Type, { type Static } from 'typebox'
import { isJsonObject, type JsonObject } from '#domain/json.ts'
import type { Access } from '#nodes/http/grant-access.ts'
import { RequestSender } from '#nodes/http/request-sender.ts'
import { redactResult } from '#nodes/outgoing/redact-result.ts'
import { isTemplate } from '#nodes/parameters/is-template.ts'
import { refuseParameter } from '#nodes/parameters/refuse-parameter.ts'
import { describeMismatch } from '#ports/describe-mismatch.ts'
import type { HttpClient } from '#ports/http-client.ts'
import {
  type ActionRequest,
  type IntegrationActions,
  isActionFailure,
  type PreparedAction,
} from '#ports/integration-actions.ts'
import type { NodeCall, NodeFailed, NodeKind, NodeResult } from '#ports/node-kind.ts'
import { compileSchema } from '#ports/schema-compiler.ts'
import { callFor } from './call-for.ts'

const Parameters = Type.Object({
  integration_id: Type.Optional(
    Type.String({
      title: 'Integration',
      description:
        'The id of one of the account’s integrations. It brings its own credential, unless the node has one.',
      format: 'uuid',
    }),
  ),
  type: Type.Optional(
    Type.String({
      title: 'Type',
      description: 'A type of the catalogue, with the credential of the node, instead of an integration.',
      examples: ['slack'],
    }),
  ),
  action: Type.String({
    title: 'Action',
    description: 'The name of an action of the integration, as `GET /integrations/:id/actions` lists them.',
    minLength: 1,
    examples: ['post_message'],
  }),
  parameters: Type.Optional(
    Type.Record(Type.String(), Type.Unknown(), {
      title: 'Parameters',
      description:
        'What the action takes. null is the same as left out. A `statement` is taken as it is: `{{ }}` in it is no expression.',
      examples: [{ channel: 'C0123456789', text: 'Order {{ input.id }} is paid.' }],
    }),
  ),
})

type Parameters = Static<typeof Parameters>

export interface IntegrationNodeParts {
  readonly http: HttpClient
  readonly actions: IntegrationActions
  /** Kinds that do what some actions are. */
  readonly kinds: readonly NodeKind[]
}

export function integrationNode(parts: IntegrationNodeParts): NodeKind {
  return {
    type: 'integration',
    title: 'Integration',
    summary:
      'Does an action of a connected service, such as posting a message or reading rows. The output is what the action gives. Secrets of the credential are nowhere to be read in it. Requests that change something carry an `Idempotency-Key`, which is the same in every attempt.',
    group: 'action',
    parameters: Parameters,
    literals: ['parameters.statement'],
    output: 'The result of the action: the response of the service or the part of it that matters.',
    example: {
      credential_id: '01937b5e-8f3a-7c41-9a52-3d1f0c7be2aa',
      data: {
        type: 'slack',
        action: 'post_message',
        parameters: { channel: 'C0123456789', text: 'Order {{ input.id }} is paid.' },
      },
    },
    handles: ['main'],
    hasEffect: true,
    check: (data) => checkDrawing(parts.actions, data),
    run: async (call) => {
      const prepared = await prepare(parts.actions, call)
      if (isActionFailure(prepared)) return prepared
      return perform(parts, prepared, call)
    },
  }
}

function checkDrawing(actions: IntegrationActions, data: JsonObject) {
  const { integration_id: integrationId, type, action, parameters = {} } = data
  if ((integrationId === undefined) === (type === undefined)) {
    const message = 'either the parameter `integration_id` or the parameter `type` must be given.'
    return [{ parameter: 'integration_id', message }]
  }
  if (typeof type !== 'string' || typeof action !== 'string' || isTemplate(type) || isTemplate(action))
    return []
  return actions.check(type, action, isJsonObject(parameters) ? parameters : {})
}

function prepare(actions: IntegrationActions, call: NodeCall): Promise<PreparedAction | NodeFailed> {
  const { integration_id: integrationId, type, action, parameters = {} } = call.parameters as Parameters
  const { account, now, signal, credentialId } = call
  return actions.prepare({
    account,
    now,
    signal,
    action,
    parameters: parameters as JsonObject,
    target: {
      ...(integrationId === undefined ? {} : { integrationId }),
      ...(type === undefined ? {} : { type }),
      ...(credentialId === undefined ? {} : { credentialId }),
    },
  })
}

async function perform(
  parts: IntegrationNodeParts,
  prepared: PreparedAction,
  call: NodeCall,
): Promise<NodeResult> {
  switch (prepared.does) {
    case 'nothing':
      return redactResult({ ok: true, output: prepared.output }, prepared.secrets)
    case 'node':
      return runOtherKind(parts.kinds, prepared, call)
    case 'request':
      return sendRequest(parts.http, prepared, call)
    default:
      return prepared satisfies never
  }
}

async function runOtherKind(
  kinds: readonly NodeKind[],
  { type, parameters, credentialId }: Extract<PreparedAction, { does: 'node' }>,
  call: NodeCall,
): Promise<NodeResult> {
  const kind = kinds.find((one) => one.type === type)
  if (kind === undefined) throw new Error(`There is no kind ${type} for an action.`)
  const validator = compileSchema(kind.parameters)
  if (!validator.Check(parameters)) {
    return refuseParameter(`For this action ${describeMismatch(validator, parameters).message}`)
  }
  return kind.run(callFor(call, parameters, credentialId))
}

async function sendRequest(
  http: HttpClient,
  prepared: Extract<PreparedAction, { does: 'request' }>,
  call: NodeCall,
): Promise<NodeResult> {
  const { request } = prepared
  const rules = { form: undefined, failOnStatus: true, followRedirects: true } as const
  const sender = new RequestSender({ http, access: accessOf(prepared, request), rules, call })
  const answered = await sender.send({ ...request, url: new URL(request.url) }, 1)
  if ('ok' in answered) return redactResult(answered, sender.secrets)
  return redactResult(prepared.readOutput(answered), sender.secrets)
}

/** The request is complete as it is; only a new access changes it. */
function accessOf(prepared: Extract<PreparedAction, { does: 'request' }>, request: ActionRequest): Access {
  const { secrets, secretHeaders } = request
  const { renew } = prepared
  return {
    secrets,
    secretHeaders,
    apply: (plan) => ({ ...plan, headers: request.headers }),
    ...(renew === undefined
      ? {}
      : {
          renew: async () => {
            const renewed = await renew()
            return isActionFailure(renewed) ? renewed : accessOf(prepared, renewed)
          },
        }),
  }
}

import {
  type AccountId,
  compileSchema,
  describeMismatch,
  isJsonObject,
  type JsonObject,
} from '#domain/index.ts'
import type { Access } from '#nodes/http/grant-access.ts'
import { RequestSender } from '#nodes/http/request-sender.ts'
import { judgeSecret } from '#nodes/outgoing/judge-secret.ts'
import { redactResult } from '#nodes/outgoing/redact-result.ts'
import { isTemplate } from '#nodes/parameters/is-template.ts'
import { refuseParameter } from '#nodes/parameters/refuse-parameter.ts'
import { textOf } from '#nodes/parameters/line-parts.ts'
import {
  type ActionRequest,
  type Files,
  type HttpClient,
  type IntegrationActions,
  type NodeCall,
  type NodeFailed,
  type NodeFinding,
  type NodeKind,
  type NodeResult,
  type PreparedAction,
  type ReviewedNode,
} from '#ports/index.ts'
import { callFor } from './call-for.ts'
import { IntegrationParameters } from './integration-parameters.ts'

export interface IntegrationNodeDeps {
  readonly http: HttpClient
  readonly actions: IntegrationActions
  readonly files: Files
  /** Node kinds that some actions run. */
  readonly kinds: readonly NodeKind[]
}

export function integrationNode(deps: IntegrationNodeDeps): NodeKind {
  return {
    type: 'integration',
    title: 'Integration',
    summary:
      'Runs an action of a connected service, such as posting a message or reading rows. The output is the result of the action; secrets of the credential are redacted from it. Requests that change data have an `Idempotency-Key` header that is the same in every attempt.',
    family: 'action',
    icon: 'plug',
    keywords: ['app', 'service', 'connector', 'slack', 'github', 'google', 'action'],
    line: `{{ [${textOf('data.type')}, ${textOf('data.action')}.replaceAll("_", " ")].filter(part => part !== "").join(": ") }}`,
    credentialTypes: deps.actions.credentialTypes,
    parameters: IntegrationParameters,
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
    check: (data) => checkParameters(deps.actions, data),
    reviewInAccount: (account, node) => reviewInAccount(deps.actions, account, node),
    run: async (call) => {
      const prepared = await prepare(deps.actions, call)
      if (isActionFailure(prepared)) return prepared
      return perform(deps, prepared, call)
    },
  }
}

function checkParameters(actions: IntegrationActions, data: JsonObject) {
  const { integration_id: integrationId, type, action, parameters = {} } = data
  if ((integrationId === undefined) === (type === undefined)) {
    const message = 'set either the parameter `integration_id` or the parameter `type`, not both.'
    return [{ parameter: 'integration_id', message }]
  }
  if (typeof type !== 'string' || typeof action !== 'string' || isTemplate(type) || isTemplate(action))
    return []
  return actions.check(type, action, isJsonObject(parameters) ? parameters : {})
}

async function reviewInAccount(
  actions: IntegrationActions,
  account: AccountId,
  { data, credentialId }: ReviewedNode,
): Promise<readonly NodeFinding[]> {
  const { integration_id: integrationId, type, action, parameters = {} } = data
  const id = typeof integrationId === 'string' ? integrationId : undefined
  const known = id ?? (typeof type === 'string' ? type : undefined)
  if (known === undefined || isTemplate(known) || typeof action !== 'string' || isTemplate(action)) return []
  const target = {
    ...(id === undefined ? { type: known } : { integrationId: id }),
    ...(credentialId === undefined ? {} : { credentialId }),
  }
  const given = isJsonObject(parameters) ? parameters : {}
  const problems = await actions.review(account, target, { action, parameters: given })
  return problems.map((problem) => ({ severity: 'error', ...problem }))
}

function prepare(actions: IntegrationActions, call: NodeCall): Promise<PreparedAction | NodeFailed> {
  const {
    integration_id: integrationId,
    type,
    action,
    parameters = {},
  } = call.parameters as IntegrationParameters
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
  deps: IntegrationNodeDeps,
  prepared: PreparedAction,
  call: NodeCall,
): Promise<NodeResult> {
  switch (prepared.does) {
    case 'nothing':
      return redactResult({ ok: true, output: prepared.output }, prepared.secrets)
    case 'node':
      return runNodeKind(deps.kinds, prepared, call)
    case 'request':
      return sendRequest(deps, prepared, call)
    default:
      return prepared satisfies never
  }
}

async function runNodeKind(
  kinds: readonly NodeKind[],
  { type, parameters, credentialId }: Extract<PreparedAction, { does: 'node' }>,
  call: NodeCall,
): Promise<NodeResult> {
  const kind = kinds.find((one) => one.type === type)
  if (kind === undefined) throw new Error(`An action needs the node kind "${type}", which does not exist.`)
  const validator = compileSchema(kind.parameters)
  if (!validator.Check(parameters)) {
    return refuseParameter(`In this action, ${describeMismatch(validator, parameters).message}`)
  }
  return kind.run(callFor(call, parameters, credentialId))
}

async function sendRequest(
  { http, files }: IntegrationNodeDeps,
  prepared: Extract<PreparedAction, { does: 'request' }>,
  call: NodeCall,
): Promise<NodeResult> {
  const { request } = prepared
  const rules = {
    form: undefined,
    failOnStatus: true,
    followRedirects: true,
    files: prepared.receivesFile === true ? files : undefined,
  } as const
  const sender = new RequestSender({ http, access: accessOf(prepared, request), rules, call })
  const answered = await sender.send({ ...request, url: new URL(request.url) }, 1)
  const result = redactResult('ok' in answered ? answered : prepared.readOutput(answered), sender.secrets)
  const verdict = judgeSecret(result)
  if (verdict !== undefined) await prepared.report?.(verdict)
  return result
}

/** The prepared request already contains the credential; only a renewed token changes its headers. */
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

/** Failures have `ok`; what is prepared has `does`. */
function isActionFailure(prepared: object): prepared is NodeFailed {
  return 'ok' in prepared && prepared.ok === false
}

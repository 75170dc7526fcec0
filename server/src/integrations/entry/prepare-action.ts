import { compileSchema, describeMismatch, type JsonObject, type JsonValue } from '#domain/index.ts'
import type { NodeFailed, PreparedAction } from '#ports/index.ts'
import type { ActionDefinition, RequestAction } from './action.ts'
import { buildRequest, type RequestParts } from './build-request.ts'
import { completeRequest, type RequestContext } from './complete-request.ts'
import type { CredentialFields } from './credential-form.ts'
import type { HttpConnection, IntegrationEntry } from './integration-entry.ts'
import { refuse, refuseParameter } from './refusal.ts'
import { readOutput } from './read-output.ts'

export interface OpenedCredential {
  readonly id: string
  readonly value: string
}

/** Turns an action of the catalogue into what is to be done. */
export async function prepareAction(
  entry: IntegrationEntry,
  action: ActionDefinition,
  parameters: JsonObject,
  credential: OpenedCredential | undefined,
  context: RequestContext,
): Promise<PreparedAction | NodeFailed> {
  if ('node' in action) {
    return {
      does: 'node',
      type: action.node,
      parameters: renameParameters(parameters, action.rename ?? {}),
      credentialId: credential?.id,
    }
  }
  const given = dropNulls(parameters)
  const misfit = findMisfit(action, given)
  if (misfit !== undefined) return refuseParameter(misfit)
  const opened = openFields(entry, credential)
  if ('ok' in opened) return opened
  const { fields, secrets } = opened
  if ('compute' in action) {
    const result = action.compute(given, fields, context.now)
    return result.ok ? { does: 'nothing', output: result.output, secrets } : result
  }
  if (entry.connect === undefined) throw new Error(`${entry.type} has a request and no connection.`)
  return prepareRequest(entry.connect(fields), action, given, secrets, context)
}

async function prepareRequest(
  connection: HttpConnection,
  action: RequestAction,
  parameters: JsonObject,
  secrets: readonly string[],
  context: RequestContext,
): Promise<PreparedAction | NodeFailed> {
  const parts = buildRequest(action.request, parameters)
  if ('ok' in parts) return parts
  return prepareParts(connection, parts, secrets, context, (answer) =>
    readOutput(action.output, answer, parameters),
  )
}

/** The same for a request that was built otherwise. */
export async function prepareParts(
  connection: HttpConnection,
  parts: RequestParts,
  secrets: readonly string[],
  context: RequestContext,
  read: Extract<PreparedAction, { does: 'request' }>['readOutput'],
): Promise<PreparedAction | NodeFailed> {
  const request = await completeRequest(connection, parts, secrets, context)
  if ('ok' in request) return request
  const token =
    connection.grant === undefined ? undefined : request.headers['authorization']?.slice('Bearer '.length)
  return {
    does: 'request',
    request,
    readOutput: read,
    ...(token === undefined
      ? {}
      : { renew: () => completeRequest(connection, parts, secrets, context, token) }),
  }
}

/** The credential's fields, and which of their values are secrets. */
export function openFields(
  entry: Pick<IntegrationEntry, 'name' | 'credential'>,
  credential: Pick<OpenedCredential, 'value'> | undefined,
): { readonly fields: CredentialFields; readonly secrets: readonly string[] } | NodeFailed {
  if (entry.credential === null) return { fields: {}, secrets: [] }
  if (credential === undefined) {
    return refuse(
      'CREDENTIAL_MISSING',
      `${entry.name} needs a credential of the type ${entry.credential.type}.`,
    )
  }
  const parsed = entry.credential.parse(credential.value)
  if (!parsed.ok) {
    return refuse('CREDENTIAL_NOT_USABLE', `The value of the credential ${parsed.problem}.`)
  }
  const fields = parsed.value
  const secrets = entry.credential.fields
    .filter(({ secret }) => secret)
    .map(({ name }) => fields[name])
    .filter((value) => value !== undefined)
  return { fields, secrets }
}

/** What keeps parameters from fitting an action, as a sentence; undefined when nothing does. */
function findMisfit(
  action: Exclude<ActionDefinition, { node: string }>,
  parameters: JsonObject,
): string | undefined {
  const known = Object.keys(action.parameters.properties)
  const unknown = Object.keys(parameters).find((name) => !known.includes(name))
  if (unknown !== undefined) {
    return `The action \`${action.name}\` has no parameter \`${unknown}\`; it takes ${known.map((name) => `\`${name}\``).join(', ') || 'none'}.`
  }
  const validator = compileSchema(action.parameters)
  if (validator.Check(parameters)) return undefined
  const { message } = describeMismatch(validator, parameters)
  return `For the action \`${action.name}\` ${message}`
}

/** An expression that finds nothing gives null: the same as a parameter that was not given. */
function dropNulls(parameters: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(parameters).filter((entry): entry is [string, JsonValue] => entry[1] !== null),
  )
}

function renameParameters(parameters: JsonObject, names: Readonly<Record<string, string>>): JsonObject {
  return Object.fromEntries(
    Object.entries(parameters).map(([name, value]) => [
      Object.hasOwn(names, name) ? (names[name] ?? name) : name,
      value,
    ]),
  )
}

import { compileSchema, describeMismatch, type JsonObject, type JsonValue } from '#domain/index.ts'
import type { Files, NodeFailed, PreparedAction } from '#ports/index.ts'
import type { ActionDefinition, RequestAction } from './action.ts'
import { buildRequest, type RelativeRequest } from './build-request.ts'
import { completeRequest, type RequestContext } from './complete-request.ts'
import type { CredentialFields } from './credential-form.ts'
import { describeUnknownParameter } from './describe-unknown-parameter.ts'
import type { HttpConnection, IntegrationEntry } from './integration-entry.ts'
import { type FileBody, openFileBody, withFileBody } from './open-file-body.ts'
import { refuse, refuseParameter } from './refusal.ts'
import { readActionOutput } from './read-action-output.ts'

export interface OpenedCredential {
  readonly id: string
  readonly value: string
}

export interface PrepareActionOptions {
  readonly parameters: JsonObject
  readonly credential: OpenedCredential | undefined
  readonly context: RequestContext
  readonly files: Files
}

/** Resolves an action of the catalogue to a request, a node kind to run, or a computed output. */
export async function prepareAction(
  entry: IntegrationEntry,
  action: ActionDefinition,
  { parameters, credential, context, files }: PrepareActionOptions,
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
  const problem = findInvalidParameter(action, given)
  if (problem !== undefined) return refuseParameter(problem)
  const opened = openFields(entry, credential)
  if ('ok' in opened) return opened
  const { fields, secrets } = opened
  if ('compute' in action) {
    const result = action.compute(given, fields, context.now)
    return result.ok ? { does: 'nothing', output: result.output, secrets } : result
  }
  if (entry.connect === undefined) {
    throw new Error(`Integration "${entry.type}" has a request action but no \`connect\` function.`)
  }
  const file = await openFileBody(action.request, given, files, context.account)
  if (file !== undefined && 'ok' in file) return file
  return prepareRequestAction(entry.connect(fields), action, given, { secrets, context, file })
}

async function prepareRequestAction(
  connection: HttpConnection,
  action: RequestAction,
  parameters: JsonObject,
  { file, ...options }: Omit<PrepareRequestOptions, 'readOutput'> & { readonly file: FileBody | undefined },
): Promise<PreparedAction | NodeFailed> {
  const relative = buildRequest(action.request, parameters)
  if ('ok' in relative) return relative
  const prepared = await prepareRequest(connection, withFileBody(relative, file), {
    ...options,
    readOutput: (answer) => readActionOutput(action.output, answer, parameters),
  })
  return 'ok' in prepared || action.output?.isFile !== true ? prepared : { ...prepared, receivesFile: true }
}

export interface PrepareRequestOptions {
  readonly context: RequestContext
  /** Secret fields of the credential. */
  readonly secrets: readonly string[]
  readonly readOutput: Extract<PreparedAction, { does: 'request' }>['readOutput']
}

/** Completes a request for a connection; it can be renewed when the service rejects its access token. */
export async function prepareRequest(
  connection: HttpConnection,
  relative: RelativeRequest,
  { context, secrets: fieldSecrets, readOutput }: PrepareRequestOptions,
): Promise<Extract<PreparedAction, { does: 'request' }> | NodeFailed> {
  const request = await completeRequest(connection, relative, { context, fieldSecrets })
  if ('ok' in request) return request
  const token =
    connection.grant === undefined ? undefined : request.headers['authorization']?.slice('Bearer '.length)
  return {
    does: 'request',
    request,
    readOutput,
    ...(token === undefined
      ? {}
      : { renew: () => completeRequest(connection, relative, { context, fieldSecrets, rejected: token }) }),
  }
}

/** Parses the value of a credential into its fields, and lists the values that are secret. */
export function openFields(
  entry: Pick<IntegrationEntry, 'name' | 'credential'>,
  credential: Pick<OpenedCredential, 'value'> | undefined,
): { readonly fields: CredentialFields; readonly secrets: readonly string[] } | NodeFailed {
  if (entry.credential === null) return { fields: {}, secrets: [] }
  if (credential === undefined) {
    return refuse(
      'CREDENTIAL_MISSING',
      `${entry.name} needs a credential of type ${entry.credential.type}. Set \`credential_id\` of the node.`,
    )
  }
  const parsed = entry.credential.parse(credential.value)
  if (!parsed.ok) {
    return refuse(
      'CREDENTIAL_NOT_USABLE',
      `The value of the credential ${parsed.problem}. Replace the value of the credential.`,
    )
  }
  const fields = parsed.value
  const secrets = entry.credential.fields
    .filter(({ secret }) => secret)
    .map(({ name }) => fields[name])
    .filter((value) => value !== undefined)
  return { fields, secrets }
}

/** Describes the first invalid parameter of an action in a sentence; undefined when all are valid. */
function findInvalidParameter(
  action: Exclude<ActionDefinition, { node: string }>,
  parameters: JsonObject,
): string | undefined {
  const known = Object.keys(action.parameters.properties)
  const unknown = Object.keys(parameters).find((name) => !known.includes(name))
  if (unknown !== undefined) {
    return describeUnknownParameter(action.name, unknown, known)
  }
  const validator = compileSchema(action.parameters)
  if (validator.Check(parameters)) return undefined
  const { message } = describeMismatch(validator, parameters)
  return `In the action \`${action.name}\`, ${message}`
}

/** A parameter that is null counts as not given: an expression that finds nothing evaluates to null. */
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

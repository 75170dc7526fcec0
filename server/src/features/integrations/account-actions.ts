import { IMPORTED_TYPE, type Integration, type JsonObject } from '#domain/index.ts'
import {
  type ActionDefinition,
  findIntegration,
  integrationCatalogue,
  type IntegrationEntry,
  prepareAction,
  refuse,
} from '#integrations/index.ts'
import type {
  AccessTokens,
  ActionCall,
  CredentialReader,
  IntegrationActions,
  NodeFailed,
  PreparedAction,
  RevealedCredential,
  Store,
} from '#ports/index.ts'
import { prepareImported } from './prepare-imported.ts'

interface Parts {
  readonly store: Pick<Store, 'integrations' | 'importedApis'>
  readonly credentials: CredentialReader
  readonly tokens: AccessTokens
}

/** What the integrations of an account can do: entries of the catalogue, and what was imported. */
export class AccountActions implements IntegrationActions {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  check(type: string, action: string, parameters: JsonObject) {
    const entry = findIntegration(type)
    if (entry === undefined) {
      const known = integrationCatalogue.map((one) => one.type).join(', ')
      return [{ parameter: 'type', message: `the parameter \`type\` must be one of ${known}.` }]
    }
    const definition = findAction(entry, action)
    if (definition === undefined) return [{ parameter: 'action', message: describeUnknownAction(entry) }]
    if ('node' in definition) return []
    const { properties } = definition.parameters
    // Left out of the schema when nothing is required, whatever its type says.
    const required = (definition.parameters as { required?: readonly string[] }).required ?? []
    const missing = required.filter((name) => parameters[name] === undefined)
    const unknown = Object.keys(parameters).filter((name) => !Object.hasOwn(properties, name))
    return [
      ...missing.map((name) => ({
        parameter: `parameters.${name}`,
        message: `the parameter \`parameters.${name}\` is missing.`,
      })),
      ...unknown.map((name) => ({
        parameter: `parameters.${name}`,
        message: `the action \`${action}\` has no parameter \`${name}\`.`,
      })),
    ]
  }

  async prepare(call: ActionCall): Promise<PreparedAction | NodeFailed> {
    const { store, tokens } = this.#parts
    const found = await this.#findTarget(call)
    if ('ok' in found) return found
    const { type, integration, credentialId } = found
    const credential = await this.#open(call, credentialId)
    if (credential !== undefined && 'ok' in credential) return credential
    const context = { ...call, tokens, allowedHosts: credential?.allowedHosts ?? null }
    if (integration?.type === IMPORTED_TYPE) {
      return prepareImported(store.importedApis, integration, call, credential, context)
    }
    const entry = findIntegration(type)
    if (entry === undefined)
      return refuse('INTEGRATION_NOT_FOUND', `There is no integration of the type "${type}".`)
    const action = findAction(entry, call.action)
    if (action === undefined) {
      return refuse('UNKNOWN_ACTION', `In this node ${describeUnknownAction(entry)}`)
    }
    const misfit = refuseUnfitting(entry, credential)
    if (misfit !== undefined) return misfit
    return prepareAction(entry, action, {
      parameters: call.parameters,
      credential:
        credentialId === undefined || credential === undefined
          ? undefined
          : { id: credentialId, value: credential.value },
      context,
    })
  }

  async #findTarget({ account, target }: ActionCall): Promise<Target | NodeFailed> {
    const { integrationId, credentialId } = target
    let integration: Integration | undefined
    if (integrationId !== undefined) {
      integration = await this.#parts.store.integrations.find(account, integrationId.toLowerCase())
      if (integration === undefined) {
        return refuse('INTEGRATION_NOT_FOUND', 'The integration of this node does not exist any more.')
      }
    }
    return {
      type: integration?.type ?? target.type ?? '',
      integration,
      credentialId: credentialId ?? integration?.credentialId ?? undefined,
    }
  }

  async #open(
    { account }: ActionCall,
    credentialId: string | undefined,
  ): Promise<RevealedCredential | NodeFailed | undefined> {
    if (credentialId === undefined) return undefined
    const credential = await this.#parts.credentials.reveal(account, credentialId)
    return (
      credential ?? refuse('CREDENTIAL_NOT_FOUND', 'The credential of this node does not exist any more.')
    )
  }
}

interface Target {
  readonly type: string
  readonly integration: Integration | undefined
  readonly credentialId: string | undefined
}

function findAction(entry: IntegrationEntry, name: string): ActionDefinition | undefined {
  return entry.actions.find((action) => action.name === name)
}

function describeUnknownAction({ name, actions }: IntegrationEntry): string {
  return `the parameter \`action\` must be one that ${name} has: ${actions.map((action) => action.name).join(', ')}.`
}

function refuseUnfitting(
  { name, credential: form }: IntegrationEntry,
  credential: RevealedCredential | undefined,
): NodeFailed | undefined {
  if (form === null || credential === undefined || credential.type === form.type) return undefined
  return refuse(
    'CREDENTIAL_NOT_USABLE',
    `A credential of the type ${credential.type} cannot be used for ${name}. Choose one of the type ${form.type}.`,
  )
}

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

interface AccountActionsDeps {
  readonly store: Pick<Store, 'integrations' | 'importedApis'>
  readonly credentials: CredentialReader
  readonly tokens: AccessTokens
}

/** The actions of an account's integrations: those of the catalogue, and imported ones. */
export class AccountActions implements IntegrationActions {
  readonly credentialTypes = integrationCatalogue.flatMap(({ credential }) => credential?.type ?? [])
  readonly #deps: AccountActionsDeps

  constructor(deps: AccountActionsDeps) {
    this.#deps = deps
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
    // The schema omits `required` if nothing is required, although its type says otherwise.
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
    const { store, tokens } = this.#deps
    const found = await this.#findTarget(call)
    if ('ok' in found) return found
    const { type, integration, credentialId } = found
    const credential = await this.#open(call, credentialId)
    if (credential !== undefined && 'ok' in credential) return credential
    const context = { ...call, tokens, allowedHosts: credential?.allowedHosts ?? null }
    if (integration?.type === IMPORTED_TYPE) {
      const prepared = await prepareImported({
        store: store.importedApis,
        integration,
        call,
        credential,
        context,
      })
      return this.#reporting(prepared, credential)
    }
    const entry = findIntegration(type)
    if (entry === undefined) return refuse('INTEGRATION_NOT_FOUND', `Unknown integration type "${type}".`)
    const action = findAction(entry, call.action)
    if (action === undefined) {
      return refuse('UNKNOWN_ACTION', `Invalid node: ${describeUnknownAction(entry)}`)
    }
    const refusal = refuseWrongType(entry, credential)
    if (refusal !== undefined) return refusal
    const prepared = await prepareAction(entry, action, {
      parameters: call.parameters,
      credential:
        credentialId === undefined || credential === undefined
          ? undefined
          : { id: credentialId, value: credential.value },
      context,
    })
    return this.#reporting(prepared, credential)
  }

  #reporting(
    prepared: PreparedAction | NodeFailed,
    credential: RevealedCredential | undefined,
  ): PreparedAction | NodeFailed {
    if (credential === undefined || 'ok' in prepared || prepared.does !== 'request') return prepared
    return { ...prepared, report: (error) => this.#deps.credentials.report(credential, error) }
  }

  async #findTarget({ account, target }: ActionCall): Promise<Target | NodeFailed> {
    const { integrationId, credentialId } = target
    let integration: Integration | undefined
    if (integrationId !== undefined) {
      integration = await this.#deps.store.integrations.find(account, integrationId.toLowerCase())
      if (integration === undefined) {
        return refuse(
          'INTEGRATION_NOT_FOUND',
          'The account has no integration with the id of this node. Set `integration_id` to the id of an existing integration.',
        )
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
    const credential = await this.#deps.credentials.reveal(account, credentialId)
    return (
      credential ??
      refuse(
        'CREDENTIAL_NOT_FOUND',
        'The account has no credential with the id of this node. Set `credential_id` to the id of an existing credential.',
      )
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
  return `the parameter \`action\` must be an action of ${name}: ${actions.map((action) => action.name).join(', ')}.`
}

function refuseWrongType(
  { name, credential: format }: IntegrationEntry,
  credential: RevealedCredential | undefined,
): NodeFailed | undefined {
  if (format === null || credential === undefined || credential.type === format.type) return undefined
  return refuse(
    'CREDENTIAL_NOT_USABLE',
    `${name} cannot use a credential of type ${credential.type}. Choose a credential of type ${format.type}.`,
  )
}

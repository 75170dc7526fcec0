import { findSimilar } from '@millrace/expressions'
import {
  type AccountId,
  compileSchema,
  describeMismatches,
  IMPORTED_TYPE,
  type Integration,
  type JsonObject,
} from '#domain/index.ts'
import {
  type ActionDefinition,
  describeUnknownParameter,
  findImportedProblems,
  findIntegration,
  integrationCatalogue,
  type IntegrationEntry,
  prepareAction,
  refuse,
} from '#integrations/index.ts'
import type {
  AccessTokens,
  ActionCall,
  ActionTarget,
  CredentialReader,
  Files,
  IntegrationActions,
  NodeFailed,
  PreparedAction,
  RevealedCredential,
  Store,
} from '#ports/index.ts'
import { prepareImported } from './prepare-imported.ts'

interface AccountActionsDeps {
  readonly store: Pick<Store, 'integrations' | 'importedApis' | 'credentials'>
  readonly credentials: CredentialReader
  readonly tokens: AccessTokens
  readonly files: Files
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
        message: lowerFirst(describeUnknownParameter(action, name, Object.keys(properties))),
      })),
    ]
  }

  async review(
    account: AccountId,
    target: ActionTarget,
    call: { readonly action: string; readonly parameters: JsonObject },
  ): Promise<readonly ActionProblem[]> {
    const found = await this.#findTarget({ account, target })
    if ('ok' in found) return [{ parameter: 'integration_id', message: lowerFirst(found.message) }]
    const { type, integration, credentialId } = found
    const imported = integration?.type === IMPORTED_TYPE
    const problems = imported ? await this.#reviewImported(integration, call) : reviewKnown(type, call)
    const entry = imported ? undefined : findIntegration(type)
    return [
      ...(target.integrationId === undefined || imported
        ? []
        : this.check(type, call.action, call.parameters)),
      ...problems,
      ...(entry === undefined ? [] : await this.#reviewCredential(account, entry, credentialId)),
    ]
  }

  async #reviewImported(
    { accountId, id }: Integration,
    { action, parameters }: { readonly action: string; readonly parameters: JsonObject },
  ): Promise<readonly ActionProblem[]> {
    const { importedApis } = this.#deps.store
    const operation = await importedApis.findOperation(accountId, id, action)
    if (operation !== undefined) {
      return findImportedProblems(operation, parameters).map(({ name, message }) => ({
        parameter: `parameters.${name}`,
        message: lowerFirst(message),
      }))
    }
    const some = await importedApis.listOperations(accountId, id, { after: -1, limit: MAX_SUGGESTED })
    const similar = findSimilar(
      action,
      some.map(({ operation: { name } }) => name),
    )
    const fix =
      similar === undefined ? '`GET /integrations/:id/actions` lists them.' : `Did you mean \`${similar}\`?`
    return [{ parameter: 'action', message: `the integration has no action \`${action}\`. ${fix}` }]
  }

  /** Whether a credential exists is checked for all kinds of nodes alike. */
  async #reviewCredential(
    account: AccountId,
    entry: IntegrationEntry,
    credentialId: string | undefined,
  ): Promise<readonly ActionProblem[]> {
    if (entry.credential === null) return []
    const at = (message: string) => [{ parameter: 'credential_id', message }]
    if (credentialId === undefined) {
      return at(
        `${entry.name} needs a credential of type ${entry.credential.type}. Set \`credential_id\` of the node.`,
      )
    }
    const credential = await this.#deps.store.credentials.find(account, credentialId.toLowerCase())
    const refusal = refuseWrongType(entry, credential)
    return refusal === undefined ? [] : at(lowerFirst(refusal.message))
  }

  async prepare(call: ActionCall): Promise<PreparedAction | NodeFailed> {
    const { store, tokens, files } = this.#deps
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
      files,
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

  async #findTarget({
    account,
    target,
  }: Pick<ActionCall, 'account' | 'target'>): Promise<Target | NodeFailed> {
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

interface ActionProblem {
  readonly parameter: string
  readonly message: string
}

/** How many actions of a large document are searched for a similar name. */
const MAX_SUGGESTED = 500

/** The values of parameters without expressions must fit their schema. */
function reviewKnown(
  type: string,
  { action, parameters }: { readonly action: string; readonly parameters: JsonObject },
): readonly ActionProblem[] {
  const entry = findIntegration(type)
  const definition = entry && findAction(entry, action)
  if (definition === undefined || 'node' in definition) return []
  return Object.entries(definition.parameters.properties).flatMap(([name, schema]) => {
    const value = parameters[name]
    if (value === undefined || value === null || JSON.stringify(value).includes('{{')) return []
    const validator = compileSchema(schema)
    if (validator.Check(value)) return []
    return describeMismatches(validator, value, `parameters.${name}`).map(({ path, message }) => ({
      parameter: path,
      message,
    }))
  })
}

function lowerFirst(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1)
}

function findAction(entry: IntegrationEntry, name: string): ActionDefinition | undefined {
  return entry.actions.find((action) => action.name === name)
}

function describeUnknownAction({ name, actions }: IntegrationEntry): string {
  return `the parameter \`action\` must be an action of ${name}: ${actions.map((action) => action.name).join(', ')}.`
}

function refuseWrongType(
  { name, credential: format }: IntegrationEntry,
  credential: Pick<RevealedCredential, 'type'> | undefined,
): NodeFailed | undefined {
  if (format === null || credential === undefined || credential.type === format.type) return undefined
  return refuse(
    'CREDENTIAL_NOT_USABLE',
    `${name} cannot use a credential of type ${credential.type}. Choose a credential of type ${format.type}.`,
  )
}

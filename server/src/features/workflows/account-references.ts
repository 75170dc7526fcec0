import type { TSchema } from 'typebox'
import {
  type AccountId,
  type Credential,
  type GraphNode,
  type GraphProblem,
  isHostAllowed,
  isUuid,
  type JsonValue,
  readOutgoingUrl,
} from '#domain/index.ts'
import type { CheckedNode } from '#engine/index.ts'
import type { NodeKind, Store } from '#ports/index.ts'

type ReferenceStore = Pick<Store, 'credentials' | 'forms' | 'workflows' | 'integrations'>

/** Finds references of nodes to credentials, forms, workflows and integrations that the account does not have. */
export class AccountReferences {
  readonly #store: ReferenceStore
  readonly #account: AccountId
  /** What was looked up already: many nodes use the same credential. */
  readonly #credentials = new Map<string, Promise<Credential | undefined>>()
  readonly #exists = new Map<string, Promise<boolean>>()

  constructor(store: ReferenceStore, account: AccountId) {
    this.#store = store
    this.#account = account
  }

  async check({ node, kind }: CheckedNode): Promise<readonly GraphProblem[]> {
    const findings = (await kind.reviewInAccount?.(this.#account, node)) ?? []
    return [
      ...(await this.#checkCredential(node, kind)),
      ...(await this.#checkIds(node, kind)),
      ...findings.map(({ severity, parameter, message }) => ({
        severity,
        nodeId: node.id,
        parameter,
        message: `In node "${node.id}" ${message}`,
      })),
    ]
  }

  async #checkCredential(node: GraphNode, kind: NodeKind): Promise<readonly GraphProblem[]> {
    const { id: nodeId, credentialId, data } = node
    const report = (message: string, severity: GraphProblem['severity'] = 'error') => [
      { severity, nodeId, parameter: 'credential_id', message },
    ]
    const needed = kind.neededCredential?.(data)
    if (credentialId === undefined) {
      if (needed === undefined) return []
      const { types, purpose = '' } = needed
      return report(
        `Node "${nodeId}" needs a credential of type ${orList(types)}${purpose}. Set \`credential_id\` to the id of one.`,
      )
    }
    const types = needed?.types ?? kind.credentialTypes
    if (types === undefined) {
      return report(
        `Node "${nodeId}" takes no credential, so \`credential_id\` is ignored. Remove it.`,
        'warning',
      )
    }
    const credential = await this.#findCredential(credentialId)
    if (credential === undefined) {
      return report(
        `Node "${nodeId}" uses a credential that does not exist. Set \`credential_id\` to the id of an existing credential.`,
      )
    }
    // The kind decides with its parameters which types it takes.
    const isSuitable = kind.reviewInAccount !== undefined || types.includes(credential.type)
    if (!isSuitable) {
      return report(
        `Node "${nodeId}" cannot use the credential "${credential.name}" of type ${credential.type}. Choose one of type ${orList(types)}.`,
        // Triggers compare the secret whatever its type is.
        kind.family === 'trigger' ? 'warning' : 'error',
      )
    }
    const host = fixedHost(data['url'])
    if (host !== undefined && !isHostAllowed(credential.allowedHosts, host)) {
      return report(
        `The credential "${credential.name}" of node "${nodeId}" must not be sent to ${host}. Add the host to the \`allowed_hosts\` of the credential.`,
      )
    }
    if (credential.status !== 'failing') return []
    return report(
      `The credential "${credential.name}" of node "${nodeId}" was rejected when it was last used. Replace its value if it has expired.`,
      'warning',
    )
  }

  async #checkIds(node: GraphNode, kind: NodeKind): Promise<readonly GraphProblem[]> {
    const problems: GraphProblem[] = []
    for (const { parameter, id, what } of idsIn(node, kind)) {
      if (await this.#doesExist(what, id)) continue
      problems.push({
        // An event of a workflow that does not exist never occurs; the others still do.
        ...(parameter.includes('.') && { severity: 'warning' as const }),
        nodeId: node.id,
        parameter,
        message: `Node "${node.id}" refers to a ${what} that does not exist. Set \`${parameter}\` to the id of an existing ${what}.`,
      })
    }
    return problems
  }

  #findCredential(id: string): Promise<Credential | undefined> {
    const key = id.toLowerCase()
    const found =
      this.#credentials.get(key) ??
      (isUuid(key) ? this.#store.credentials.find(this.#account, key) : Promise.resolve(undefined))
    this.#credentials.set(key, found)
    return found
  }

  #doesExist(what: Referenced, id: string): Promise<boolean> {
    const key = `${what} ${id.toLowerCase()}`
    const found = this.#exists.get(key) ?? this.#lookUp(what, id.toLowerCase())
    this.#exists.set(key, found)
    return found
  }

  async #lookUp(what: Referenced, id: string): Promise<boolean> {
    const { forms, workflows } = this.#store
    if (!isUuid(id)) return false
    if (what === 'form') return (await forms.find(this.#account, id)) !== undefined
    return workflows.exists(this.#account, id)
  }
}

type Referenced = 'form' | 'workflow'

const REFERENCED: Readonly<Record<string, Referenced>> = { 'form-id': 'form', 'workflow-id': 'workflow' }

type IdSchema = TSchema & { readonly 'x-format'?: string; readonly items?: IdSchema }

/** The fixed ids in the parameters of a node. Integrations are checked together with their actions. */
function idsIn({ data }: GraphNode, { parameters }: NodeKind) {
  const { properties = {} } = parameters as { properties?: Record<string, IdSchema> }
  return Object.entries(properties).flatMap(([name, schema]) => {
    const value: JsonValue | undefined = data[name]
    const entries =
      schema.items === undefined || !Array.isArray(value)
        ? [{ parameter: name, id: value, format: schema['x-format'] }]
        : value.map((id: JsonValue, index) => ({
            parameter: `${name}.${index}`,
            id,
            format: schema.items?.['x-format'],
          }))
    return entries.flatMap(({ parameter, id, format }) => {
      const what = format === undefined ? undefined : REFERENCED[format]
      const isFixed = typeof id === 'string' && id !== '' && !id.includes('{{')
      return what === undefined || !isFixed ? [] : [{ parameter, id, what }]
    })
  })
}

function fixedHost(url: JsonValue | undefined): string | undefined {
  if (typeof url !== 'string' || url.includes('{{')) return undefined
  const read = readOutgoingUrl(url.trim())
  return read.ok ? read.url.hostname : undefined
}

function orList(types: readonly string[]): string {
  return types.length < 2 ? types.join() : `${types.slice(0, -1).join(', ')} or ${types.at(-1) ?? ''}`
}

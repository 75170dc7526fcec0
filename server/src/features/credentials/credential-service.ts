import type { CredentialChanges, NewCredential } from '@millrace/contract/credential.ts'
import type { Issue } from '@millrace/contract/errors.ts'
import { type AccountId, findAllowedHostProblem, type Credential, invalid, notFound } from '#domain/index.ts'
import { findCredentialProblem, integrationCatalogue } from '#integrations/index.ts'
import type { Transaction, Vault } from '#ports/index.ts'
import type { FeatureDeps } from '../shared/feature-deps.ts'

export class CredentialService {
  readonly #context: FeatureDeps
  readonly #vault: Vault

  constructor(context: FeatureDeps, vault: Vault) {
    this.#context = context
    this.#vault = vault
  }

  /** Encrypts the secret and, if its type belongs to an integration, connects that integration. */
  async create(tx: Transaction, account: AccountId, wanted: NewCredential): Promise<Credential> {
    const { store, ids, clock } = this.#context
    const now = clock.now()
    const id = ids.next(now)
    const credential = {
      id,
      accountId: account,
      name: wanted.name.trim(),
      type: wanted.type,
      allowedHosts: wanted.allowed_hosts ?? null,
      createdAt: now,
      lastUsedAt: null,
      status: 'untested' as const,
      lastError: null,
      valueChangedAt: now,
      sealedValue: this.#seal(account, id, wanted.value),
    }
    await store.credentials.insert(tx, credential)
    await this.#connect(tx, credential, now)
    return credential
  }

  /** Replaces the given members in place. Whoever reads the credential gets the earlier or the new value, never a mix. */
  async update(
    tx: Transaction,
    account: AccountId,
    id: string,
    { name, value, allowed_hosts: allowedHosts }: CredentialChanges,
  ): Promise<Credential> {
    const { store, clock } = this.#context
    const current = await store.credentials.find(account, id, tx)
    if (current === undefined) throw notFound('credential')
    const issues = [...checkValue(current.type, value), ...checkHosts(allowedHosts ?? [], () => true)]
    if (issues.length > 0) throw invalid(issues)
    if (value !== undefined) await store.integrations.resetTests(tx, account, id)
    const updated = await store.credentials.update(tx, account, id, {
      ...(name === undefined ? {} : { name: name.trim() }),
      ...(allowedHosts === undefined ? {} : { allowedHosts }),
      ...(value === undefined
        ? {}
        : {
            value: {
              sealed: this.#seal(account, id, value),
              // Increases even within a millisecond: results of uses are matched by it.
              at: Math.max(clock.now(), current.valueChangedAt + 1),
            },
          }),
    })
    if (updated === undefined) throw notFound('credential')
    return updated
  }

  /** Deletes the secret and disconnects the integrations that use it. */
  async delete(tx: Transaction, account: AccountId, id: string): Promise<void> {
    const { store } = this.#context
    await store.integrations.deleteByCredential(tx, account, { id, error: DELETED })
    if (!(await store.credentials.delete(tx, account, id))) throw notFound('credential')
  }

  #seal(accountId: AccountId, recordId: string, value: string): string {
    return this.#vault.seal({ purpose: 'credentials', accountId, recordId }, value)
  }

  async #connect(tx: Transaction, credential: Credential, now: number): Promise<void> {
    const { store, ids } = this.#context
    const entry = integrationCatalogue.find((candidate) => candidate.credential?.type === credential.type)
    if (entry === undefined) return
    await store.integrations.insert(tx, {
      id: ids.next(now),
      accountId: credential.accountId,
      type: entry.type,
      name: credential.name,
      status: 'untested',
      credentialId: credential.id,
      createdAt: now,
      lastTestedAt: null,
      lastError: null,
    })
  }
}

const DELETED = 'The credential was deleted. Choose another one.'

/** Checks the secret against its type, and the allowed hosts; values that the schema refused are skipped. */
export function checkNewCredential(
  wanted: NewCredential,
  isValid: (path: string) => boolean,
): readonly Issue[] {
  const hosts = Array.isArray(wanted.allowed_hosts) ? wanted.allowed_hosts : []
  return [
    ...(isValid('type') && isValid('value') ? checkValue(wanted.type, wanted.value) : []),
    ...checkHosts(hosts, isValid),
  ]
}

function checkValue(type: string, value: string | undefined): readonly Issue[] {
  const problem = value === undefined ? null : findCredentialProblem(type, value)
  return problem === null ? [] : [{ path: 'value', message: problem }]
}

function checkHosts(hosts: readonly string[], isValid: (path: string) => boolean): readonly Issue[] {
  return hosts.flatMap((host, index) => {
    const path = `allowed_hosts[${index}]`
    const message = isValid(path) ? findAllowedHostProblem(host) : undefined
    return message === undefined ? [] : [{ path, message }]
  })
}

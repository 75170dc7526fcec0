import type { NewCredential } from '@millrace/contract/credential.ts'
import type { Issue } from '@millrace/contract/errors.ts'
import { type AccountId, findAllowedHostProblem, type Credential, notFound } from '#domain/index.ts'
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
      sealedValue: this.#vault.seal(
        { purpose: 'credentials', accountId: account, recordId: id },
        wanted.value,
      ),
    }
    await store.credentials.insert(tx, credential)
    await this.#connect(tx, credential, now)
    return credential
  }

  /** Deletes the secret and disconnects the integrations that use it. */
  async delete(tx: Transaction, account: AccountId, id: string): Promise<void> {
    const { store } = this.#context
    await store.integrations.deleteByCredential(tx, account, id)
    if (!(await store.credentials.delete(tx, account, id))) throw notFound('credential')
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
    })
  }
}

/** Checks the secret against its type, and the allowed hosts; values that the schema refused are skipped. */
export function checkNewCredential(
  wanted: NewCredential,
  isValid: (path: string) => boolean,
): readonly Issue[] {
  const issues: Issue[] = []
  if (isValid('type') && isValid('value')) {
    const problem = findCredentialProblem(wanted.type, wanted.value)
    if (problem !== null) issues.push({ path: 'value', message: problem })
  }
  const hosts = Array.isArray(wanted.allowed_hosts) ? wanted.allowed_hosts : []
  for (const [index, host] of hosts.entries()) {
    const path = `allowed_hosts[${index}]`
    const complaint = isValid(path) ? findAllowedHostProblem(host) : undefined
    if (complaint !== undefined) issues.push({ path, message: complaint })
  }
  return issues
}

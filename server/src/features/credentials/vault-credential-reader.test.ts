import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { AccountId, SealedCredential } from '#domain/index.ts'
import type { CredentialResult, CredentialStore, Transaction } from '#ports/index.ts'
import { VaultCredentialReader } from './vault-credential-reader.ts'

const account = 'account-1' as AccountId
const stored: SealedCredential = {
  id: 'c1',
  accountId: account,
  name: 'Key',
  type: 'api_key',
  allowedHosts: ['api.example.com'],
  createdAt: 0,
  lastUsedAt: null,
  status: 'untested',
  lastError: null,
  valueChangedAt: 0,
  sealedValue: 'sealed',
}

function open({ isDiskFull = false, now = 1_000_000 } = {}) {
  let credential = stored
  const uses: number[] = []
  const warnings: object[] = []
  const results: CredentialResult[] = []
  const credentials = {
    find: async (owner: AccountId, id: string) =>
      owner === account && id === credential.id ? credential : undefined,
    recordResult: async (_tx: Transaction, _owner: AccountId, _id: string, result: CredentialResult) => {
      if (isDiskFull) throw new Error('no space left')
      results.push(result)
      credential = {
        ...credential,
        status: result.error === null ? 'working' : 'failing',
        lastError: result.error === null ? null : { message: result.error, at: result.at },
      }
    },
    recordUse: async (_tx: Transaction, _owner: AccountId, _id: string, at: number) => {
      if (isDiskFull) throw new Error('no space left')
      credential = { ...credential, lastUsedAt: at }
      uses.push(at)
    },
  } as unknown as CredentialStore
  const time = { at: now }
  const reader = new VaultCredentialReader({
    store: { credentials, write: (work) => work({} as Transaction) },
    vault: {
      open: ({ purpose, accountId, recordId }, sealed) => `${purpose}/${accountId}/${recordId}/${sealed}`,
    },
    clock: { now: () => time.at },
    log: { warn: (fields) => warnings.push(fields) },
  })
  return { reader, uses, warnings, results, time }
}

describe('VaultCredentialReader', () => {
  it('A secret is decrypted for its account and record, whatever the case of the id', async () => {
    const { reader } = open()
    assert.deepEqual(await reader.reveal(account, 'C1'), {
      type: 'api_key',
      value: 'credentials/account-1/c1/sealed',
      allowedHosts: ['api.example.com'],
    })
  })

  it('A credential that is missing or belongs to another account is undefined', async () => {
    const { reader, uses } = open()
    assert.equal(await reader.reveal(account, 'c2'), undefined)
    assert.equal(await reader.reveal('account-2' as AccountId, 'c1'), undefined)
    assert.deepEqual(uses, [])
  })

  it('The time of use is recorded at most once a minute', async () => {
    const { reader, uses, time } = open()
    for (const at of [1_000_000, 1_000_001, 1_059_999, 1_060_000]) {
      time.at = at
      await reader.reveal(account, 'c1')
    }
    assert.deepEqual(uses, [1_000_000, 1_060_000])
  })

  it('A failure to record the use is logged without the secret, and the secret is returned anyway', async () => {
    const { reader, warnings } = open({ isDiskFull: true })
    assert.ok(await reader.reveal(account, 'c1'))
    assert.equal(warnings.length, 1)
    assert.doesNotMatch(JSON.stringify(warnings), /sealed/)
  })

  it('A result is stored for the value that was used, and only if it is news', async () => {
    const { reader, results, time } = open()
    const use = async (error: string | null) => {
      const revealed = await reader.reveal(account, 'c1')
      assert.ok(revealed !== undefined)
      await reader.report(revealed, error)
    }
    await use(null)
    await use(null)
    await use('The service refused\u0000 it.')
    await use('The service refused it.')
    time.at += 60_000
    await use('Still refused.')
    assert.deepEqual(
      results.map(({ error, valueChangedAt }) => [error, valueChangedAt]),
      [
        [null, 0],
        ['The service refused  it.', 0],
        ['Still refused.', 0],
      ],
    )
  })

  it('A result that cannot be stored is logged and does not disturb the call', async () => {
    const { reader, warnings } = open({ isDiskFull: true })
    const revealed = await reader.reveal(account, 'c1')
    assert.ok(revealed !== undefined)
    const before = warnings.length
    await reader.report(revealed, null)
    assert.equal(warnings.length, before + 1)
  })
})

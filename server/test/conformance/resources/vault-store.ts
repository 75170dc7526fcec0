import { SEALED_PURPOSES } from '#domain/index.ts'
import assert from 'node:assert/strict'
import type { SealedValue } from '#ports/index.ts'
import { type ConformanceOptions, type Subject, testPromises } from '../conformance-suite.ts'
import { sampleCredential, sampleEndpoint } from '../samples.ts'

const OLD = 'v1.0000000a.old'
const NEW_KEY = '0000000b'
const NEW = `v1.${NEW_KEY}.new`

export function testVaultStore(options: ConformanceOptions): void {
  testPromises(options, {
    async 'The first canary is kept, whatever is written concurrently or later'({ store }) {
      assert.equal(await store.vault.read('canary'), undefined)
      const rivals = Array.from({ length: 10 }, (_, n) => `${OLD}${n}`)
      const won = await Promise.all(
        rivals.map((sealed) => store.write((tx) => store.vault.add(tx, 'canary', sealed))),
      )
      assert.equal(won.filter(Boolean).length, 1)
      const stored = rivals[won.indexOf(true)]
      assert.equal(await store.vault.read('canary'), stored)
      assert.equal(await store.write((tx) => store.vault.add(tx, 'canary', 'late')), false)
      assert.equal(await store.vault.read('canary'), stored)
      assert.equal(await store.vault.read('digest-root'), undefined)
      assert.equal(await store.write((tx) => store.vault.add(tx, 'digest-root', OLD)), true)
    },

    async 'Every value that another key sealed is found once, and none that this key sealed'(subject) {
      const { store } = subject
      const expected = await fill(subject)
      for (const limit of [1, 2, 100]) {
        const found = await findAll(subject, limit)
        const mine = found.filter(({ purpose, recordId }) => expected.includes(`${purpose} ${recordId}`))
        assert.deepEqual(mine.map(({ purpose, recordId }) => `${purpose} ${recordId}`).sort(), expected)
        assert.equal(new Set(found.map((value) => JSON.stringify(value))).size, found.length)
        assert.equal(await store.vault.countSealedWithOtherKeys(NEW_KEY), found.length)
      }
      for (const value of await findAll(subject, 100))
        assert.equal(await store.write((tx) => store.vault.reseal(tx, value, NEW)), true)
      assert.deepEqual(await findAll(subject, 100), [])
    },

    async 'A value that was changed or deleted since it was read is not resealed'(subject) {
      const { store, ids } = subject
      const account = await subject.newAccount()
      const credential = sampleCredential(ids, account, { sealedValue: OLD })
      await store.write((tx) => store.credentials.insert(tx, credential))
      const value: SealedValue = {
        purpose: 'credentials',
        accountId: account,
        recordId: credential.id,
        slot: 'current',
        sealed: OLD,
      }
      const other = { ...value, accountId: await subject.newAccount() }
      assert.equal(await store.write((tx) => store.vault.reseal(tx, other, NEW)), false)
      assert.equal(await store.write((tx) => store.vault.reseal(tx, value, NEW)), true)
      assert.equal(await store.write((tx) => store.vault.reseal(tx, value, 'late')), false)
      assert.equal((await store.credentials.find(account, credential.id))?.sealedValue, NEW)
      await store.write((tx) => store.credentials.delete(tx, account, credential.id))
      assert.equal(await store.write((tx) => store.vault.reseal(tx, value, NEW)), false)
    },
  })
}

/** One value of every sealed kind, by the old key and by the new one; returns those that must be found. */
async function fill(subject: Subject): Promise<string[]> {
  const { store, ids } = subject
  const expected: string[] = []
  for (const account of [await subject.newAccount(), await subject.newAccount()]) {
    for (const sealed of [OLD, NEW, OLD]) {
      const credential = sampleCredential(ids, account, { sealedValue: sealed })
      const endpoint = {
        ...sampleEndpoint(ids, account),
        sealedSecret: sealed,
        earlierSecret: { sealed, until: 5 },
      }
      const key = ids.secret(8)
      await store.write(async (tx) => {
        await store.credentials.insert(tx, credential)
        await store.webhookEndpoints.insert(tx, endpoint)
        await store.idempotency.claim(tx, { account, key, at: 1, notBefore: 0 })
        await store.idempotency.remember(tx, account, key, {
          request: '',
          status: 200,
          headers: {},
          body: sealed,
        })
      })
      if (sealed === NEW) continue
      expected.push(
        `credentials ${credential.id}`,
        `webhook-secrets ${endpoint.id}`,
        `webhook-secrets ${endpoint.id}`,
        `idempotency ${key}`,
      )
    }
  }
  return expected.sort()
}

async function findAll({ store }: Subject, limit: number): Promise<SealedValue[]> {
  const found: SealedValue[] = []
  for (const purpose of SEALED_PURPOSES) {
    let after: SealedValue | undefined
    for (;;) {
      const values = await store.vault.listSealedWithOtherKeys({ purpose, keyId: NEW_KEY, after, limit })
      assert.ok(values.length <= limit)
      if (values.length === 0) break
      found.push(...values)
      after = values.at(-1)
    }
  }
  return found
}

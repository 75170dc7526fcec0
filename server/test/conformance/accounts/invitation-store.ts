import assert from 'node:assert/strict'
import type { Invitation } from '#domain/index.ts'
import { type ConformanceOptions, type Subject, testPromises } from '../conformance-suite.ts'

export function testInvitationStore(options: ConformanceOptions): void {
  testPromises(options, {
    async 'An invitation is found by its digest until it expires, and listed beyond that'(subject) {
      const { store } = subject
      const { invitation, digest } = await invite(subject)
      assert.deepEqual(await store.invitations.find(digest, 99), invitation)
      assert.equal(await store.invitations.find(digest, 100), undefined)
      assert.equal(await store.invitations.find('unknown', 0), undefined)
      assert.deepEqual(await store.invitations.list(invitation.accountId), [invitation])
      assert.deepEqual(await store.invitations.list(await subject.newAccount()), [])
    },

    async 'Of many concurrent uses of an invitation, exactly one succeeds'(subject) {
      const { store } = subject
      const { digest } = await invite(subject)
      const uses = await Promise.all(
        Array.from({ length: 10 }, () => store.write((tx) => store.invitations.use(tx, digest, 50))),
      )
      assert.equal(uses.filter((used) => used !== undefined).length, 1)
    },

    async 'An invitation stays usable when the transaction that used it fails'(subject) {
      const { store } = subject
      const { invitation, digest } = await invite(subject)
      const failing = store.write(async (tx) => {
        assert.deepEqual(await store.invitations.use(tx, digest, 50), invitation)
        throw new Error('the address is taken')
      })
      await assert.rejects(failing, { message: 'the address is taken' })
      assert.deepEqual(await store.invitations.find(digest, 50), invitation)
    },

    async 'An expired invitation cannot be used'(subject) {
      const { store } = subject
      const { digest } = await invite(subject)
      assert.equal(await store.write((tx) => store.invitations.use(tx, digest, 100)), undefined)
    },

    async 'An invitation is revoked by its own account only'(subject) {
      const { store } = subject
      const { invitation, digest } = await invite(subject)
      const other = await subject.newAccount()
      const revoke = (account = invitation.accountId) =>
        store.write((tx) => store.invitations.delete(tx, account, invitation.id))
      assert.equal(await revoke(other), undefined)
      assert.deepEqual(await revoke(), invitation)
      assert.equal(await revoke(), undefined)
      assert.equal(await store.invitations.find(digest, 0), undefined)
    },

    async 'Invitations that expired long ago are pruned'(subject) {
      const { store } = subject
      const { invitation } = await invite(subject)
      await store.invitations.prune(100)
      assert.deepEqual(await store.invitations.list(invitation.accountId), [invitation])
      await store.invitations.prune(101)
      assert.deepEqual(await store.invitations.list(invitation.accountId), [])
    },
  })
}

async function invite({ store, ids, newAccount }: Subject) {
  const invitation: Invitation = {
    id: ids.next(1),
    accountId: await newAccount(),
    role: 'editor',
    note: 'ada@example.com',
    createdBy: 'Grace',
    createdAt: 1,
    expiresAt: 100,
  }
  const digest = ids.secret(16)
  await store.write((tx) => store.invitations.insert(tx, invitation, digest))
  return { invitation, digest }
}

import assert from 'node:assert/strict'
import type { AccountId, Variable } from '#domain/index.ts'
import { AWKWARD_DOCUMENTS } from '../awkward-json.ts'
import { type ConformanceOptions, type Subject, testPromises } from '../conformance-suite.ts'

const NEWEST = { before: undefined, limit: 100 }

export function testVariableStore(options: ConformanceOptions): void {
  testPromises(options, {
    async 'A variable is found as it was stored, whatever its value'(subject) {
      const { variables } = subject.store
      const accountId = await subject.newAccount()
      for (const [index, value] of [...Object.values(AWKWARD_DOCUMENTS), null, false, 0, ''].entries()) {
        const variable = await insert(subject, accountId, { name: `V${index}`, value })
        const found = await variables.find(accountId, variable.id)
        assert.equal(JSON.stringify(found), JSON.stringify(variable))
        assert.equal(
          JSON.stringify(await variables.read(accountId, [variable.name])),
          JSON.stringify({ [variable.name]: value }),
        )
      }
    },

    async 'Runs read the variables that they name, or all of them'(subject) {
      const { variables } = subject.store
      const accountId = await subject.newAccount()
      await insert(subject, accountId, { name: 'B', value: 2 })
      await insert(subject, accountId, { name: 'A', value: 1 })
      assert.deepEqual(await variables.read(accountId, 'all'), { A: 1, B: 2 })
      assert.deepEqual(await variables.read(accountId, ['B', 'UNKNOWN']), { B: 2 })
      assert.deepEqual(await variables.read(accountId, []), {})
      assert.deepEqual(await variables.names(accountId), ['A', 'B'])
    },

    async 'Variables are listed newest first, page by page, and found by a part of their name'(subject) {
      const { variables } = subject.store
      const accountId = await subject.newAccount()
      const [a, b, c] = [
        await insert(subject, accountId, { name: 'BASE_URL' }),
        await insert(subject, accountId, { name: 'Shop_url' }),
        await insert(subject, accountId, { name: 'LIMIT' }),
      ]
      assert.deepEqual(await variables.list(accountId, undefined, { before: undefined, limit: 2 }), [c, b])
      assert.deepEqual(await variables.list(accountId, '', { before: b.id, limit: 2 }), [a])
      assert.deepEqual(await variables.list(accountId, 'Url', NEWEST), [b, a])
      assert.deepEqual(await variables.list(accountId, '%', NEWEST), [])
    },

    async 'A variable is changed and deleted in a transaction'(subject) {
      const { store } = subject
      const accountId = await subject.newAccount()
      const variable = await insert(subject, accountId, { name: 'OLD', value: [1] })
      const changed = { ...variable, name: 'NEW', value: { a: 2 }, revision: 2, updatedAt: 7 }
      await store.write((tx) => store.variables.update(tx, changed))
      assert.deepEqual(await store.variables.find(accountId, variable.id), changed)
      await store.write(async (tx) => {
        assert.deepEqual(await store.variables.findIn(tx, accountId, { name: 'NEW' }), changed)
        assert.deepEqual(await store.variables.findIn(tx, accountId, { id: variable.id }), changed)
        assert.equal(await store.variables.findIn(tx, accountId, { name: 'OLD' }), undefined)
        await store.variables.delete(tx, accountId, variable.id)
        assert.equal(await store.variables.findIn(tx, accountId, { name: 'NEW' }), undefined)
      })
      assert.equal(await store.variables.find(accountId, variable.id), undefined)
    },

    async 'Nothing of another account is read, changed or deleted'(subject) {
      const { store } = subject
      const [mine, other] = [await subject.newAccount(), await subject.newAccount()]
      const variable = await insert(subject, mine, { name: 'MINE', value: 1 })
      await store.write(async (tx) => {
        await store.variables.update(tx, { ...variable, accountId: other, value: 2 })
        await store.variables.delete(tx, other, variable.id)
        assert.equal(await store.variables.findIn(tx, other, { id: variable.id }), undefined)
        assert.deepEqual(await store.variables.use(tx, other), { count: 0, size: 0 })
      })
      assert.deepEqual(await store.variables.find(mine, variable.id), variable)
      assert.equal(await store.variables.find(other, variable.id), undefined)
      assert.deepEqual(await store.variables.read(other, 'all'), {})
      assert.deepEqual(await store.variables.names(other), [])
      assert.deepEqual(await store.variables.list(other, undefined, NEWEST), [])
    },

    async 'Writers that lock the account see what the others stored'(subject) {
      const { store } = subject
      const accountId = await subject.newAccount()
      const add = (_: unknown, index: number) =>
        store.write(async (tx) => {
          await store.variables.lock(tx, accountId)
          const { count, size } = await store.variables.use(tx, accountId)
          assert.equal(size, count * JSON.stringify('value').length)
          if (count < 5)
            await store.variables.insert(tx, variableOf(subject, accountId, { name: `V${index}` }))
        })
      await Promise.all(Array.from({ length: 20 }, add))
      assert.equal((await store.variables.names(accountId)).length, 5)
    },
  })
}

function variableOf({ ids }: Subject, accountId: AccountId, changes: Partial<Variable>): Variable {
  const now = 1_700_000_000_000
  return {
    id: ids.next(now),
    accountId,
    name: 'NAME',
    value: 'value',
    description: '',
    revision: 1,
    createdAt: now,
    updatedAt: now,
    ...changes,
  }
}

async function insert(subject: Subject, accountId: AccountId, changes: Partial<Variable>): Promise<Variable> {
  const variable = variableOf(subject, accountId, changes)
  await subject.store.write((tx) => subject.store.variables.insert(tx, variable))
  return variable
}

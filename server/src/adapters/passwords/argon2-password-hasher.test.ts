import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { AppError } from '#domain/index.ts'
import type { HashingClient } from '#ports/index.ts'
import { Argon2PasswordHasher } from './argon2-password-hasher.ts'
import { deriveArgon2id } from './derive-argon2id.ts'

const client = { owner: 'somebody' }
const cheap = { memory: 64, passes: 1, parallelism: 1 }

describe('argon2id', () => {
  it('Argon2id produces the tag of the test vector in RFC 9106, section 5.3', async () => {
    const tag = await deriveArgon2id({
      message: Buffer.alloc(32, 1),
      nonce: Buffer.alloc(16, 2),
      secret: Buffer.alloc(8, 3),
      associatedData: Buffer.alloc(12, 4),
      passes: 3,
      memory: 32,
      parallelism: 4,
      tagLength: 32,
    })
    assert.equal(tag.toString('hex'), '0d640df58d78766c08c037a34a8b53c9d01ef0452d75b65eb52520e96b01e659')
  })

  it('Invalid Argon2id parameters reject the promise', async () => {
    const parameters = { message: 'x', nonce: 'short', passes: 1, memory: 64, parallelism: 1, tagLength: 32 }
    await assert.rejects(async () => deriveArgon2id(parameters))
  })
})

describe('password hasher', () => {
  it('A hash is a PHC string with the parameters that OWASP recommends', async () => {
    const hash = await new Argon2PasswordHasher().hash('correct horse', client)
    assert.match(hash, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
  })

  it('A hash verifies its password and no other', async () => {
    const hasher = new Argon2PasswordHasher(cheap)
    const hash = await hasher.hash('correct horse', client)
    assert.equal(await hasher.verify('correct horse', hash, client), true)
    for (const wrong of ['', 'correct hors', 'correct horse ', 'Correct horse']) {
      assert.equal(await hasher.verify(wrong, hash, client), false, wrong)
    }
  })

  it('Two hashes of the same password differ', async () => {
    const hasher = new Argon2PasswordHasher(cheap)
    assert.notEqual(await hasher.hash('same', client), await hasher.hash('same', client))
  })

  it('A hash verifies the same characters in another Unicode composition', async () => {
    const hasher = new Argon2PasswordHasher(cheap)
    assert.equal(await hasher.verify('cafe\u0301', await hasher.hash('caf\u00e9', client), client), true)
  })

  it('A hash with older parameters still verifies', async () => {
    const hash =
      '$argon2id$v=19$m=256,t=3,p=2$cr+vZpz5FJ0EuBMhwyXUpw$7RPYgVTKejNDNrMthq9zQVdOh8n+yXxyGqTihf3GTIQ'
    assert.equal(await new Argon2PasswordHasher().verify('correct horse', hash, client), true)
  })

  it('An invalid hash verifies nothing and causes no work', async () => {
    const hasher = new Argon2PasswordHasher(cheap)
    const good = await hasher.hash('x', client)
    const salt = good.split('$')[4] ?? ''
    const malformed = [
      '',
      'x',
      '$argon2id$',
      good.replace('argon2id', 'argon2i'),
      good.replace('v=19', 'v=16'),
      good.replace('m=64', 'm=4194304'),
      good.replace('m=64', 'm=7'),
      good.replace('m=64', 'm=064'),
      good.replace('t=1', 't=1000000'),
      good.replace('t=1', 't=0'),
      good.replace('p=1', 'p=4096'),
      good.replace(salt, ''),
      good.replace(salt, 'AAAA'),
      good.replace(salt, `${salt.slice(0, -1)}!`),
      good.slice(0, -30),
      `${good}=`,
      `${good}\n`,
      ` ${good}`,
      '$2b$12$abcdefghijklmnopqrstuvABCDEFGHIJKLMNOPQRSTUVWXYZ01234',
    ]
    for (const hash of malformed)
      assert.equal(await hasher.verify('x', hash, client), false, JSON.stringify(hash))
  })

  it('A hash with weaker parameters needs a rehash', async () => {
    const weak = await new Argon2PasswordHasher(cheap).hash('x', client)
    const stronger = new Argon2PasswordHasher({ memory: 128, passes: 1, parallelism: 1 })
    assert.equal(stronger.needsRehash(weak), true)
    assert.equal(stronger.needsRehash(await stronger.hash('x', client)), false)
    assert.equal(new Argon2PasswordHasher(cheap).needsRehash(await stronger.hash('x', client)), false)
    assert.equal(stronger.needsRehash('rubbish'), true)
  })

  it('A sign-in for an unknown user costs the same derivation as one with a wrong password', async () => {
    const costs: object[] = []
    const hasher = new Argon2PasswordHasher(cheap, (parameters) => {
      const { message: _message, nonce, ...cost } = parameters
      costs.push({ ...cost, nonceBytes: (nonce as Buffer).length })
      return deriveArgon2id(parameters)
    })
    const hash = await hasher.hash('right', client)
    assert.equal(await hasher.verify('wrong', hash, client), false)
    await hasher.spendTime('wrong', client)
    const [, verified, spent] = costs
    assert.deepEqual(spent, verified)
    assert.equal(costs.length, 3)
  })

  describe('waiting', () => {
    /** A hasher whose derivations end when they are told to. */
    function holdDerivations() {
      const started: string[] = []
      const ends: (() => void)[] = []
      const hasher = new Argon2PasswordHasher(cheap, async ({ message, tagLength }) => {
        assert.ok(typeof message === 'string')
        started.push(message)
        await new Promise<void>((resolve) => ends.push(resolve))
        return Buffer.alloc(tagLength)
      })
      const endOne = async () => {
        ends.shift()?.()
        await nextTurn()
      }
      return { started, hasher, endOne }
    }

    const nextTurn = () => new Promise((resolve) => setImmediate(resolve))

    it('Clients take turns, and those who are known do not wait for the others', async () => {
      const { started, hasher, endOne } = holdDerivations()
      const ask = (name: string, isKnown = false) =>
        hasher.spendTime(name, { owner: name.slice(0, 1), isKnown })
      const all = ['a1', 'a2', 'a3', 'b1', 'b2', 'c1'].map((name) => ask(name))
      await nextTurn()
      assert.deepEqual(started, ['a1'])
      all.push(ask('known', true))
      await nextTurn()
      assert.deepEqual(started, ['a1', 'known'])
      while (started.length < 7) await endOne()
      assert.deepEqual(started.slice(2), ['b1', 'c1', 'a2', 'b2', 'a3'])
      for (let left = 0; left < 2; left += 1) await endOne()
      await Promise.all(all)
    })

    it('A client that is gone is dropped before its password is hashed', async () => {
      const { started, hasher, endOne } = holdDerivations()
      const [gone, first] = [new AbortController(), hasher.spendTime('first', client)]
      const dropped = hasher.spendTime('dropped', { ...client, signal: gone.signal })
      const next = hasher.spendTime('next', client)
      gone.abort()
      await assert.rejects(dropped, { name: 'AppError', kind: 'unavailable' })
      await nextTurn()
      await endOne()
      await endOne()
      await Promise.all([first, next])
      assert.deepEqual(started, ['first', 'next'])
    })

    it('If too many strangers wait, the next one is refused as unavailable, and nobody who is known', async () => {
      const { hasher, endOne, started } = holdDerivations()
      const results: string[] = []
      const ask = (name: string, client: HashingClient) =>
        hasher.spendTime(name, client).then(
          () => results.push(`${name} hashed`),
          (error: unknown) => {
            assert.ok(error instanceof AppError && error.kind === 'unavailable')
            assert.match(error.message, /^Too many passwords/)
            results.push(`${name} refused`)
          },
        )
      const all = Array.from({ length: 34 }, (_, n) => ask(`${n}`, { owner: `network ${n}` }))
      await nextTurn()
      assert.deepEqual(results, ['33 refused'])
      all.push(ask('person', { owner: 'person', isKnown: true }))
      await nextTurn()
      assert.deepEqual(started, ['0', 'person'])
      while (results.length < 35) await endOne()
      await Promise.all(all)
      assert.equal(results.filter((result) => result.endsWith('refused')).length, 1)
    })
  })
})

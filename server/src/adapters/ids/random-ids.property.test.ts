import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { firstIdAt, isUuid } from '#domain/index.ts'
import { randomIds } from './random-ids.ts'

const instants = fc.integer({ min: 0, max: 2 ** 48 - 1 })

describe('identifiers', () => {
  it('An identifier is a UUIDv7 with its instant', () => {
    const ids = randomIds()
    fc.assert(
      fc.property(instants, (at) => {
        const id = ids.next(at)
        assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
        assert.ok(isUuid(id))
        assert.equal(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16), at)
      }),
    )
  })

  it('Identifiers of the same millisecond sort in order of creation', () => {
    const ids = randomIds()
    const at = Date.UTC(2026, 0, 31)
    let last = ids.next(at)
    for (let n = 0; n < 100_000; n += 1) {
      const next = ids.next(at)
      assert.ok(next > last)
      last = next
    }
  })

  it('The order holds if callers return with an earlier instant', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(3), { maxLength: 100 }), (instants) => {
        const ids = randomIds()
        const made = instants.map((at) => ids.next(at))
        for (const at of [0, 1, 2, 3]) {
          const ofInstant = made.filter((_, index) => instants[index] === at)
          assert.deepEqual(ofInstant, ofInstant.toSorted())
        }
      }),
    )
  })

  it('Identifiers sort by instant regardless of the order of creation', () => {
    const ids = randomIds()
    fc.assert(
      fc.property(instants, instants, (a, b) => {
        const [first, second] = [ids.next(a), ids.next(b)]
        if (a !== b) assert.equal(first < second, a < b)
      }),
    )
  })

  it('Identifiers are unique, also across processes', () => {
    const sources = [randomIds(), randomIds(), randomIds()]
    const made = sources.flatMap((ids) => Array.from({ length: 10_000 }, () => ids.next(1_000)))
    assert.equal(new Set(made).size, made.length)
  })

  it('An identifier lies between the bounds of its millisecond', () => {
    const ids = randomIds()
    fc.assert(
      fc.property(instants, (at) => {
        const id = ids.next(at)
        assert.ok(firstIdAt(at) < id)
        assert.ok(id < firstIdAt(at + 1) || at === 2 ** 48 - 1)
        assert.ok(isUuid(firstIdAt(at)))
      }),
    )
  })
})

describe('bounds of a time', () => {
  it('The bounds end at the last possible identifier', () => {
    assert.equal(firstIdAt(-5), '00000000-0000-0000-0000-000000000000')
    assert.equal(firstIdAt(0), '00000000-0000-0000-0000-000000000000')
    assert.equal(firstIdAt(8.64e15), firstIdAt(2 ** 48 - 1))
  })

  it('The bounds include the last possible millisecond', () => {
    const id = randomIds().next(2 ** 48 - 1)
    assert.ok(id >= firstIdAt(2 ** 48 - 1))
  })
})

describe('derived identifiers', () => {
  it('A text has the same identifier in every process and version: services know repeated requests by it', () => {
    const ids = randomIds()
    assert.equal(ids.derive('order 1'), 'f3d6f0d5-5b05-8fde-b011-6c2eaffd74e9')
    assert.equal(ids.derive('ünï'), 'e975a529-94d8-8fc7-87bf-16c547779c6d')
    assert.ok(isUuid(ids.derive('')))
  })
})

describe('secrets', () => {
  it('A secret has the requested number of bytes, needs no escaping and is different every time', () => {
    const ids = randomIds()
    for (const bytes of [1, 16, 32]) {
      const secret = ids.secret(bytes)
      assert.match(secret, /^[A-Za-z0-9_-]+$/)
      assert.equal(Buffer.from(secret, 'base64url').length, bytes)
    }
    assert.notEqual(ids.secret(32), ids.secret(32))
  })
})

describe('isUuid', () => {
  it('An identifier is recognized by its format, regardless of its version', () => {
    for (const id of [
      '00000000-0000-0000-0000-000000000000',
      '6ba7b810-9dad-11d1-80b4-00c04fd430c8',
      '01937B5E-8F3A-7C41-9A52-3D1F0C7BE2AA',
    ]) {
      assert.ok(isUuid(id), id)
    }
    for (const text of [
      '',
      '123',
      '01937b5e8f3a7c419a523d1f0c7be2aa',
      '01937b5e-8f3a-7c41-9a52-3d1f0c7be2ag',
      ' 01937b5e-8f3a-7c41-9a52-3d1f0c7be2aa',
      '01937b5e-8f3a-7c41-9a52-3d1f0c7be2aa\n',
      '{01937b5e-8f3a-7c41-9a52-3d1f0c7be2aa}',
    ]) {
      assert.ok(!isUuid(text), JSON.stringify(text))
    }
  })
})

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as fc from 'fast-check'
import { decideEgress, type EgressPolicy } from './egress-policy.ts'
import { hostOf, portOf, readOutgoingUrl } from './outgoing-url.ts'
import { parseEgressAllow } from './parse-egress-allow.ts'

const strict: EgressPolicy = { allowLoopback: false, allow: [] }

const octets = fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255), fc.nat(255))
type Octets = [number, number, number, number]

/** Weighted towards special ranges, which are rare among random addresses. */
const address: fc.Arbitrary<Octets> = fc.oneof(
  octets,
  octets.map(([, b, c, d]): Octets => [127, b, c, d]),
  octets.map(([, b, c, d]): Octets => [10, b, c, d]),
  octets.map(([, b, c, d]): Octets => [172, b, c, d]),
  octets.map(([, , c, d]): Octets => [169, 254, c, d]),
  octets.map(([, , c, d]): Octets => [192, 168, c, d]),
  octets.map(([, b, c, d]): Octets => [100, b, c, d]),
)

const bases = fc.tuple(
  fc.constantFrom(8, 10, 16),
  fc.constantFrom(8, 10, 16),
  fc.constantFrom(8, 10, 16),
  fc.constantFrom(8, 10, 16),
)

function write(value: number, base: number): string {
  return base === 16 ? `0x${value.toString(16)}` : base === 8 ? `0${value.toString(8)}` : value.toString()
}

/** One to four numbers in different bases. The last one contains the remaining bytes. */
function spell([a, b, c, d]: Octets, parts: number, [w, x, y, z]: number[]): string {
  const whole = ((a * 256 + b) * 256 + c) * 256 + d
  const numbers = [
    [write(whole, w ?? 10)],
    [write(a, w ?? 10), write(whole % 2 ** 24, x ?? 10)],
    [write(a, w ?? 10), write(b, x ?? 10), write(whole % 2 ** 16, y ?? 10)],
    [write(a, w ?? 10), write(b, x ?? 10), write(c, y ?? 10), write(d, z ?? 10)],
  ]
  return (numbers[parts - 1] ?? []).join('.')
}

function decideUrl(host: string, policy: EgressPolicy): boolean {
  const read = readOutgoingUrl(`http://${host}/`)
  return read.ok && decideEgress(policy, hostOf(read.url), portOf(read.url)).allowed
}

describe('IPv4 decisions', () => {
  it('The decision does not depend on the spelling of the address', () => {
    fc.assert(
      fc.property(
        address,
        fc.integer({ min: 1, max: 4 }),
        bases,
        fc.boolean(),
        (octets, parts, inBases, dot) => {
          const plain = decideEgress(strict, octets.join('.'), 80).allowed
          assert.equal(decideUrl(spell(octets, parts, inBases) + (dot ? '.' : ''), strict), plain)
        },
      ),
      { numRuns: 2000 },
    )
  })

  it('The decision is the same for an IPv4-mapped IPv6 address', () => {
    fc.assert(
      fc.property(address, (octets) => {
        const plain = decideEgress(strict, octets.join('.'), 80).allowed
        assert.equal(decideUrl(`[::ffff:${octets.join('.')}]`, strict), plain)
      }),
    )
  })

  it('A tunnel address that embeds a refused address is never allowed', () => {
    fc.assert(
      fc.property(address, ([a, b, c, d]) => {
        if (decideEgress(strict, `${a}.${b}.${c}.${d}`, 80).allowed) return
        const [high, low] = [(a * 256 + b).toString(16), (c * 256 + d).toString(16)]
        for (const carrier of [
          `64:ff9b::${high}:${low}`,
          `2002:${high}:${low}::1`,
          `::${high}:${low}`,
          `2001:0:${high}:${low}::`,
        ]) {
          assert.equal(decideEgress({ allowLoopback: true, allow: [] }, carrier, 80).allowed, false, carrier)
        }
      }),
    )
  })
})

describe('egress rule', () => {
  it('A rule allows its address on its port and not on the next port', () => {
    fc.assert(
      fc.property(address, fc.integer({ min: 1, max: 65_534 }), (octets, port) => {
        const parsed = parseEgressAllow(`${octets.join('.')}:${port}`)
        assert.ok(parsed.ok)
        const policy: EgressPolicy = { allowLoopback: false, allow: parsed.rules }
        assert.equal(decideEgress(policy, octets.join('.'), port).allowed, true)
        const without = decideEgress(strict, octets.join('.'), port + 1).allowed
        assert.equal(decideEgress(policy, octets.join('.'), port + 1).allowed, without)
      }),
    )
  })
})

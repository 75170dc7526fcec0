import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseEgressAllow } from './parse-egress-allow.ts'

function problemsOf(text: string): readonly string[] {
  const result = parseEgressAllow(text)
  return result.ok ? [] : result.problems
}

describe('parseEgressAllow', () => {
  it('An empty text allows nothing', () => {
    assert.deepEqual(parseEgressAllow('  '), { ok: true, rules: [] })
  })

  it('Networks, addresses, ports and port ranges are parsed', () => {
    assert.deepEqual(
      parseEgressAllow(
        '10.0.0.0/8, 192.168.1.5:5432,172.16.0.0/12:8000-8100,[fd00::/8]:443,[fd00::]/9:1-2,[::1],0.0.0.0/0',
      ),
      {
        ok: true,
        rules: [
          { cidr: '10.0.0.0/8' },
          { cidr: '192.168.1.5/32', ports: { from: 5432, to: 5432 } },
          { cidr: '172.16.0.0/12', ports: { from: 8000, to: 8100 } },
          { cidr: 'fd00::/8', ports: { from: 443, to: 443 } },
          { cidr: 'fd00::/9', ports: { from: 1, to: 2 } },
          { cidr: '::1/128' },
          { cidr: '0.0.0.0/0' },
        ],
      },
    )
  })

  it('All problems are reported together, each with its entry', () => {
    assert.deepEqual(problemsOf('10.0.0.0/33, localhost, 10.0.0.1'), [
      '"10.0.0.0/33" must have a prefix length from 0 to 32',
      '"localhost" is a host name: list IP addresses instead, because a name can resolve to other addresses later',
    ])
  })

  const wrong: readonly [string, RegExp][] = [
    ['10.0.0.1,,10.0.0.2', /extra comma/],
    ['10.0.0.1,', /extra comma/],
    ['10.0.0.5/8', /write 10\.0\.0\.0\/8, or 10\.0\.0\.5 for a single address/],
    ['[fd00::1/8]', /write fd00::\/8/],
    ['fd00::1', /in brackets/],
    ['::1:80', /in brackets/],
    ['[fd00::1', /is invalid/],
    ['[fd00::/8]/8', /is invalid/],
    ['[fd00::1]443', /is invalid/],
    ['[fe80::1%eth0]', /zone/],
    ['[::ffff:10.0.0.1]', /write 10\.0\.0\.1/],
    ['[10.0.0.1.2]', /not an IP address/],
    ['010.0.0.1', /four decimal numbers/],
    ['10.1', /four decimal numbers/],
    ['167772161', /four decimal numbers/],
    ['10.0.0.256', /not an IP address/],
    ['10.0.0.0/', /prefix length/],
    ['10.0.0.0/-1', /prefix length/],
    ['10.0.0.0/8/8', /prefix length/],
    ['10.0.0.0/255.0.0.0', /prefix length/],
    ['[fd00::]/129', /prefix length from 0 to 128/],
    ['10.0.0.1:', /port from 1/],
    ['10.0.0.1:0', /port from 1/],
    ['10.0.0.1:65536', /port from 1/],
    ['10.0.0.1:http', /port from 1/],
    ['10.0.0.1:80-', /port from 1/],
    ['10.0.0.1:90-80', /ends before it starts/],
    ['*', /not an IP address/],
    ['example.com:443', /is a host name/],
    ['http://10.0.0.1', /is a host name|not an address|brackets/],
  ]
  for (const [text, expected] of wrong) {
    it(`The entry ${JSON.stringify(text)} is refused with the reason`, () => {
      const problems = problemsOf(text)
      assert.equal(problems.length, 1)
      assert.match(problems[0] ?? '', expected)
    })
  }
})

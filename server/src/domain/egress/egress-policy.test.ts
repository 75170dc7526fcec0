import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { classifyAddress } from './address-class.ts'
import { decideEgress, type EgressPolicy, explainRefusal } from './egress-policy.ts'
import { hostOf, portOf, readOutgoingUrl } from './outgoing-url.ts'
import { refusedSpellings } from './refused-spellings.corpus.ts'

const strict: EgressPolicy = { allowLoopback: false, allow: [] }

function mayBeReached(text: string, policy: EgressPolicy): boolean {
  const read = readOutgoingUrl(text)
  return read.ok && decideEgress(policy, hostOf(read.url), portOf(read.url)).allowed
}

describe('refused spellings', () => {
  const all = Object.values(refusedSpellings).flat()

  it('The corpus has at least 150 different spellings', () => {
    assert.equal(new Set(all).size, all.length)
    assert.ok(all.length >= 150, `only ${all.length}`)
  })

  for (const [group, spellings] of Object.entries(refusedSpellings)) {
    it(`Every spelling is refused: ${group}`, () => {
      const reached = spellings.filter((spelling) => mayBeReached(spelling, strict))
      assert.deepEqual(reached, [])
    })
  }

  it('Every spelling of loopback is classified as loopback', () => {
    const groups = [
      'loopback, written plainly',
      'loopback in other number systems',
      'loopback with dots, cases, escapes and look-alikes',
    ]
    for (const spelling of groups.flatMap((group) => refusedSpellings[group] ?? [])) {
      const read = readOutgoingUrl(spelling)
      if (!read.ok) continue
      // A host name is checked by the addresses it resolves to.
      const found = classifyAddress(hostOf(read.url)).class
      assert.equal(found, 'loopback', `${spelling} became ${found}`)
    }
  })
})

describe('public addresses', () => {
  const reachable = [
    'http://93.184.215.14/',
    'https://1.1.1.1/',
    'http://8.8.8.8:8080/',
    'http://134744072/',
    'http://0x08080808/',
    'http://11.0.0.1/',
    'http://126.255.255.255/',
    'http://128.0.0.1/',
    'http://172.15.255.255/',
    'http://172.32.0.1/',
    'http://100.63.255.255/',
    'http://100.128.0.1/',
    'http://169.253.255.255/',
    'http://192.167.255.255/',
    'http://192.169.0.1/',
    'http://198.17.255.255/',
    'http://198.20.0.1/',
    'http://223.255.255.254/',
    'http://[2606:4700:4700::1111]/',
    'http://[2a00:1450:4001:80b::200e]/',
    'http://[2001:4860:4860::8888]/',
    'http://[::ffff:93.184.215.14]/',
    'http://[64:ff9b::5db8:d70e]/',
  ]
  for (const url of reachable) {
    it(`A public address is allowed: ${url}`, () => assert.equal(mayBeReached(url, strict), true))
  }
})

describe('egress rules', () => {
  it('Loopback, and nothing else, is allowed while the service listens on loopback', () => {
    const policy: EgressPolicy = { allowLoopback: true, allow: [] }
    assert.equal(mayBeReached('http://127.0.0.1:3000/', policy), true)
    assert.equal(mayBeReached('http://[::1]:3000/', policy), true)
    assert.equal(mayBeReached('http://[::ffff:127.0.0.1]/', policy), true)
    assert.equal(mayBeReached('http://0.0.0.0/', policy), false)
    assert.equal(mayBeReached('http://[::7f00:1]/', policy), false)
    assert.equal(mayBeReached('http://10.0.0.1/', policy), false)
  })

  it('A rule allows a network only on its ports', () => {
    const policy: EgressPolicy = {
      allowLoopback: false,
      allow: [{ cidr: '10.1.0.0/16', ports: { from: 80, to: 90 } }],
    }
    assert.equal(decideEgress(policy, '10.1.2.3', 80).allowed, true)
    assert.equal(decideEgress(policy, '10.1.2.3', 90).allowed, true)
    assert.equal(decideEgress(policy, '::ffff:10.1.2.3', 85).allowed, true)
    assert.equal(decideEgress(policy, '10.1.2.3', 91).allowed, false)
    assert.equal(decideEgress(policy, '10.2.0.1', 80).allowed, false)
  })

  it('A rule for IPv4 does not allow tunnels that embed IPv4', () => {
    const policy: EgressPolicy = { allowLoopback: true, allow: [{ cidr: '0.0.0.0/0' }] }
    for (const address of ['::7f00:1', '2002:7f00:1::', '64:ff9b::7f00:1', '2001:0:7f00:1::']) {
      assert.equal(decideEgress(policy, address, 80).allowed, false, address)
    }
  })

  it('A rule can allow an IPv6 network, but not a zoned address', () => {
    const policy: EgressPolicy = {
      allowLoopback: false,
      allow: [{ cidr: 'fe80::/10' }, { cidr: 'fd00::/8' }],
    }
    assert.equal(decideEgress(policy, 'fd12::1', 80).allowed, true)
    assert.equal(decideEgress(policy, 'fe80::1', 80).allowed, true)
    assert.equal(decideEgress(policy, 'fe80::1%eth0', 80).allowed, false)
  })

  it('A text that is not an address is never allowed', () => {
    const policy: EgressPolicy = { allowLoopback: true, allow: [{ cidr: '0.0.0.0/0' }, { cidr: '::/0' }] }
    for (const text of [
      '',
      'localhost',
      'example.com',
      '127.1',
      '0x7f.1',
      '127.0.0.1.',
      '01.2.3.4',
      ':',
      '1.2.3.4/8',
    ]) {
      assert.equal(decideEgress(policy, text, 80).allowed, false, text)
    }
  })
})

describe('explainRefusal', () => {
  it('A refusal says what was refused and how to allow it', () => {
    const decision = decideEgress(strict, '169.254.169.254', 80)
    assert.ok(!decision.allowed)
    assert.equal(
      explainRefusal('169.254.169.254', 80, decision),
      'Refused to connect to 169.254.169.254, port 80: it is a link-local address, and only public addresses are allowed. An operator can allow it with MILLRACE_EGRESS_ALLOW=169.254.169.254:80',
    )
  })

  it('A refusal of a name reveals neither its address nor the kind of it', () => {
    const messages = ['169.254.169.254', '10.0.0.1', '127.0.0.1', 'fd00::1', 'fe80::1%eth0', 'nonsense'].map(
      (address) => {
        const decision = decideEgress(strict, address, 80)
        assert.ok(!decision.allowed)
        return explainRefusal('metadata.internal', 80, decision)
      },
    )
    assert.deepEqual(
      [...new Set(messages)],
      [
        'Refused to connect to metadata.internal, port 80: the name leads to an address that is not public, and only public addresses are allowed. An operator finds the address in the log and can allow it with MILLRACE_EGRESS_ALLOW.',
      ],
    )
  })

  it('A refusal formats IPv6 so that it can be pasted into the setting', () => {
    const decision = decideEgress(strict, 'fd00::1', 443)
    assert.ok(!decision.allowed)
    assert.match(explainRefusal('fd00::1', 443, decision), /an? unique-local .*=\[fd00::1\]:443$/)
  })
})

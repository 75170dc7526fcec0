import assert from 'node:assert/strict'
import { resolve } from 'node:path'
import { describe, it } from 'node:test'
import { type Config, ConfigError, readConfig, warnOfUnknownSettings } from './config.ts'
import { SETTINGS, type SettingName } from './settings-table.ts'

type Case = readonly [setting: SettingName, text: string, expected: Partial<Config>]

const GOOD: readonly Case[] = [
  ['host', '0.0.0.0', { host: '0.0.0.0', isForThisMachineOnly: false }],
  ['host', 'localhost', { host: 'localhost', isForThisMachineOnly: true }],
  ['host', '::1', { host: '::1', isForThisMachineOnly: true }],
  ['host', '::', { host: '::', isForThisMachineOnly: false }],
  ['host', '127.0.0.2', { host: '127.0.0.2', isForThisMachineOnly: true }],
  ['port', '0', { port: 0 }],
  ['port', ' 65535 ', { port: 65_535 }],
  ['data', '/srv/millrace', { dataFolder: resolve('/srv/millrace') }],
  ['data', 'relative', { dataFolder: resolve('relative'), masterKeyFile: resolve('relative/master.key') }],
  ['databaseUrl', 'postgres://a:b@c:5432/d', { databaseUrl: 'postgres://a:b@c:5432/d' }],
  ['databaseUrl', 'postgresql:///d', { databaseUrl: 'postgresql:///d' }],
  ['apiKey', 'x'.repeat(24), { apiKey: 'x'.repeat(24) }],
  ['apiKey', 'ä'.repeat(256), { apiKey: 'ä'.repeat(256) }],
  ['plan', 'free', { plan: 'free' }],
  ['plan', 'PRO', { plan: 'pro' }],
  ['role', 'All', { role: 'all' }],
  ['rateLimits', 'off', { enforceLimits: false }],
  ['rateLimits', 'On', { enforceLimits: true }],
  ['publicUrl', 'https://m.example.com/', { publicUrl: 'https://m.example.com' }],
  ['publicUrl', 'http://m.example.com:8080/base//', { publicUrl: 'http://m.example.com:8080/base' }],
  ['masterKey', 'whatever', { masterKey: 'whatever' }],
  ['masterKeyFile', '/run/secrets/key', { masterKeyFile: resolve('/run/secrets/key') }],
  ['trustedProxies', '10.0.0.0/8, ::1', { trustedProxies: ['10.0.0.0/8', '::1'] }],
  ['metrics', 'open', { metrics: 'open' }],
  ['metrics', 'off', { metrics: 'off' }],
  ['formLimit', '0', { formLimit: 0 }],
  ['inboundLimit', '50', { inboundLimit: 50 }],
  ['hostConcurrency', '4', { hostConcurrency: 4 }],
  ['retentionDays', '0', { retentionDays: 0 }],
  ['formLimit', '200', { formLimit: 200 }],
  ['diskFloorMb', '0', { diskFloorBytes: 0 }],
  ['diskFloorMb', '2', { diskFloorBytes: 2 * 1024 * 1024 }],
  ['logLevel', 'SILENT', { logLevel: 'silent' }],
]

const BAD: readonly (readonly [setting: SettingName, text: string, message: RegExp])[] = [
  ['host', 'a b', /address or a name/],
  ['host', 'http://localhost', /address or a name/],
  ['port', '65536', /whole number from 0 to 65535, not "65536"/],
  ['port', '-1', /whole number/],
  ['port', '80.5', /whole number/],
  ['port', '0x50', /whole number/],
  ['port', 'http', /whole number/],
  ['databaseUrl', 'mysql://a/b', /must look like postgres:/],
  ['databaseUrl', 'postgres://[', /must look like postgres:/],
  ['apiKey', 'x'.repeat(23), /at least 24 characters; it has 23/],
  ['apiKey', 'x'.repeat(513), /at most 512 bytes; it has 513/],
  ['plan', 'gold', /one of free, starter, pro, business, not "gold"/],
  ['role', 'boss', /one of all, api, worker, not "boss"/],
  ['role', 'worker', /worker needs PostgreSQL \(DATABASE_URL\)/],
  ['role', 'api', /api needs PostgreSQL \(DATABASE_URL\)/],
  ['rateLimits', 'true', /one of on, off/],
  ['publicUrl', 'm.example.com', /must look like https:/],
  ['publicUrl', 'ftp://m.example.com', /must look like https:/],
  ['publicUrl', 'https://m.example.com/?a=1', /must look like https:/],
  ['egressAllow', 'not an address', /./],
  ['trustedProxies', '10.0.0.0/8, proxy', /"proxy" is not an address or a network/],
  ['trustedProxies', '10.0.0.0/33', /not an address or a network/],
  ['metrics', 'yes', /one of loopback, open, off/],
  ['formLimit', 'none', /whole number/],
  ['inboundLimit', 'many', /whole number/],
  ['hostConcurrency', '0', /from 1 to 10000/],
  ['retentionDays', '-1', /from 0 to 36500/],
  ['diskFloorMb', '-5', /whole number/],
  ['diskFloorMb', 'all', /whole number/],
  ['logLevel', 'loud', /one of trace, debug, info/],
]

describe('the settings', () => {
  it('have defaults that work on one machine', () => {
    assert.deepEqual(readConfig({}, {}), {
      host: '127.0.0.1',
      port: 8080,
      dataFolder: resolve('data'),
      databaseUrl: undefined,
      role: 'all',
      apiKey: undefined,
      plan: 'business',
      enforceLimits: true,
      formLimit: 20,
      inboundLimit: 600,
      hostConcurrency: 32,
      retentionDays: 30,
      publicUrl: undefined,
      masterKey: undefined,
      masterKeyFile: resolve('data/master.key'),
      egressAllow: [],
      isForThisMachineOnly: true,
      trustedProxies: [],
      metrics: 'loopback',
      diskFloorBytes: 100 * 1024 * 1024,
      logLevel: 'info',
    })
  })

  for (const [name, text, expected] of GOOD) {
    const { env, flag } = SETTINGS[name]
    it(`take ${env} "${text.slice(0, 40)}", from the command line too`, () => {
      for (const config of [readConfig({}, { [env]: text }), readConfig({ [flag]: text }, {})]) {
        for (const [key, value] of Object.entries(expected))
          assert.deepEqual(config[key as keyof Config], value)
      }
    })
  }

  for (const [name, text, message] of BAD) {
    const { env, flag } = SETTINGS[name]
    it(`refuse ${env} "${text.slice(0, 40)}" in a sentence that names it`, () => {
      for (const read of [() => readConfig({}, { [env]: text }), () => readConfig({ [flag]: text }, {})]) {
        assert.throws(read, (error) => {
          assert.ok(error instanceof ConfigError)
          assert.ok(error.message.startsWith(`${env} (--${flag}): `), error.message)
          assert.match(error.message, message)
          return true
        })
      }
    })
  }

  it('are all tried here, with good values and, where there are any, with bad ones', () => {
    const tried = new Set([...GOOD, ...BAD].map(([name]) => name))
    assert.deepEqual([...tried].toSorted(), Object.keys(SETTINGS).toSorted())
  })

  it('let a process do a part of the work where PostgreSQL is shared', () => {
    for (const role of ['all', 'api', 'worker'])
      assert.equal(readConfig({ 'process-role': role }, { DATABASE_URL: 'postgres://a/b' }).role, role)
  })

  it('read rules for outgoing connections', () => {
    assert.equal(
      readConfig({}, { MILLRACE_EGRESS_ALLOW: '10.1.0.0/16, 192.168.1.5:5432' }).egressAllow.length,
      2,
    )
  })

  const isForThisMachineOnly = (environment: Record<string, string>) =>
    readConfig({}, environment).isForThisMachineOnly

  it('do not take a service behind a proxy for one of this machine only, though it listens on loopback', () => {
    assert.equal(isForThisMachineOnly({ HOST: '127.0.0.1' }), true)
    for (const url of ['http://127.0.0.1:8080', 'http://localhost/base', 'http://[::1]:8080'])
      assert.equal(isForThisMachineOnly({ MILLRACE_PUBLIC_URL: url }), true, url)
    for (const url of ['https://m.example.com', 'http://192.168.1.5:8080', 'http://localhost.example.com'])
      assert.equal(isForThisMachineOnly({ MILLRACE_PUBLIC_URL: url }), false, url)
    assert.equal(isForThisMachineOnly({ MILLRACE_TRUSTED_PROXIES: '127.0.0.1' }), false)
  })

  it('take their defaults where a value is blank', () => {
    const blank = Object.fromEntries(Object.values(SETTINGS).map(({ env }) => [env, '  ']))
    assert.deepEqual(readConfig({}, blank), readConfig({}, {}))
  })

  it('believe the command line more than the environment', () => {
    assert.equal(readConfig({ port: '1' }, { PORT: '2' }).port, 1)
  })
})

describe('names that are no settings', () => {
  it('are warned of, with the nearest one that is', () => {
    assert.deepEqual(
      warnOfUnknownSettings({
        MILLRACE_APIKEY: 'x',
        MILLRACE_MASTERKEY_FILE: 'x',
        MILLRACE_DATA: 'x',
        MILLRACE_TEST_RUN: 'x',
        OTHER: 'x',
      }),
      [
        'MILLRACE_APIKEY is not a setting. Did you mean MILLRACE_API_KEY?',
        'MILLRACE_MASTERKEY_FILE is not a setting. Did you mean MILLRACE_MASTER_KEY_FILE?',
      ],
    )
  })
})

import assert from 'node:assert/strict'
import { resolve } from 'node:path'
import { describe, it } from 'node:test'
import { type Config, ConfigError, readConfig, warnOfUnknownSettings } from './config.ts'
import { SETTINGS, type SettingName } from './settings-table.ts'

type Case = readonly [setting: SettingName, text: string, expected: Partial<Config>]

const VALID: readonly Case[] = [
  ['host', '0.0.0.0', { host: '0.0.0.0', isLocalOnly: false }],
  ['host', 'localhost', { host: 'localhost', isLocalOnly: true }],
  ['host', '::1', { host: '::1', isLocalOnly: true }],
  ['host', '::', { host: '::', isLocalOnly: false }],
  ['host', '127.0.0.2', { host: '127.0.0.2', isLocalOnly: true }],
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
  ['sandboxProcesses', '8', { sandboxProcesses: 8 }],
  ['formLimit', '0', { formLimit: 0 }],
  ['inboundLimit', '50', { inboundLimit: 50 }],
  ['fileLimitMb', '5', { maxFileBytes: 5 * 1024 * 1024 }],
  ['hostConcurrency', '4', { hostConcurrency: 4 }],
  ['runCpuSeconds', '0', { runCpuSeconds: 0 }],
  ['runCpuSeconds', '60', { runCpuSeconds: 60 }],
  ['retentionDays', '0', { retentionDays: 0 }],
  ['auditRetentionDays', '30', { auditRetentionDays: 30 }],
  ['formLimit', '200', { formLimit: 200 }],
  ['diskFloorMb', '0', { diskFloorBytes: 0 }],
  ['diskFloorMb', '2', { diskFloorBytes: 2 * 1024 * 1024 }],
  ['logLevel', 'SILENT', { logLevel: 'silent' }],
]

const BUCKET = {
  MILLRACE_FILES: 's3://my-bucket',
  MILLRACE_S3_ACCESS_KEY_ID: 'AKID',
  MILLRACE_S3_SECRET_ACCESS_KEY: 'secret',
}

const INVALID: readonly (readonly [setting: SettingName, text: string, message: RegExp])[] = [
  ['host', 'a b', /IP address or a host name/],
  ['host', 'http://localhost', /IP address or a host name/],
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
  ['trustedProxies', '10.0.0.0/8, proxy', /"proxy" is not an IP address or a network/],
  ['trustedProxies', '10.0.0.0/33', /not an IP address or a network/],
  ['metrics', 'yes', /one of loopback, open, off/],
  ['sandboxProcesses', '65', /from 1 to 64/],
  ['formLimit', 'none', /whole number/],
  ['inboundLimit', 'many', /whole number/],
  ['hostConcurrency', '0', /from 1 to 10000/],
  ['runCpuSeconds', '0.5', /from 0 to 86400/],
  ['retentionDays', '-1', /from 0 to 36500/],
  ['auditRetentionDays', 'never', /from 0 to 36500/],
  ['diskFloorMb', '-5', /whole number/],
  ['diskFloorMb', 'all', /whole number/],
  ['logLevel', 'loud', /one of trace, debug, info/],
]

describe('readConfig', () => {
  it('The defaults work on one machine', () => {
    assert.deepEqual(readConfig({}, {}), {
      host: '127.0.0.1',
      port: 8080,
      dataFolder: resolve('data'),
      databaseUrl: undefined,
      role: 'all',
      apiKey: undefined,
      plan: 'business',
      enforceLimits: true,
      sandboxProcesses: 3,
      formLimit: 20,
      inboundLimit: 600,
      maxFileBytes: 100 * 1024 * 1024,
      fileBucket: undefined,
      hostConcurrency: 32,
      runCpuSeconds: 10,
      retentionDays: 30,
      auditRetentionDays: 365,
      publicUrl: undefined,
      masterKey: undefined,
      masterKeyFile: resolve('data/master.key'),
      egressAllow: [],
      isLocalOnly: true,
      trustedProxies: [],
      metrics: 'loopback',
      diskFloorBytes: 100 * 1024 * 1024,
      logLevel: 'info',
    })
  })

  for (const [name, text, expected] of VALID) {
    const { env, flag } = SETTINGS[name]
    it(`${env} accepts "${text.slice(0, 40)}", also as a flag`, () => {
      for (const config of [readConfig({}, { [env]: text }), readConfig({ [flag]: text }, {})]) {
        for (const [key, value] of Object.entries(expected))
          assert.deepEqual(config[key as keyof Config], value)
      }
    })
  }

  for (const [name, text, message] of INVALID) {
    const { env, flag } = SETTINGS[name]
    it(`${env} refuses "${text.slice(0, 40)}" with a message that names the setting`, () => {
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

  it('All settings are covered by these tests', () => {
    // Those of a bucket have tests of their own, because they need each other.
    const bucket: readonly SettingName[] = ['files', 's3AccessKeyId', 's3SecretAccessKey']
    const covered = new Set([...[...VALID, ...INVALID].map(([name]) => name), ...bucket])
    assert.deepEqual([...covered].toSorted(), Object.keys(SETTINGS).toSorted())
  })

  it('A process may have any role on PostgreSQL', () => {
    for (const role of ['all', 'api', 'worker'])
      assert.equal(readConfig({ 'process-role': role }, { DATABASE_URL: 'postgres://a/b' }).role, role)
  })

  it('Several egress rules are read', () => {
    assert.equal(
      readConfig({}, { MILLRACE_EGRESS_ALLOW: '10.1.0.0/16, 192.168.1.5:5432' }).egressAllow.length,
      2,
    )
  })

  const isLocalOnly = (environment: Record<string, string>) => readConfig({}, environment).isLocalOnly

  it('A service behind a proxy is not local only, although it listens on loopback', () => {
    assert.equal(isLocalOnly({ HOST: '127.0.0.1' }), true)
    for (const url of ['http://127.0.0.1:8080', 'http://localhost/base', 'http://[::1]:8080'])
      assert.equal(isLocalOnly({ MILLRACE_PUBLIC_URL: url }), true, url)
    for (const url of ['https://m.example.com', 'http://192.168.1.5:8080', 'http://localhost.example.com'])
      assert.equal(isLocalOnly({ MILLRACE_PUBLIC_URL: url }), false, url)
    assert.equal(isLocalOnly({ MILLRACE_TRUSTED_PROXIES: '127.0.0.1' }), false)
  })

  it('A blank value means the default', () => {
    const blank = Object.fromEntries(Object.values(SETTINGS).map(({ env }) => [env, '  ']))
    assert.deepEqual(readConfig({}, blank), readConfig({}, {}))
  })

  it('A flag overrides the environment', () => {
    assert.equal(readConfig({ port: '1' }, { PORT: '2' }).port, 1)
  })
})

describe('warnOfUnknownSettings', () => {
  it('An unknown setting is reported with the nearest known one', () => {
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

  it('A bucket is read from its address and its key', () => {
    const { fileBucket } = readConfig({}, BUCKET)
    assert.deepEqual(fileBucket, {
      endpoint: 'https://s3.us-east-1.amazonaws.com',
      region: 'us-east-1',
      bucket: 'my-bucket',
      prefix: '',
      accessKeyId: 'AKID',
      secretAccessKey: 'secret',
    })
    const elsewhere = 's3://b-1/millrace/files/?region=eu-west-1&endpoint=http://10.0.0.5:9000/'
    const given = readConfig({ files: elsewhere }, BUCKET).fileBucket
    assert.deepEqual(
      [given?.endpoint, given?.region, given?.bucket, given?.prefix],
      ['http://10.0.0.5:9000', 'eu-west-1', 'b-1', 'millrace/files/'],
    )
    assert.equal(readConfig({}, {}).fileBucket, undefined)
  })

  it('A bucket that cannot be used is refused with a message that says why', () => {
    const refusals: readonly (readonly [Record<string, string>, RegExp])[] = [
      [{ MILLRACE_FILES: 'folder' }, /^MILLRACE_FILES \(--files\): must look like s3:\/\/bucket/],
      [{ MILLRACE_FILES: 'https://my-bucket' }, /must look like s3:/],
      [{ MILLRACE_FILES: 's3:///folder' }, /must name a bucket/],
      [
        { MILLRACE_FILES: 's3://key:secret@bucket' },
        /must not contain the access key; set MILLRACE_S3_ACCESS/,
      ],
      [
        { MILLRACE_FILES: 's3://bucket?regoin=x' },
        /unknown parameter "regoin"; the parameters are region and/,
      ],
      [{ MILLRACE_FILES: 's3://bucket?region=EU West' }, /invalid region "EU West"/],
      [{ MILLRACE_FILES: 's3://bucket?endpoint=storage.example.com' }, /endpoint that does not look like/],
      [{ MILLRACE_S3_ACCESS_KEY_ID: '' }, /^MILLRACE_S3_ACCESS_KEY_ID .*is needed with MILLRACE_FILES/],
      [{ MILLRACE_S3_SECRET_ACCESS_KEY: '' }, /^MILLRACE_S3_SECRET_ACCESS_KEY .*is needed with/],
      [{ MILLRACE_FILE_LIMIT: '100000' }, /^MILLRACE_FILE_LIMIT .*must be at most 50000 with MILLRACE_FILES/],
    ]
    for (const [change, expected] of refusals) {
      assert.throws(
        () => readConfig({}, { ...BUCKET, ...change }),
        (error) => {
          assert.ok(error instanceof ConfigError)
          assert.match(error.message, expected)
          return true
        },
      )
    }
  })
})

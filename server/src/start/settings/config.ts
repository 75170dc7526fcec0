import { resolve } from 'node:path'
import ipaddr from 'ipaddr.js'
import { PLAN_IDS, type PlanId } from '@millrace/contract/plans.ts'
import { type EgressRule, parseEgressAllow } from '#domain/index.ts'
import { MAX_S3_CONTENT_BYTES, type S3Location } from '#adapters/index.ts'
import { nearestWord } from './nearest-word.ts'
import { readS3Address } from './read-s3-location.ts'
import { SETTINGS, type SettingName } from './settings-table.ts'

export const ROLES = ['all', 'api', 'worker'] as const
export type Role = (typeof ROLES)[number]

export interface Config {
  readonly host: string
  readonly port: number
  readonly dataFolder: string
  readonly databaseUrl: string | undefined
  readonly role: Role
  readonly apiKey: string | undefined
  readonly plan: PlanId
  readonly enforceLimits: boolean
  readonly sandboxProcesses: number
  readonly formLimit: number
  readonly inboundLimit: number
  readonly maxFileBytes: number
  /** The bucket for the contents of files; undefined if they are in the data folder or in the database. */
  readonly fileBucket: S3Location | undefined
  readonly hostConcurrency: number
  /** 0 means no limit. */
  readonly runCpuSeconds: number
  /** 0 means for ever. */
  readonly retentionDays: number
  /** 0 means for ever. */
  readonly auditRetentionDays: number
  readonly publicUrl: string | undefined
  readonly masterKey: string | undefined
  readonly masterKeyFile: string
  readonly egressAllow: readonly EgressRule[]
  /** Only this machine can use the service: it listens on loopback, and no setting indicates a proxy in front of it. */
  readonly isLocalOnly: boolean
  readonly trustedProxies: readonly string[]
  readonly metrics: 'loopback' | 'open' | 'off'
  readonly diskFloorBytes: number
  readonly logLevel: string
}

/** An invalid setting; the message names it and says which values are valid. */
export class ConfigError extends Error {
  constructor(setting: SettingName, message: string) {
    super(`${SETTINGS[setting].env} (--${SETTINGS[setting].flag}): ${message}`)
    this.name = 'ConfigError'
  }
}

const MIN_API_KEY_LENGTH = 24
const MAX_API_KEY_BYTES = 512
const MIB = 1024 * 1024
const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']

type Environment = Readonly<Record<string, string | undefined>>
type Flags = Readonly<Record<string, string | undefined>>

/** The only reader of the environment. Flags override it. */
export function readConfig(flags: Flags, environment: Environment = process.env): Config {
  const read = (name: SettingName): string | undefined => {
    const { env, flag, default: fallback } = SETTINGS[name]
    const given = flags[flag] ?? environment[env]
    return given === undefined || given.trim() === '' ? fallback : given.trim()
  }
  const host = read('host') ?? ''
  const databaseUrl = readDatabaseUrl(read('databaseUrl'))
  const dataFolder = resolve(read('data') ?? '')
  const publicUrl = readPublicUrl(read('publicUrl'))
  const trustedProxies = readProxies(read('trustedProxies'))
  const maxFileBytes = readInteger('fileLimitMb', read('fileLimitMb'), 1, 1_000_000) * MIB
  return {
    host: checkHost(host),
    port: readInteger('port', read('port'), 0, 65_535),
    dataFolder,
    databaseUrl,
    role: readRole(read('role'), databaseUrl),
    apiKey: readApiKey(read('apiKey')),
    plan: readChoice('plan', read('plan'), PLAN_IDS),
    enforceLimits: readChoice('rateLimits', read('rateLimits'), ['on', 'off']) === 'on',
    sandboxProcesses: readInteger('sandboxProcesses', read('sandboxProcesses'), 1, 64),
    formLimit: readInteger('formLimit', read('formLimit'), 0, 1_000_000),
    inboundLimit: readInteger('inboundLimit', read('inboundLimit'), 0, 1_000_000),
    maxFileBytes,
    fileBucket: readFileBucket(read, maxFileBytes),
    hostConcurrency: readInteger('hostConcurrency', read('hostConcurrency'), 1, 10_000),
    runCpuSeconds: readInteger('runCpuSeconds', read('runCpuSeconds'), 0, 86_400),
    retentionDays: readInteger('retentionDays', read('retentionDays'), 0, 36_500),
    auditRetentionDays: readInteger('auditRetentionDays', read('auditRetentionDays'), 0, 36_500),
    publicUrl,
    masterKey: read('masterKey'),
    masterKeyFile: resolve(read('masterKeyFile') ?? resolve(dataFolder, 'master.key')),
    egressAllow: readEgressAllow(read('egressAllow')),
    isLocalOnly:
      isLoopbackHost(host) && trustedProxies.length === 0 && isLoopbackUrl(publicUrl ?? 'http://localhost'),
    trustedProxies,
    metrics: readChoice('metrics', read('metrics'), ['loopback', 'open', 'off']),
    diskFloorBytes: readInteger('diskFloorMb', read('diskFloorMb'), 0, 1_000_000_000) * MIB,
    logLevel: readChoice('logLevel', read('logLevel'), LOG_LEVELS),
  }
}

/** Variables with our prefix that are not settings: most likely misspelled. */
export function warnOfUnknownSettings(environment: Environment = process.env): string[] {
  const known = Object.values(SETTINGS).map((setting) => setting.env)
  return Object.keys(environment)
    .filter(
      (name) =>
        name.startsWith('MILLRACE_') && !name.startsWith('MILLRACE_TEST_') && !known.includes(name as never),
    )
    .map((name) => `${name} is not a setting. Did you mean ${nearestWord(name, known)}?`)
}

function checkHost(host: string): string {
  if (/[\s/]/.test(host)) throw new ConfigError('host', `must be an IP address or a host name, not "${host}"`)
  return host
}

function readInteger(name: SettingName, text: string | undefined, min: number, max: number): number {
  const number = /^\d+$/.test(text ?? '') ? Number(text) : Number.NaN
  if (!(number >= min && number <= max)) {
    throw new ConfigError(name, `must be a whole number from ${min} to ${max}, not "${text ?? ''}"`)
  }
  return number
}

function readChoice<T extends string>(name: SettingName, text: string | undefined, choices: readonly T[]): T {
  const choice = choices.find((candidate) => candidate === text?.toLowerCase())
  if (choice === undefined)
    throw new ConfigError(name, `must be one of ${choices.join(', ')}, not "${text ?? ''}"`)
  return choice
}

function readDatabaseUrl(text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  if (!/^postgres(ql)?:\/\//.test(text) || !URL.canParse(text)) {
    throw new ConfigError('databaseUrl', 'must look like postgres://user:password@host:5432/database')
  }
  return text
}

function readFileBucket(
  read: (name: SettingName) => string | undefined,
  maxFileBytes: number,
): S3Location | undefined {
  const text = read('files')
  if (text === undefined) return undefined
  const address = readS3Address(text)
  if ('problem' in address) throw new ConfigError('files', address.problem)
  const accessKeyId = read('s3AccessKeyId')
  const secretAccessKey = read('s3SecretAccessKey')
  if (accessKeyId === undefined) throw new ConfigError('s3AccessKeyId', 'is needed with MILLRACE_FILES')
  if (secretAccessKey === undefined)
    throw new ConfigError('s3SecretAccessKey', 'is needed with MILLRACE_FILES')
  if (maxFileBytes > MAX_S3_CONTENT_BYTES) {
    throw new ConfigError('fileLimitMb', `must be at most ${MAX_S3_CONTENT_BYTES / MIB} with MILLRACE_FILES`)
  }
  return { ...address, accessKeyId, secretAccessKey }
}

function readRole(text: string | undefined, databaseUrl: string | undefined): Role {
  const role = readChoice('role', text, ROLES)
  if (role !== 'all' && databaseUrl === undefined) {
    throw new ConfigError(
      'role',
      `${role} needs PostgreSQL (DATABASE_URL), which several processes can share; on SQLite the only role is all`,
    )
  }
  return role
}

function readApiKey(text: string | undefined): string | undefined {
  if (text !== undefined && text.length < MIN_API_KEY_LENGTH) {
    throw new ConfigError(
      'apiKey',
      `must have at least ${MIN_API_KEY_LENGTH} characters; it has ${text.length}`,
    )
  }
  // The gate refuses longer keys before it looks them up.
  if (text !== undefined && Buffer.byteLength(text) > MAX_API_KEY_BYTES) {
    throw new ConfigError(
      'apiKey',
      `must have at most ${MAX_API_KEY_BYTES} bytes; it has ${Buffer.byteLength(text)}`,
    )
  }
  return text
}

function readPublicUrl(text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.search !== '' || url.hash !== '') {
    throw new ConfigError('publicUrl', `must look like https://millrace.example.com, not "${text}"`)
  }
  return url.href.replace(/\/+$/, '')
}

function readEgressAllow(text: string | undefined): readonly EgressRule[] {
  if (text === undefined) return []
  const parsed = parseEgressAllow(text)
  if (!parsed.ok) throw new ConfigError('egressAllow', parsed.problems.join('; '))
  return parsed.rules
}

function readProxies(text: string | undefined): readonly string[] {
  const entries = text?.split(',').map((entry) => entry.trim()) ?? []
  for (const entry of entries) {
    if (!ipaddr.isValid(entry) && !ipaddr.isValidCIDR(entry)) {
      throw new ConfigError(
        'trustedProxies',
        `"${entry}" is not an IP address or a network such as 10.0.0.0/8`,
      )
    }
  }
  return entries
}

function isLoopbackHost(host: string): boolean {
  if (host === 'localhost') return true
  return ipaddr.isValid(host) && ipaddr.process(host).range() === 'loopback'
}

function isLoopbackUrl(url: string): boolean {
  return isLoopbackHost(new URL(url).hostname.replace(/^\[(.*)\]$/, '$1'))
}

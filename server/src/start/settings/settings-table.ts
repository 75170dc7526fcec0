import { PLAN_IDS } from '@millrace/contract/plans.ts'

/** One setting: `--help`, the reference page and the reading of the environment all follow from this line. */
export interface Setting {
  /** Name in the environment. */
  readonly env: string
  /** Name on the command line, without the dashes. */
  readonly flag: string
  readonly default: string | undefined
  readonly help: string
  /** Shown instead of a value: it is a secret. */
  readonly secret?: boolean
}

export const SETTINGS = {
  host: {
    env: 'HOST',
    flag: 'host',
    default: '127.0.0.1',
    help: 'Address to listen on. The default can be reached from this machine only.',
  },
  port: {
    env: 'PORT',
    flag: 'port',
    default: '8080',
    help: 'Port to listen on; 0 takes any free one and prints it.',
  },
  data: {
    env: 'MILLRACE_DATA',
    flag: 'data',
    default: './data',
    help: 'Folder of the SQLite file and the master key.',
  },
  databaseUrl: {
    env: 'DATABASE_URL',
    flag: 'database-url',
    default: undefined,
    help: 'postgres://… keeps everything in PostgreSQL instead of the SQLite file.',
    secret: true,
  },
  role: {
    env: 'MILLRACE_ROLE',
    // Not `role`: `users create` has one, of people.
    flag: 'process-role',
    default: 'all',
    help: 'What this process does: all; api (accepts and answers, runs nothing); worker (runs, and serves only /livez, /readyz and /metrics). With PostgreSQL only.',
  },
  apiKey: {
    env: 'MILLRACE_API_KEY',
    flag: 'api-key',
    default: undefined,
    help: 'An API key of your own choice, at least 24 characters, valid with full access.',
    secret: true,
  },
  plan: {
    env: 'MILLRACE_PLAN',
    flag: 'plan',
    default: 'business',
    help: `Plan of the first account: ${PLAN_IDS.join(', ')}.`,
  },
  rateLimits: {
    env: 'MILLRACE_RATE_LIMITS',
    flag: 'rate-limits',
    default: 'on',
    help: 'on, or off: requests are counted and never refused.',
  },
  formLimit: {
    env: 'MILLRACE_FORM_LIMIT',
    flag: 'form-limit',
    default: '20',
    help: 'Submissions that one address may send to the page of one form in ten minutes; 0 for no limit.',
  },
  inboundLimit: {
    env: 'MILLRACE_HOOK_LIMIT',
    flag: 'hook-limit',
    default: '600',
    help: 'Requests that the address of one webhook node takes in a minute; 0 for no limit.',
  },
  hostConcurrency: {
    env: 'MILLRACE_HOST_CONCURRENCY',
    flag: 'host-concurrency',
    default: '32',
    help: 'Requests of workflows that each process sends to one host at a time; the others wait for their turn.',
  },
  retentionDays: {
    env: 'MILLRACE_RETENTION_DAYS',
    flag: 'retention-days',
    default: '30',
    help: 'Executions that ended longer ago are deleted, with their steps and logs; 0 keeps them for ever.',
  },
  publicUrl: {
    env: 'MILLRACE_PUBLIC_URL',
    flag: 'public-url',
    default: undefined,
    help: 'Address under which others reach the service, for links; the listening address by default.',
  },
  masterKey: {
    env: 'MILLRACE_MASTER_KEY',
    flag: 'master-key',
    default: undefined,
    help: '32 bytes in hex or base64 that encrypt the secrets; several with commas while it is changed: the first one seals, all of them open.',
    secret: true,
  },
  masterKeyFile: {
    env: 'MILLRACE_MASTER_KEY_FILE',
    flag: 'master-key-file',
    default: undefined,
    help: 'File with the master key; <data>/master.key, made on the first start, by default.',
  },
  egressAllow: {
    env: 'MILLRACE_EGRESS_ALLOW',
    flag: 'egress-allow',
    default: undefined,
    help: 'Addresses beyond the public ones that workflows may reach: 10.1.0.0/16, 192.168.1.5:5432, [fd00::1]:80-90. Loopback is among them while the service listens there and neither a public address nor a proxy is set.',
  },
  trustedProxies: {
    env: 'MILLRACE_TRUSTED_PROXIES',
    flag: 'trusted-proxies',
    default: undefined,
    help: 'Addresses or networks of proxies whose X-Forwarded-For is believed.',
  },
  metrics: {
    env: 'MILLRACE_METRICS',
    flag: 'metrics',
    default: 'loopback',
    help: 'Who may read /metrics: loopback (this machine), open (everybody) or off.',
  },
  diskFloorMb: {
    env: 'MILLRACE_DISK_FLOOR_MB',
    flag: 'disk-floor-mb',
    default: '100',
    help: 'With less free disk space than this, writes are refused with 503 and reads go on.',
  },
  logLevel: {
    env: 'LOG_LEVEL',
    flag: 'log-level',
    default: 'info',
    help: 'trace, debug (with a line per request), info, warn, error or silent.',
  },
} as const satisfies Record<string, Setting>

export type SettingName = keyof typeof SETTINGS

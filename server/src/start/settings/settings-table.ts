import { PLAN_IDS } from '@millrace/contract/plans.ts'

/** One setting. `--help`, the reference page and the reader of the environment all derive from this table. */
export interface Setting {
  /** Name of the environment variable. */
  readonly env: string
  /** Name of the flag, without the dashes. */
  readonly flag: string
  readonly default: string | undefined
  readonly help: string
  /** The value is a secret and must not be shown. */
  readonly secret?: boolean
}

export const SETTINGS = {
  host: {
    env: 'HOST',
    flag: 'host',
    default: '127.0.0.1',
    help: 'Address to listen on. With the default, only this machine can connect; `0.0.0.0` listens on all addresses.',
  },
  port: {
    env: 'PORT',
    flag: 'port',
    default: '8080',
    help: 'Port to listen on. 0 chooses a free port and prints it.',
  },
  data: {
    env: 'MILLRACE_DATA',
    flag: 'data',
    default: './data',
    help: 'Folder for the SQLite database, the master key and, with SQLite and without `MILLRACE_FILES`, the contents of files.',
  },
  databaseUrl: {
    env: 'DATABASE_URL',
    flag: 'database-url',
    default: undefined,
    help: 'PostgreSQL connection URL, such as `postgres://user:password@host:5432/database`. If it is not set, data is stored in a SQLite file.',
    secret: true,
  },
  role: {
    env: 'MILLRACE_ROLE',
    // Not `role`: that is a flag of `users create`.
    flag: 'process-role',
    default: 'all',
    help: 'Role of this process. `all` does everything, `api` serves requests but runs no executions, `worker` runs executions and serves only `/livez`, `/readyz` and `/metrics`. `api` and `worker` require PostgreSQL.',
  },
  apiKey: {
    env: 'MILLRACE_API_KEY',
    flag: 'api-key',
    default: undefined,
    help: 'An API key of your choice with full access, at least 24 characters long. Without it, the first start generates a key and prints it.',
    secret: true,
  },
  plan: {
    env: 'MILLRACE_PLAN',
    flag: 'plan',
    default: 'business',
    help: `Plan of the first account, which sets its rate limits: ${PLAN_IDS.map((id) => `\`${id}\``).join(', ')}.`,
  },
  rateLimits: {
    env: 'MILLRACE_RATE_LIMITS',
    flag: 'rate-limits',
    default: 'on',
    help: '`on` enforces the rate limits of the plan. `off` counts requests but refuses none.',
  },
  formLimit: {
    env: 'MILLRACE_FORM_LIMIT',
    flag: 'form-limit',
    default: '20',
    help: 'Maximum number of submissions per form and network address in ten minutes on the hosted form pages. 0 means no limit.',
  },
  inboundLimit: {
    env: 'MILLRACE_HOOK_LIMIT',
    flag: 'hook-limit',
    default: '600',
    help: 'Maximum number of requests per minute to the address of one `webhook` node. 0 means no limit.',
  },
  fileLimitMb: {
    env: 'MILLRACE_FILE_LIMIT',
    flag: 'file-limit',
    default: '100',
    help: 'Maximum size of one file in MiB. The plan of an account limits its files altogether.',
  },
  files: {
    env: 'MILLRACE_FILES',
    flag: 'files',
    default: undefined,
    help: 'Where the contents of files are stored: a bucket of S3 or of a compatible service, such as `s3://bucket/folder?region=eu-central-1&endpoint=https://storage.example.com`. The folder is optional; without `endpoint` the bucket is on AWS, without `region` in `us-east-1`. If it is not set, contents are in the data folder (SQLite) or in the database (PostgreSQL).',
  },
  s3AccessKeyId: {
    env: 'MILLRACE_S3_ACCESS_KEY_ID',
    flag: 's3-access-key-id',
    default: undefined,
    help: 'Access key ID for the bucket in `MILLRACE_FILES`.',
  },
  s3SecretAccessKey: {
    env: 'MILLRACE_S3_SECRET_ACCESS_KEY',
    flag: 's3-secret-access-key',
    default: undefined,
    help: 'Secret access key for the bucket in `MILLRACE_FILES`.',
    secret: true,
  },
  hostConcurrency: {
    env: 'MILLRACE_HOST_CONCURRENCY',
    flag: 'host-concurrency',
    default: '32',
    help: 'Maximum number of concurrent requests that the workflows of one process send to one host. Further requests wait, in turns by account. One account uses at most all but one.',
  },
  sandboxProcesses: {
    env: 'MILLRACE_SANDBOX_PROCESSES',
    flag: 'sandbox-processes',
    default: '3',
    help: 'Maximum number of processes for the code of `code` nodes, about 80 MB each while they are in use. Further code waits, in turns by account. One account uses at most all but one, so that its endless code does not stop the code of others.',
  },
  runCpuSeconds: {
    env: 'MILLRACE_RUN_CPU_SECONDS',
    flag: 'run-cpu-seconds',
    default: '10',
    help: 'Maximum computing time of one execution in seconds: the time for which its expressions and instant nodes keep the process busy, without `code` nodes and without waiting. An execution that needs more fails with `TOO_MUCH_COMPUTING`. 0 means no limit.',
  },
  retentionDays: {
    env: 'MILLRACE_RETENTION_DAYS',
    flag: 'retention-days',
    default: '30',
    help: 'Number of days after which ended executions are deleted, together with their steps and logs. 0 keeps them for ever.',
  },
  auditRetentionDays: {
    env: 'MILLRACE_AUDIT_RETENTION_DAYS',
    flag: 'audit-retention-days',
    default: '365',
    help: 'Number of days after which entries of the audit log are deleted. 0 keeps them for ever.',
  },
  publicUrl: {
    env: 'MILLRACE_PUBLIC_URL',
    flag: 'public-url',
    default: undefined,
    help: 'Public address of the service, which links start with, such as `https://millrace.example.com`. The default is the address it listens on. Once it is set, requests for another host are refused.',
  },
  masterKey: {
    env: 'MILLRACE_MASTER_KEY',
    flag: 'master-key',
    default: undefined,
    help: 'Key that encrypts stored secrets: 32 bytes in hex or base64. To rotate it, list several keys separated by commas: the first one encrypts, and all of them decrypt.',
    secret: true,
  },
  masterKeyFile: {
    env: 'MILLRACE_MASTER_KEY_FILE',
    flag: 'master-key-file',
    default: undefined,
    help: 'File with the master key. The default is `master.key` in the data folder, which the first start creates.',
  },
  egressAllow: {
    env: 'MILLRACE_EGRESS_ALLOW',
    flag: 'egress-allow',
    default: undefined,
    help: 'Non-public addresses that workflows may connect to, separated by commas: `10.1.0.0/16`, `192.168.1.5:5432`, `[fd00::1]:80-90`. Loopback is allowed as long as the service and its public URL are on loopback, no trusted proxies are set and the role is not `worker`.',
  },
  trustedProxies: {
    env: 'MILLRACE_TRUSTED_PROXIES',
    flag: 'trusted-proxies',
    default: undefined,
    help: 'Addresses or networks of proxies whose `X-Forwarded-*` headers are trusted, separated by commas.',
  },
  metrics: {
    env: 'MILLRACE_METRICS',
    flag: 'metrics',
    default: 'loopback',
    help: 'Who may read `/metrics`: `loopback` (this machine), `open` (everybody) or `off` (nobody).',
  },
  diskFloorMb: {
    env: 'MILLRACE_DISK_FLOOR_MB',
    flag: 'disk-floor-mb',
    default: '100',
    help: 'Minimum free disk space in MiB. Below it, writes are refused with status 503; reads still work. Applies to SQLite only.',
  },
  logLevel: {
    env: 'LOG_LEVEL',
    flag: 'log-level',
    default: 'info',
    help: 'Log level: `trace`, `debug` (logs every request), `info`, `warn`, `error`, `fatal` or `silent`.',
  },
} as const satisfies Record<string, Setting>

export type SettingName = keyof typeof SETTINGS

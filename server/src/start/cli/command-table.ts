import { type SettingName, SETTINGS } from '../settings/settings-table.ts'
import type { Command } from '../commands/command.ts'
import { PLAN_IDS } from '@millrace/contract/plans.ts'
import { IMPORT_MODES } from '@millrace/contract/bundle.ts'
import { ROLES } from '@millrace/contract/roles.ts'

const DATABASE_SETTINGS: readonly SettingName[] = ['data', 'databaseUrl']
/** Commands that open the store also open the vault. */
const STORE_SETTINGS: readonly SettingName[] = [...DATABASE_SETTINGS, 'masterKey', 'masterKeyFile']

const ACCOUNT_FLAG = {
  name: 'account',
  value: 'ID',
  help: 'The account. Required if there are several; `accounts list` shows their IDs.',
}

const PAUSED_ACCOUNT_FLAG = {
  name: 'account',
  value: 'ID',
  help: 'Only the triggers of this account; `accounts list` shows the IDs. By default, of all accounts.',
}

export const COMMANDS: readonly Command[] = [
  {
    name: 'serve',
    summary: 'Run the service (the default).',
    settings: Object.keys(SETTINGS) as SettingName[],
    load: async () => {
      const { serve } = await import('../commands/serve.ts')
      return ({ config }) => serve(config)
    },
  },
  {
    name: 'migrate',
    summary: 'Update the database to the schema of this version.',
    settings: DATABASE_SETTINGS,
    load: async () => (await import('../commands/migrate.ts')).migrateCommand,
  },
  {
    name: 'keys create',
    args: ['name'],
    summary: 'Create an API key and print it. The key is shown only once.',
    flags: [
      {
        name: 'scopes',
        value: 'full_access|read_only|execute_only|a,b,c',
        help: 'What the key may do: a preset, or scopes separated by commas. The default is full_access.',
      },
      { name: 'expires-in-days', value: 'N', help: 'Days until the key expires. By default it never does.' },
      ACCOUNT_FLAG,
    ],
    settings: STORE_SETTINGS,
    load: async () => (await import('../commands/keys.ts')).createKey,
  },
  {
    name: 'keys list',
    summary: 'List the API keys.',
    flags: [ACCOUNT_FLAG],
    settings: STORE_SETTINGS,
    load: async () => (await import('../commands/keys.ts')).listKeys,
  },
  {
    name: 'keys revoke',
    args: ['id'],
    summary: 'Revoke an API key. It stops working immediately.',
    flags: [ACCOUNT_FLAG],
    settings: STORE_SETTINGS,
    load: async () => (await import('../commands/keys.ts')).revokeKey,
  },
  {
    name: 'accounts create',
    args: ['name'],
    summary: 'Create an account and its first API key, and print both.',
    flags: [
      {
        // Also the flag of the setting, which `accounts create` reads.
        name: SETTINGS.plan.flag,
        value: PLAN_IDS.join('|'),
        help: `The plan of the account. The default is ${SETTINGS.plan.default}, or the value of ${SETTINGS.plan.env}.`,
      },
    ],
    settings: STORE_SETTINGS,
    load: async () => (await import('../commands/accounts.ts')).createAccountCommand,
  },
  {
    name: 'accounts list',
    summary: 'List the accounts.',
    settings: STORE_SETTINGS,
    load: async () => (await import('../commands/accounts.ts')).listAccounts,
  },
  {
    name: 'accounts set-plan',
    args: ['id', 'plan'],
    summary: 'Change the plan of an account.',
    settings: STORE_SETTINGS,
    load: async () => (await import('../commands/accounts.ts')).setPlan,
  },
  {
    name: 'workflows export',
    args: ['folder'],
    summary:
      'Write every workflow and form to a folder, one file each, for a repository. Files of deleted ones are removed.',
    flags: [ACCOUNT_FLAG],
    settings: STORE_SETTINGS,
    load: async () => (await import('../commands/workflows.ts')).exportWorkflows,
  },
  {
    name: 'workflows import',
    args: ['folder'],
    summary:
      'Read workflows and forms from a folder that `workflows export` wrote. Without --mode it only says what it would do.',
    flags: [
      {
        name: 'mode',
        value: IMPORT_MODES.join('|'),
        help: 'check changes nothing (the default). create creates what is missing. replace also replaces what differs.',
      },
      ACCOUNT_FLAG,
    ],
    settings: STORE_SETTINGS,
    load: async () => (await import('../commands/workflows.ts')).importWorkflows,
  },
  {
    name: 'backup',
    args: ['file'],
    summary:
      'Write everything in the database to a file, while the service runs. The master key is not part of it.',
    settings: STORE_SETTINGS,
    load: async () => (await import('../commands/backup.ts')).backup,
  },
  {
    name: 'restore',
    args: ['file'],
    summary:
      'Fill an empty installation with a backup, of either database. Its triggers are paused until you run `resume`.',
    settings: STORE_SETTINGS,
    load: async () => (await import('../commands/backup.ts')).restore,
  },
  {
    name: 'doctor',
    summary:
      'Check settings, database, master key, disk, clock, version and reachability, and print each fault with its remedy.',
    settings: Object.keys(SETTINGS) as SettingName[],
    load: async () => {
      const { doctor } = await import('../commands/doctor.ts')
      return (call) => doctor(call)
    },
  },
  {
    name: 'pause',
    summary:
      'Keep all triggers from starting runs, while the service runs. Runs in progress and manual runs continue.',
    flags: [PAUSED_ACCOUNT_FLAG],
    settings: STORE_SETTINGS,
    load: async () => (await import('../commands/pause.ts')).pause,
  },
  {
    name: 'resume',
    summary: 'End a pause. Schedules treat the times that they missed as their `misfire` says.',
    flags: [PAUSED_ACCOUNT_FLAG],
    settings: STORE_SETTINGS,
    load: async () => (await import('../commands/pause.ts')).resume,
  },
  {
    name: 'rotate-master-key',
    summary:
      'Encrypt every stored secret with a new master key while the service runs. You can interrupt it and run it again.',
    settings: STORE_SETTINGS,
    load: async () => (await import('../commands/rotate-master-key.ts')).rotateMasterKey,
  },
  {
    name: 'rotate-master-key finish',
    summary: 'Remove the previous master keys once no stored secret needs them.',
    settings: STORE_SETTINGS,
    load: async () => (await import('../commands/rotate-master-key.ts')).finishRotation,
  },
  {
    name: 'users create',
    args: ['email'],
    summary: 'Create a user. Reads the password from standard input, or generates and prints one.',
    flags: [
      { name: 'name', value: 'NAME', help: 'The name to show. The default is the email address.' },
      {
        name: 'role',
        value: ROLES.join('|'),
        help: 'What the user may do. A viewer reads, an editor also changes and runs, an owner also manages API keys, people and the plan. The default is owner.',
      },
      ACCOUNT_FLAG,
    ],
    settings: STORE_SETTINGS,
    load: async () => (await import('../commands/users.ts')).createUser,
  },
  {
    name: 'users list',
    summary: 'List the users with their roles.',
    flags: [ACCOUNT_FLAG],
    settings: STORE_SETTINGS,
    load: async () => (await import('../commands/users.ts')).listUsers,
  },
  {
    name: 'users set-role',
    args: ['email', 'role'],
    summary: 'Change the role of a user. It applies from the next request on.',
    settings: STORE_SETTINGS,
    load: async () => (await import('../commands/users.ts')).setRole,
  },
  {
    name: 'users reset-password',
    args: ['email'],
    summary: 'Set a new password for a user and end their sessions.',
    settings: STORE_SETTINGS,
    load: async () => (await import('../commands/users.ts')).resetPassword,
  },
]

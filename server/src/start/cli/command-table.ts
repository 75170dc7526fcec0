import { type SettingName, SETTINGS } from '../settings/settings-table.ts'
import type { Command } from '../commands/command.ts'
import { PLAN_IDS } from '@millrace/contract/plans.ts'
import { ROLES } from '@millrace/contract/roles.ts'

const DATABASE_SETTINGS: readonly SettingName[] = ['data', 'databaseUrl']
/** Commands that open the store also open the vault. */
const STORE_SETTINGS: readonly SettingName[] = [...DATABASE_SETTINGS, 'masterKey', 'masterKeyFile']

const ACCOUNT_FLAG = {
  name: 'account',
  value: 'ID',
  help: 'The account. Required if there are several; `accounts list` shows their IDs.',
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

import { ROLES } from '@millrace/contract/roles.ts'
import { text } from 'node:stream/consumers'
import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from '@millrace/contract/app.ts'
import { Argon2PasswordHasher } from '#adapters/index.ts'
import type { UserRole } from '#domain/index.ts'
import type { Ids } from '#ports/index.ts'
import { type CommandCall, UsageError } from './command.ts'
import { chooseAccount, requireArgument, withStore } from './with-store.ts'

const GENERATED_PASSWORD_BYTES = 18

export async function createUser(call: CommandCall): Promise<void> {
  const email = readEmail(call)
  const role = readRole(call.flags['role'])
  await withStore(call.config, async ({ store, clock, ids }) => {
    const accountId = await chooseAccount(store, call)
    const { password, isGenerated } = await choosePassword(ids)
    const passwordHash = await new Argon2PasswordHasher().hash(password)
    const now = clock.now()
    const user = {
      id: ids.next(now),
      accountId,
      email,
      name: call.flags['name']?.trim() ?? email,
      role,
      passwordHash,
      createdAt: now,
    }
    const inserted = await store.write((tx) => store.users.insert(tx, user))
    if (!inserted)
      throw new UsageError(`The user ${email} already exists. \`users reset-password\` sets a new password.`)
    call.print(`User ${email} (${role}) created.`)
    if (isGenerated) call.print(`Password, which is shown only once: ${password}`)
  })
}

export async function resetPassword(call: CommandCall): Promise<void> {
  const email = readEmail(call)
  await withStore(call.config, async ({ store, ids }) => {
    const user = await store.users.findByEmail(email)
    if (user === undefined) throw new UsageError(`No user has the email address ${email}.`)
    const { password, isGenerated } = await choosePassword(ids)
    const passwordHash = await new Argon2PasswordHasher().hash(password)
    await store.write(async (tx) => {
      await store.users.setPassword(tx, user.accountId, user.id, passwordHash)
      await store.sessions.deleteOfUser(tx, user.accountId, user.id)
    })
    call.print(`${email} has a new password and is signed out everywhere.`)
    if (isGenerated) call.print(`Password, which is shown only once: ${password}`)
  })
}

/** Reads the password from standard input if something is piped in, and generates one otherwise. */
async function choosePassword(ids: Ids): Promise<{ password: string; isGenerated: boolean }> {
  const given = process.stdin.isTTY ? '' : (await text(process.stdin)).replace(/\r?\n$/, '')
  if (given === '') return { password: ids.secret(GENERATED_PASSWORD_BYTES), isGenerated: true }
  if (given.length < PASSWORD_MIN_LENGTH || given.length > PASSWORD_MAX_LENGTH) {
    throw new UsageError(
      `The password must have ${PASSWORD_MIN_LENGTH} to ${PASSWORD_MAX_LENGTH} characters.`,
    )
  }
  return { password: given, isGenerated: false }
}

function readEmail({ args }: CommandCall): string {
  const email = requireArgument(args, 0, 'email')
  if (!/^[^\s@]+@[^\s@]+$/.test(email)) throw new UsageError(`"${email}" is not an email address.`)
  return email
}

function readRole(role: string | undefined): UserRole {
  if (role === undefined) return 'owner'
  const known = ROLES.find((name) => name === role)
  if (known === undefined) throw new UsageError(`--role must be one of ${ROLES.join(', ')}.`)
  return known
}

import { ROLES } from '@millrace/contract/roles.ts'
import { text } from 'node:stream/consumers'
import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from '@millrace/contract/app.ts'
import { Argon2PasswordHasher } from '#adapters/index.ts'
import { COMMAND_LINE, type JsonObject, systemAuthor, type User, type UserRole } from '#domain/index.ts'
import { AuditLog, timestamp } from '#features/index.ts'
import type { Ids, Store, Transaction } from '#ports/index.ts'
import { type CommandCall, UsageError } from './command.ts'
import { printTable } from '../print-table.ts'
import { chooseAccount, requireArgument, type StoreAccess, withStore } from './with-store.ts'

const GENERATED_PASSWORD_BYTES = 18
const ARTICLES: Readonly<Record<UserRole, string>> = { owner: 'an', editor: 'an', viewer: 'a' }

export async function createUser(call: CommandCall): Promise<void> {
  const email = readEmail(call)
  const role = readRole(call.flags['role'] ?? 'owner', '--role')
  await withStore(call.config, async (access) => {
    const { store, clock, ids } = access
    const accountId = await chooseAccount(store, call)
    const { password, isGenerated } = await choosePassword(ids)
    const passwordHash = await new Argon2PasswordHasher().hash(password, { owner: email })
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
    const inserted = await store.write(async (tx) => {
      const isNew = await store.users.insert(tx, user)
      if (isNew) await record(access, tx, user, { action: 'user.create', details: { role } })
      return isNew
    })
    if (!inserted)
      throw new UsageError(`The user ${email} already exists. \`users reset-password\` sets a new password.`)
    call.print(`User ${email} (${role}) created.`)
    if (isGenerated) call.print(`Password, which is shown only once: ${password}`)
  })
}

export async function listUsers(call: CommandCall): Promise<void> {
  await withStore(call.config, async ({ store }) => {
    const users = await store.users.list(await chooseAccount(store, call))
    const rows = users.map(({ email, name, role, createdAt }) => [email, name, role, timestamp(createdAt)])
    printTable(['EMAIL', 'NAME', 'ROLE', 'CREATED'], rows, call.print)
  })
}

/** An account keeps at least one owner: nobody else can manage its keys and people. */
export async function setRole(call: CommandCall): Promise<void> {
  const email = readEmail(call)
  const role = readRole(requireArgument(call.args, 1, 'role'), 'The role')
  await withStore(call.config, async (access) => {
    const { store } = access
    const { id, accountId } = await findUser(store, email)
    await store.write(async (tx) => {
      const users = await store.users.list(accountId, tx)
      // The role may have changed, and the user may be gone, since they were found.
      const changed = users.find((user) => user.id === id)
      if (changed === undefined) throw unknownUser(email)
      if (role !== 'owner' && !users.some((user) => user.role === 'owner' && user.id !== id)) {
        throw new UsageError(`${email} is the only owner of the account. Make somebody else an owner first.`)
      }
      await store.users.setRole(tx, accountId, id, role)
      const details = { from: changed.role, to: role }
      await record(access, tx, changed, { action: 'user.change_role', details })
    })
    call.print(`${email} is now ${ARTICLES[role]} ${role}.`)
  })
}

export async function resetPassword(call: CommandCall): Promise<void> {
  const email = readEmail(call)
  await withStore(call.config, async (access) => {
    const { store, ids } = access
    const user = await findUser(store, email)
    const { password, isGenerated } = await choosePassword(ids)
    const passwordHash = await new Argon2PasswordHasher().hash(password, { owner: email })
    await store.write(async (tx) => {
      if (!(await store.users.setPassword(tx, user.accountId, user.id, passwordHash)))
        throw unknownUser(email)
      await store.sessions.deleteOfUser(tx, user.accountId, user.id)
      await record(access, tx, user, { action: 'user.reset_password' })
    })
    call.print(`${email} has a new password and is signed out everywhere.`)
    if (isGenerated) call.print(`Password, which is shown only once: ${password}`)
  })
}

function record(
  access: StoreAccess,
  tx: Transaction,
  { accountId, id, name }: User,
  change: { action: string; details?: JsonObject },
): Promise<void> {
  const author = systemAuthor(accountId, COMMAND_LINE)
  return new AuditLog(access).record(tx, author, { ...change, resourceId: id, resourceName: name })
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

async function findUser(store: Store, email: string): Promise<User> {
  const user = await store.users.findByEmail(email)
  if (user === undefined) throw unknownUser(email)
  return user
}

function unknownUser(email: string): UsageError {
  return new UsageError(`No user has the email address ${email}.`)
}

function readRole(role: string, what: string): UserRole {
  const known = ROLES.find((name) => name === role)
  if (known === undefined) throw new UsageError(`${what} must be one of ${ROLES.join(', ')}.`)
  return known
}

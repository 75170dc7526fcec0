import type { OwnerSetup } from '@millrace/contract/app.ts'
import { ROLE_SCOPES } from '@millrace/contract/roles.ts'
import { type Account, AppError, type Caller, invalid, type User } from '#domain/index.ts'
import type { Clock, Ids, PasswordHasher, Session, Store, Transaction, Vault } from '#ports/index.ts'
import { SignInThrottle } from './sign-in-throttle.ts'

const SESSION_BYTES = 32
const SESSION_MS = 14 * 24 * 60 * 60 * 1000

export interface SessionDeps {
  readonly store: Store
  readonly clock: Clock
  readonly ids: Ids
  readonly vault: Vault
  readonly passwords: PasswordHasher
}

export interface SignedIn {
  readonly session: Session
  readonly user: User
  readonly account: Account
  readonly caller: Caller
}

/** Sessions of people who use the web app: setting up the first owner, signing in and out, changing passwords. */
export class SessionService {
  readonly #deps: SessionDeps
  readonly #throttle: SignInThrottle

  constructor(deps: SessionDeps) {
    this.#deps = deps
    this.#throttle = new SignInThrottle(deps.clock)
  }

  async needsOwner(): Promise<boolean> {
    return !(await this.#deps.store.users.any())
  }

  /** Creates the token of a one-time setup link while there is no owner; undefined afterwards. */
  async createSetupToken(): Promise<string | undefined> {
    const { store, ids, clock } = this.#deps
    if (!(await this.needsOwner())) return undefined
    const token = ids.secret(SESSION_BYTES)
    await store.write((tx) => store.setupLinks.insert(tx, this.#digest(token), clock.now()))
    return token
  }

  /** Creates the first owner and signs them in; the link cannot be used again. */
  async setUpOwner(wanted: OwnerSetup): Promise<{ token: string }> {
    const { store, ids, clock, passwords } = this.#deps
    // Checked first: nobody without a valid link may keep the password hasher busy.
    if (!(await store.setupLinks.exists(this.#digest(wanted.token)))) throw invalidSetupLink()
    const passwordHash = await passwords.hash(wanted.password)
    const [account] = await store.accounts.list()
    if (account === undefined) throw new Error('There is no account that the owner could belong to.')
    return store.write(async (tx) => {
      if (!(await store.setupLinks.use(tx, this.#digest(wanted.token))) || (await store.users.any(tx))) {
        throw invalidSetupLink()
      }
      const now = clock.now()
      const user: User = {
        id: ids.next(now),
        accountId: account.id,
        email: wanted.email.trim(),
        name: wanted.name.trim(),
        role: 'owner',
        passwordHash,
        createdAt: now,
      }
      await store.users.insert(tx, user)
      return { token: await this.#open(tx, user) }
    })
  }

  async signIn(email: string, password: string, from: string): Promise<{ token: string }> {
    const { store, passwords } = this.#deps
    this.#throttle.countAttempt(email, from)
    const user = await store.users.findByEmail(email.trim())
    const right = user !== undefined && (await passwords.verify(password, user.passwordHash))
    if (user === undefined) await passwords.spendTime(password)
    if (!right) {
      throw new AppError('UNAUTHORIZED', 'The email address or the password is incorrect.')
    }
    this.#throttle.noteSuccess(email, from)
    const renewed = passwords.needsRehash(user.passwordHash) ? await passwords.hash(password) : undefined
    return store.write(async (tx) => {
      if (renewed !== undefined) await store.users.setPassword(tx, user.accountId, user.id, renewed)
      return { token: await this.#open(tx, user) }
    })
  }

  async find(token: string): Promise<SignedIn | undefined> {
    const { store, clock } = this.#deps
    const session = await store.sessions.find(this.#digest(token), clock.now())
    if (session === undefined) return undefined
    const user = await store.users.find(session.accountId, session.userId)
    const account = await store.accounts.find(session.accountId)
    return user === undefined || account === undefined
      ? undefined
      : { session, user, account, caller: callerOf(user, account) }
  }

  async signOut({ session }: SignedIn): Promise<void> {
    const { store } = this.#deps
    await store.write((tx) => store.sessions.delete(tx, session.digest))
  }

  /** Ends the other sessions of the person as well, so that nobody stays signed in with the old password. */
  async changePassword({ user, session }: SignedIn, current: string, wanted: string): Promise<void> {
    const { store, passwords } = this.#deps
    if (!(await passwords.verify(current, user.passwordHash))) {
      throw invalid([{ path: 'current_password', message: 'is incorrect' }])
    }
    const passwordHash = await passwords.hash(wanted)
    await store.write(async (tx) => {
      await store.users.setPassword(tx, user.accountId, user.id, passwordHash)
      await store.sessions.deleteOfUser(tx, user.accountId, user.id, session.digest)
    })
  }

  async #open(tx: Transaction, user: User): Promise<string> {
    const { store, ids, clock } = this.#deps
    const token = ids.secret(SESSION_BYTES)
    const now = clock.now()
    await store.sessions.insert(tx, {
      digest: this.#digest(token),
      accountId: user.accountId,
      userId: user.id,
      createdAt: now,
      expiresAt: now + SESSION_MS,
    })
    return token
  }

  #digest(token: string): string {
    return this.#deps.vault.digest('session', token)
  }
}

function callerOf({ id, name, role }: User, account: Account): Caller {
  return { account, scopes: ROLE_SCOPES[role], actor: { kind: 'person', id, name, role } }
}

function invalidSetupLink(): AppError {
  return new AppError(
    'FORBIDDEN',
    'This setup link is no longer valid. Restart the service to get a new one, or create the owner with `npm run millrace -- users create`.',
  )
}

import type { OwnerSetup } from '@millrace/contract/app.ts'
import { type Account, AppError, invalid, type User } from '#domain/index.ts'
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
}

/** People who use the web app: the first owner, signing in and out, passwords. */
export class SessionService {
  readonly #parts: SessionDeps
  readonly #throttle: SignInThrottle

  constructor(parts: SessionDeps) {
    this.#parts = parts
    this.#throttle = new SignInThrottle(parts.clock)
  }

  async needsOwner(): Promise<boolean> {
    return !(await this.#parts.store.users.any())
  }

  /** A one-time link's token, while nobody can sign in yet; undefined afterwards. */
  async makeSetupToken(): Promise<string | undefined> {
    const { store, ids, clock } = this.#parts
    if (!(await this.needsOwner())) return undefined
    const token = ids.secret(SESSION_BYTES)
    await store.write((tx) => store.setupLinks.insert(tx, this.#digest(token), clock.now()))
    return token
  }

  /** Makes the first owner and signs them in; the link is used up with it. */
  async setUpOwner(wanted: OwnerSetup): Promise<{ token: string }> {
    const { store, ids, clock, passwords } = this.#parts
    // Looked at first: nobody without a link may keep the hasher busy.
    if (!(await store.setupLinks.exists(this.#digest(wanted.token)))) throw usedUpLink()
    const passwordHash = await passwords.hash(wanted.password)
    const [account] = await store.accounts.list()
    if (account === undefined) throw new Error('There is no account to own.')
    return store.write(async (tx) => {
      if (!(await store.setupLinks.use(tx, this.#digest(wanted.token))) || (await store.users.any(tx))) {
        throw usedUpLink()
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
    const { store, passwords } = this.#parts
    this.#throttle.countAttempt(email, from)
    const user = await store.users.findByEmail(email.trim())
    const right = user !== undefined && (await passwords.verify(password, user.passwordHash))
    if (user === undefined) await passwords.spendTime(password)
    if (!right) {
      throw new AppError('UNAUTHORIZED', 'E-mail or password is wrong.')
    }
    this.#throttle.noteSuccess(email, from)
    const renewed = passwords.needsRehash(user.passwordHash) ? await passwords.hash(password) : undefined
    return store.write(async (tx) => {
      if (renewed !== undefined) await store.users.setPassword(tx, user.accountId, user.id, renewed)
      return { token: await this.#open(tx, user) }
    })
  }

  async find(token: string): Promise<SignedIn | undefined> {
    const { store, clock } = this.#parts
    const session = await store.sessions.find(this.#digest(token), clock.now())
    if (session === undefined) return undefined
    const user = await store.users.find(session.accountId, session.userId)
    const account = await store.accounts.find(session.accountId)
    return user === undefined || account === undefined ? undefined : { session, user, account }
  }

  async signOut({ session }: SignedIn): Promise<void> {
    const { store } = this.#parts
    await store.write((tx) => store.sessions.delete(tx, session.digest))
  }

  /** Ends the person's other sessions as well: whoever knew the old password is out. */
  async changePassword({ user, session }: SignedIn, current: string, wanted: string): Promise<void> {
    const { store, passwords } = this.#parts
    if (!(await passwords.verify(current, user.passwordHash))) {
      throw invalid([{ path: 'current_password', message: 'is wrong' }])
    }
    const passwordHash = await passwords.hash(wanted)
    await store.write(async (tx) => {
      await store.users.setPassword(tx, user.accountId, user.id, passwordHash)
      await store.sessions.deleteOfUser(tx, user.accountId, user.id, session.digest)
    })
  }

  async #open(tx: Transaction, user: User): Promise<string> {
    const { store, ids, clock } = this.#parts
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
    return this.#parts.vault.digest('session', token)
  }
}

function usedUpLink(): AppError {
  return new AppError(
    'FORBIDDEN',
    'This link is no longer valid. Start the service again, or run `npm run millrace -- users create`, to get a new one.',
  )
}

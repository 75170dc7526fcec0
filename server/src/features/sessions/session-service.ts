import type { OwnerSetup, SignIn } from '@millrace/contract/app.ts'
import { ROLE_SCOPES } from '@millrace/contract/roles.ts'
import {
  type Account,
  AppError,
  type Author,
  type Caller,
  conflict,
  invalid,
  notFound,
  type User,
} from '#domain/index.ts'
import type { RequestOrigin } from '#http/index.ts'
import type {
  Clock,
  HashingClient,
  Ids,
  Log,
  PasswordHasher,
  Session,
  Store,
  Transaction,
  Vault,
} from '#ports/index.ts'
import type { AuditLog } from '../shared/audit-log.ts'
import { authorOf, personAuthor } from '../shared/authors.ts'
import { hashingForPerson, hashingForStranger, type RequestClient } from '../shared/request-client.ts'
import { type CountedAttempt, SignInThrottle } from './sign-in-throttle.ts'
import { UsualAddresses } from './usual-addresses.ts'

const SESSION_BYTES = 32
const SESSION_MS = 14 * 24 * 60 * 60 * 1000
/** The latest use of a session is stored at most this often. */
const USE_INTERVAL_MS = 60_000
const MAX_USER_AGENT_LENGTH = 300
/** Enough of the digest to name a session among those of one person. The digest does not reveal the cookie. */
const SESSION_ID_LENGTH = 24
/**
 * Instead of a network address: only somebody who is signed in as this person gets here, so nobody else can lock them out, and
 * a stolen session gains nothing by changing its address.
 */
const PASSWORD_CHANGE = 'password change'

export interface SessionDeps {
  readonly store: Store
  readonly clock: Clock
  readonly ids: Ids
  readonly vault: Vault
  readonly passwords: PasswordHasher
  readonly audit: AuditLog
  readonly log: Log
}

export interface SignedIn {
  readonly session: Session
  readonly user: User
  readonly account: Account
  readonly caller: Caller
}

/**
 * Sessions of people who use the web app: setting up the first owner, signing in and out, changing passwords.
 *
 * Checking a password takes long, so it happens outside of transactions. What follows from it is done only if the password is
 * still the same: otherwise somebody who knows the old one could sign in, or set it again, while it is changed.
 */
export class SessionService {
  readonly #deps: SessionDeps
  readonly #throttle: SignInThrottle
  readonly #usualAddresses: UsualAddresses

  constructor(deps: SessionDeps) {
    this.#deps = deps
    this.#throttle = new SignInThrottle(deps.clock)
    this.#usualAddresses = new UsualAddresses(deps)
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
  async setUpOwner(wanted: OwnerSetup, client: RequestClient): Promise<{ token: string }> {
    const { store, ids, clock, passwords, audit } = this.#deps
    // Checked first: nobody without a valid link may keep the password hasher busy.
    if (!(await store.setupLinks.exists(this.#digest(wanted.token)))) throw invalidSetupLink()
    const passwordHash = await passwords.hash(wanted.password, hashingForStranger(client))
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
      await audit.record(tx, personAuthor(user, client.origin), {
        action: 'user.set_up_owner',
        resourceId: user.id,
        resourceName: user.name,
      })
      return { token: await this.open(tx, user, client.origin) }
    })
  }

  async signIn({ email, password }: SignIn, client: RequestClient): Promise<{ token: string }> {
    const { store } = this.#deps
    const { origin } = client
    const user = await store.users.findByEmail(email.trim())
    const isUsual = await this.#usualAddresses.includes(user, origin.address)
    const attempt = this.#throttle.count({ email, from: origin.address, isUsual })
    // Attempts of strangers from the same network do not delay a person who has signed in from there.
    const hashing =
      isUsual && user !== undefined ? hashingForPerson(user, client) : hashingForStranger(client)
    const token = await checked(attempt, () => this.#openWith(user, password, hashing, origin))
    if (user === undefined || token === undefined) {
      await this.#recordFailure(user, origin)
      throw new AppError('UNAUTHORIZED', 'The email address or the password is incorrect.')
    }
    attempt.succeed()
    this.#usualAddresses.remember(user, origin.address)
    return { token }
  }

  /** With `origin`, also stores when and from where the session was used. */
  async find(token: string, origin?: RequestOrigin): Promise<SignedIn | undefined> {
    const { store, clock } = this.#deps
    const now = clock.now()
    const session = await store.sessions.find(this.#digest(token), now)
    if (session === undefined) return undefined
    const user = await store.users.find(session.accountId, session.userId)
    const account = await store.accounts.find(session.accountId)
    if (user === undefined || account === undefined) return undefined
    if (origin !== undefined && now - session.lastSeen.at >= USE_INTERVAL_MS) {
      await this.#recordUse(session, origin, now)
    }
    return { session, user, account, caller: callerOf(user, account, session) }
  }

  async signOut({ session, user, caller }: SignedIn, origin: RequestOrigin): Promise<void> {
    const { store, audit } = this.#deps
    await store.write(async (tx) => {
      await store.sessions.delete(tx, session.accountId, session.digest)
      await audit.record(tx, authorOf(caller, origin), sessionChange('session.sign_out', user))
    })
  }

  /** The sessions of the person, the current one marked, the latest used first. */
  async list({ session, user }: SignedIn): Promise<readonly OwnSession[]> {
    const { store, clock } = this.#deps
    const sessions = await store.sessions.listOfUser(user.accountId, user.id, clock.now())
    return sessions.map((each) => ({
      ...each,
      id: idOf(each),
      isCurrent: each.digest === session.digest,
    }))
  }

  /** Ends one session of the person. True if it was the current one. */
  async end(signedIn: SignedIn, id: string, origin: RequestOrigin): Promise<boolean> {
    const { store, audit } = this.#deps
    const found = (await this.list(signedIn)).find((session) => session.id === id)
    if (found === undefined) throw notFound('session')
    await store.write(async (tx) => {
      await store.sessions.delete(tx, found.accountId, found.digest)
      await audit.record(tx, authorOf(signedIn.caller, origin), sessionChange('session.end', signedIn.user))
    })
    return found.isCurrent
  }

  /** Ends all sessions of the person, this one included. */
  async endAll({ user, caller }: SignedIn, origin: RequestOrigin): Promise<void> {
    const { store, audit } = this.#deps
    await store.write(async (tx) => {
      await store.sessions.deleteOfUser(tx, user.accountId, user.id)
      await audit.record(tx, authorOf(caller, origin), sessionChange('session.end_all', user))
    })
  }

  /** Ends the other sessions of the person as well, so that nobody stays signed in with the old password. */
  async changePassword(
    { user, session, caller }: SignedIn,
    { current, wanted }: { current: string; wanted: string },
    client: RequestClient,
  ): Promise<void> {
    const { store, passwords, audit } = this.#deps
    const hashing = hashingForPerson(user, client)
    const attempt = this.#throttle.count({ email: user.email, from: PASSWORD_CHANGE, isUsual: true })
    if (!(await checked(attempt, () => passwords.verify(current, user.passwordHash, hashing)))) {
      throw invalid([{ path: 'current_password', message: 'is incorrect' }])
    }
    attempt.succeed()
    const passwordHash = await passwords.hash(wanted, hashing)
    await store.write(async (tx) => {
      if (!(await store.users.lockWithPassword(tx, user.accountId, user.id, user.passwordHash))) {
        throw conflict('The password was changed in the meantime. Enter the new one.', 'current_password')
      }
      await store.users.setPassword(tx, user.accountId, user.id, passwordHash)
      await store.sessions.deleteOfUser(tx, user.accountId, user.id, session.digest)
      await audit.record(tx, authorOf(caller, client.origin), {
        action: 'user.change_password',
        resourceId: user.id,
        resourceName: user.name,
      })
    })
  }

  /** Signs a person in and returns the value of the cookie. */
  async open(tx: Transaction, user: User, origin: RequestOrigin): Promise<string> {
    const { store, ids, clock } = this.#deps
    const token = ids.secret(SESSION_BYTES)
    const now = clock.now()
    await store.sessions.insert(tx, {
      digest: this.#digest(token),
      accountId: user.accountId,
      userId: user.id,
      createdAt: now,
      expiresAt: now + SESSION_MS,
      lastSeen: useOf(origin, now),
    })
    return token
  }

  /** Signs in whoever knows the password, and returns the value of the cookie; undefined if the password is wrong. */
  async #openWith(
    user: User | undefined,
    password: string,
    hashing: HashingClient,
    origin: RequestOrigin,
  ): Promise<string | undefined> {
    const { store, passwords, audit } = this.#deps
    if (user === undefined) {
      await passwords.spendTime(password, hashing)
      return undefined
    }
    if (!(await passwords.verify(password, user.passwordHash, hashing))) return undefined
    const renewed = passwords.needsRehash(user.passwordHash)
      ? await passwords.hash(password, hashing)
      : undefined
    const token = await store.write(async (tx) => {
      const { accountId, id, passwordHash } = user
      if (!(await store.users.lockWithPassword(tx, accountId, id, passwordHash))) return undefined
      if (renewed !== undefined) await store.users.setPassword(tx, accountId, id, renewed)
      await audit.record(tx, personAuthor(user, origin), sessionChange('session.sign_in', user))
      return this.open(tx, user, origin)
    })
    if (token !== undefined) return token
    // Changed, or only hashed anew by another sign-in: the one that holds now decides.
    return this.#openWith(await store.users.find(user.accountId, user.id), password, hashing, origin)
  }

  /** Only for users: an address that nobody has belongs to no account, and anybody could fill the log with such attempts. */
  async #recordFailure(user: User | undefined, origin: RequestOrigin): Promise<void> {
    const { store, audit } = this.#deps
    // Takes as long either way, so that the time of the answer does not reveal which addresses have a user.
    if (user === undefined) return store.probe()
    const author: Author = { ...personAuthor(user, origin), actor: UNKNOWN_PERSON }
    await store.write((tx) => audit.record(tx, author, sessionChange('session.sign_in_failed', user)))
  }

  async #recordUse(session: Session, origin: RequestOrigin, now: number): Promise<void> {
    const { store, log } = this.#deps
    try {
      await store.sessions.recordUse(session.digest, useOf(origin, now))
    } catch (error) {
      // Reading must work even if nothing can be written.
      log.warn({ err: error }, 'storing the use of a session failed')
    }
  }

  #digest(token: string): string {
    return this.#deps.vault.digest('session', token)
  }
}

/** A password that led to no answer, for example because too many others wait, does not count as tried. */
async function checked<T>(attempt: CountedAttempt, check: () => Promise<T>): Promise<T> {
  try {
    return await check()
  } catch (error) {
    attempt.takeBack()
    throw error
  }
}

/** A session as its owner sees it. */
export interface OwnSession extends Session {
  readonly id: string
  readonly isCurrent: boolean
}

/** Somebody who did not prove who they are. */
const UNKNOWN_PERSON = { kind: 'system', id: null, name: 'Unknown person' } as const

function idOf({ digest }: Session): string {
  return digest.slice(0, SESSION_ID_LENGTH)
}

function useOf({ address, userAgent }: RequestOrigin, at: number) {
  return { at, address, userAgent: userAgent.slice(0, MAX_USER_AGENT_LENGTH) }
}

function sessionChange(action: string, user: User) {
  return { action, resourceId: user.id, resourceName: user.name }
}

function callerOf({ id, name, role }: User, account: Account, { expiresAt }: Session): Caller {
  return { account, scopes: ROLE_SCOPES[role], actor: { kind: 'person', id, name, role }, expiresAt }
}

function invalidSetupLink(): AppError {
  return new AppError(
    'FORBIDDEN',
    'This setup link is no longer valid. Restart the service to get a new one, or create the owner with `npm run millrace -- users create`.',
  )
}

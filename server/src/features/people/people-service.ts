import type { InvitationAcceptance, NewInvitation } from '@millrace/contract/people.ts'
import {
  type AccountId,
  AppError,
  type Author,
  conflict,
  type Invitation,
  invalid,
  notFound,
  type User,
  type UserRole,
} from '#domain/index.ts'
import type { Clock, Ids, PasswordHasher, Store, Transaction, Vault } from '#ports/index.ts'
import type { AuditLog } from '../shared/audit-log.ts'
import { personAuthor } from '../shared/authors.ts'
import { hashingForStranger, type RequestClient } from '../shared/request-client.ts'
import type { SessionService } from '../sessions/session-service.ts'

const TOKEN_BYTES = 32
const INVITATION_MS = 7 * 24 * 60 * 60 * 1000

export interface PeopleDeps {
  readonly store: Store
  readonly clock: Clock
  readonly ids: Ids
  readonly vault: Vault
  readonly passwords: PasswordHasher
  readonly audit: AuditLog
  readonly sessions: SessionService
}

/**
 * The people of an account and the links that invite them.
 *
 * 1. The users of the account are locked before one of them is demoted or removed, so that one owner is always left, also if
 *    two processes do it at the same time.
 * 2. Every request reads the user and the session, so a change applies to the next request at every process.
 */
export class PeopleService {
  readonly #deps: PeopleDeps

  constructor(deps: PeopleDeps) {
    this.#deps = deps
  }

  /** The token is part of the link that the owner passes on. It is returned and stored nowhere. */
  async invite(author: Author, wanted: NewInvitation): Promise<{ invitation: Invitation; token: string }> {
    const { store, ids, clock, audit } = this.#deps
    const now = clock.now()
    const token = ids.secret(TOKEN_BYTES)
    const invitation: Invitation = {
      id: ids.next(now),
      accountId: author.accountId,
      role: wanted.role,
      note: wanted.note?.trim() ?? '',
      createdBy: author.actor.name,
      createdAt: now,
      expiresAt: now + INVITATION_MS,
    }
    await store.write(async (tx) => {
      await store.invitations.insert(tx, invitation, this.#digest(token))
      await audit.record(tx, author, invitationChange('invitation.create', invitation))
    })
    return { invitation, token }
  }

  async revoke(author: Author, id: string): Promise<void> {
    const { store, audit } = this.#deps
    await store.write(async (tx) => {
      const invitation = await store.invitations.delete(tx, author.accountId, id)
      if (invitation === undefined) throw notFound('invitation')
      await audit.record(tx, author, invitationChange('invitation.revoke', invitation))
    })
  }

  /** What an invited person sees before they accept. */
  async openInvitation(token: string): Promise<{ invitation: Invitation; accountName: string }> {
    const { store, clock } = this.#deps
    const invitation = await store.invitations.find(this.#digest(token), clock.now())
    const account = invitation && (await store.accounts.find(invitation.accountId))
    if (invitation === undefined || account === undefined) throw invalidInvitation()
    return { invitation, accountName: account.name }
  }

  /** Creates the invited person and signs them in; the link cannot be used again. */
  async accept(wanted: InvitationAcceptance, client: RequestClient): Promise<{ token: string }> {
    const { store, ids, clock, passwords, audit, sessions } = this.#deps
    // Checked first: nobody without a valid link may keep the password hasher busy.
    await this.openInvitation(wanted.token)
    const passwordHash = await passwords.hash(wanted.password, hashingForStranger(client))
    return store.write(async (tx) => {
      const now = clock.now()
      const invitation = await store.invitations.use(tx, this.#digest(wanted.token), now)
      if (invitation === undefined) throw invalidInvitation()
      const user: User = {
        id: ids.next(now),
        accountId: invitation.accountId,
        email: wanted.email.trim(),
        name: wanted.name.trim(),
        role: invitation.role,
        passwordHash,
        createdAt: now,
      }
      if (!(await store.users.insert(tx, user))) {
        throw invalid([{ path: 'email', message: 'belongs to another user' }])
      }
      await audit.record(tx, personAuthor(user, client.origin), {
        ...userChange('user.join', user),
        details: { role: user.role, invited_by: invitation.createdBy },
      })
      return { token: await sessions.open(tx, user, client.origin) }
    })
  }

  async changeRole(author: Author, id: string, role: UserRole): Promise<User> {
    const { store, audit } = this.#deps
    return store.write(async (tx) => {
      const user = await this.#findForChange(tx, author.accountId, id, role)
      if (user.role === role) return user
      await store.users.setRole(tx, user.accountId, id, role)
      const details = { from: user.role, to: role }
      await audit.record(tx, author, { ...userChange('user.change_role', user), details })
      return { ...user, role }
    })
  }

  /** Their sessions end with them, at every process. */
  async remove(author: Author, id: string): Promise<void> {
    const { store, audit } = this.#deps
    await store.write(async (tx) => {
      const user = await this.#findForChange(tx, author.accountId, id, undefined)
      await store.users.delete(tx, user.accountId, id)
      const details = { role: user.role, email: user.email }
      await audit.record(tx, author, { ...userChange('user.remove', user), details })
    })
  }

  /** `role` is the wanted one; undefined if the user is to be removed. */
  async #findForChange(
    tx: Transaction,
    account: AccountId,
    id: string,
    role: UserRole | undefined,
  ): Promise<User> {
    const users = await this.#deps.store.users.list(account, tx)
    const user = users.find((candidate) => candidate.id === id)
    if (user === undefined) throw notFound('user')
    const hasOtherOwner = users.some((candidate) => candidate.role === 'owner' && candidate.id !== id)
    if (role !== 'owner' && !hasOtherOwner) {
      throw conflict(`${user.name} is the only owner of the account. Make somebody else an owner first.`)
    }
    return user
  }

  #digest(token: string): string {
    return this.#deps.vault.digest('invitation', token)
  }
}

function userChange(action: string, { id, name }: User) {
  return { action, resourceId: id, resourceName: name }
}

function invitationChange(action: string, { id, note, role }: Invitation) {
  return { action, resourceId: id, resourceName: note === '' ? null : note, details: { role } }
}

function invalidInvitation(): AppError {
  return new AppError(
    'FORBIDDEN',
    'This invitation is no longer valid. It was used, revoked, or is older than 7 days. Ask for a new one.',
  )
}

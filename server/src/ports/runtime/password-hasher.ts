/** On whose behalf a password is hashed. */
export interface HashingClient {
  /** Whoever has the same owner shares one turn: a person, or a network address as long as the person is not known. */
  readonly owner: string
  /** Whether the owner is a person who is known to be one: they do not wait for anybody else. */
  readonly isKnown?: boolean
  /** Fires when nobody waits for the result any more. Work that has not started is dropped. */
  readonly signal?: AbortSignal
}

/**
 * Hashes and verifies passwords. Each takes considerable time and memory, so few run at once and others wait, in turns by
 * client. All of them reject with an `unavailable` error if too many wait already, or if the client is gone.
 */
export interface PasswordHasher {
  /** Returns a PHC string that contains its own salt and parameters. */
  hash(password: string, client: HashingClient): Promise<string>
  /** Returns false for a wrong password and for an unreadable hash. */
  verify(password: string, hash: string, client: HashingClient): Promise<boolean>
  /** True when the hash uses weaker parameters than the current ones: hash again after the next successful sign-in. */
  needsRehash(hash: string): boolean
  /**
   * Takes as long as `verify` and returns nothing. Call it when the user does not exist, so that response times do not reveal
   * which addresses have an account.
   */
  spendTime(password: string, client: HashingClient): Promise<void>
}

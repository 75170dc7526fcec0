/** Turns passwords into something that can be checked and not read. */
export interface PasswordHasher {
  /** A PHC string with its own salt and parameters. */
  hash(password: string): Promise<string>
  /** False for a wrong password and for a hash that cannot be read; never rejects because of either. */
  verify(password: string, hash: string): Promise<boolean>
  /** True when the hash was made with weaker parameters than today's: hash again after the next good sign-in. */
  needsRehash(hash: string): boolean
  /**
   * Spends the time of a verification and says nothing: called when no such user exists, so that the time of the
   * answer does not tell which addresses have an account.
   */
  spendTime(password: string): Promise<void>
}

/** Hashes and verifies passwords. */
export interface PasswordHasher {
  /** Returns a PHC string that contains its own salt and parameters. */
  hash(password: string): Promise<string>
  /** Returns false for a wrong password and for an unreadable hash; rejects for neither. */
  verify(password: string, hash: string): Promise<boolean>
  /** True when the hash uses weaker parameters than the current ones: hash again after the next successful sign-in. */
  needsRehash(hash: string): boolean
  /**
   * Takes as long as `verify` and returns nothing. Call it when the user does not exist, so that response times do not reveal
   * which addresses have an account.
   */
  spendTime(password: string): Promise<void>
}

import * as passwords from '../texts/passwords.ts'

export const minPasswordLength = 12
const maxPasswordLength = 256

export interface PasswordRating {
  /** From 0 (invalid) to 3 (very strong). */
  level: 0 | 1 | 2 | 3
  text: string
}

/** Rates a password by its length alone: a long sentence is stronger than a short riddle. */
export function ratePassword(password: string): PasswordRating {
  const length = Array.from(password).length
  if (length < minPasswordLength)
    return { level: 0, text: passwords.tooShortSoFar(length, minPasswordLength) }
  if (length > maxPasswordLength) return { level: 0, text: passwords.tooLong(maxPasswordLength) }
  if (length < 16) return { level: 1, text: passwords.good }
  if (length < 20) return { level: 2, text: passwords.strong }
  return { level: 3, text: passwords.veryStrong }
}

/** Returns why a new password is invalid, or undefined. */
export function validatePassword(password: string): string | undefined {
  const length = Array.from(password).length
  if (length === 0) return passwords.required
  if (length < minPasswordLength) return passwords.tooShort(minPasswordLength)
  if (length > maxPasswordLength) return passwords.tooLong(maxPasswordLength)
  return undefined
}

export const shortestPassword = 12
const longestPassword = 256

export interface PasswordJudgement {
  /** 0: refused; 3: the best. */
  level: 0 | 1 | 2 | 3
  words: string
}

export function judgePassword(password: string): PasswordJudgement {
  const length = Array.from(password).length
  if (length < shortestPassword)
    return { level: 0, words: `Too short: ${length} of ${shortestPassword} characters.` }
  if (length > longestPassword) return { level: 0, words: `Too long: at most ${longestPassword} characters.` }
  if (length < 16) return { level: 1, words: 'Good. A few more characters make it strong.' }
  if (length < 20) return { level: 2, words: 'Strong.' }
  return { level: 3, words: 'Very strong.' }
}

/** The reason a new password would be refused, or undefined. */
export function refusePassword(password: string): string | undefined {
  const length = Array.from(password).length
  if (length === 0) return 'Choose a password.'
  if (length < shortestPassword) return `Use at least ${shortestPassword} characters.`
  if (length > longestPassword) return `Use at most ${longestPassword} characters.`
  return undefined
}

export const show = (label: string) => `Show ${label.toLowerCase()}`
export const hide = (label: string) => `Hide ${label.toLowerCase()}`

export const hint = (min: number) => `Use at least ${min} characters. A few random words work well.`
export const required = 'Enter a password.'
export const tooShort = (min: number) => `Use at least ${min} characters.`
export const tooLong = (max: number) => `Use at most ${max} characters.`

export const tooShortSoFar = (length: number, min: number) => `Too short: ${length} of ${min} characters.`
export const good = 'Good. Add a few characters to make it strong.'
export const strong = 'Strong.'
export const veryStrong = 'Very strong.'

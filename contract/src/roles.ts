/** What a person may do. A viewer reads, an editor also changes and runs, an owner also manages keys, people and the plan. */
export const ROLES = ['owner', 'editor', 'viewer'] as const

export type Role = (typeof ROLES)[number]

/** The kinds of events a webhook can subscribe to. */
export const EVENT_KINDS = ['workflow.executed', 'form.submitted'] as const

export type EventKind = (typeof EVENT_KINDS)[number]

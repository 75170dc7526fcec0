/** The events that a webhook endpoint can subscribe to. */
export const EVENT_KINDS = ['workflow.executed', 'form.submitted'] as const

export type EventKind = (typeof EVENT_KINDS)[number]

export const createTitle = 'New webhook'
export const editTitle = 'Edit webhook'
export const url = 'Address'
export const urlHint = 'The http or https URL that events are sent to.'
export const urlRequired = 'Enter an address.'
export const events = 'Events'
export const eventsRequired = 'Choose at least one event.'
export const eventHelp: Readonly<Record<string, string>> = {
  'workflow.executed': 'When a run completes or fails.',
  'form.submitted': 'When somebody submits a form.',
}
export const create = 'Create webhook'
export const save = 'Save'
export const failed = 'The webhook was not saved'

export const secretTitle = 'The secret of the webhook'
export const secretNote =
  'Your receiver needs it to verify signatures. It is shown only now, so store it before you continue.'
export const rotatedNote =
  'For 24 hours deliveries carry two signatures, one with this secret and one with the earlier one. Update your receiver within that time.'
export const secret = 'Secret'

export const rotateTitle = 'Rotate the secret?'
export const rotateText =
  'A new secret is created. For 24 hours deliveries are signed with both, so that you can update your receiver without losing a delivery.'
export const rotateTwice =
  'The secret was rotated within the last 24 hours: the oldest of the three stops working at once.'
export const rotate = 'Rotate secret'
export const rotateFailed = 'The secret was not rotated'

export const removeTitle = 'Delete this webhook?'
export const removeText = 'Deliveries that wait are not sent. Its delivery log is no longer reachable.'
export const remove = 'Delete'
export const removeFailed = 'The webhook was not deleted'
export const removed = 'Deleted the webhook'

export const title = 'Audit log'
export const intro = 'Who changed what, when and from where. Entries cannot be changed.'
export const loading = 'Loading the audit log'
export const loadFailed = 'Could not load the audit log'
export const loadMore = 'Load more'
export const ownersOnly = 'Owners read the audit log'
export const ownersOnlyNote = 'Ask an owner of the account if you need to know who changed something.'
export const empty = 'Nothing recorded yet'
export const emptyNote = 'Each change to workflows, forms, connections, keys and users appears here.'
export const nothingMatches = 'No entry matches these filters'
export const nothingMatchesNote = 'Choose another person, action or time.'
export const clear = 'Clear filters'

export const filters = 'Filters'
export const actor = 'Who'
export const anyone = 'Anyone'
export const action = 'What'
export const anything = 'Anything'
export const from = 'From'
export const to = 'To'
export const oneResource = 'Only one resource'

export const exportLog = 'Export'
export const exportCsv = 'Export as CSV'
export const exportLines = 'Export as JSON lines'

export const entries = 'Entries'
export const details = 'Details'
export const address = 'Address'
export const requestId = 'Request'
export const actionName = 'Action'
export const resourceId = 'Resource'
export const showAll = 'Show all entries about this resource'
export const actorKinds = { person: 'Person', key: 'API key', system: 'System' }

export const kinds: Readonly<Record<string, string>> = {
  workflow: 'Workflows',
  execution: 'Executions',
  form: 'Forms',
  credential: 'Credentials',
  integration: 'Integrations',
  webhook: 'Webhook endpoints',
  user: 'Users',
  invitation: 'Invitations',
  session: 'Sessions',
  api_key: 'API keys',
  account: 'Account and plan',
  import: 'Imports',
  master_key: 'Master key',
}

/** Sentences without their subject: "Ada created the workflow Orders". */
export const sentences: Readonly<Record<string, string>> = {
  'workflow.create': 'created the workflow {name}',
  'workflow.update': 'changed the workflow {name}',
  'workflow.delete': 'deleted the workflow {name}',
  'workflow.publish': 'published the workflow {name}',
  'workflow.save_draft': 'edited the workflow {name}',
  'workflow.delete_draft': 'discarded the changes to the workflow {name}',
  'workflow.update_trigger': 'paused or resumed a trigger of the workflow {name}',
  'workflow.reset_poll': 'reset a poll of the workflow {name}',
  'workflow.restore_version': 'restored a version of the workflow {name}',
  'execution.cancel': 'cancelled a run of {name}',
  'execution.retry': 'retried a run of {name}',
  'execution.signal': 'sent an event to a run of {name}',
  'execution.answer_wait': 'answered a run of {name}',
  'form.create': 'created the form {name}',
  'form.update': 'changed the form {name}',
  'form.delete': 'deleted the form {name}',
  'form.delete_submission': 'deleted a submission of the form {name}',
  'form.delete_submissions': 'deleted submissions of the form {name}',
  'credential.create': 'created the credential {name}',
  'credential.update': 'changed the credential {name}',
  'credential.delete': 'deleted the credential {name}',
  'integration.create': 'connected the integration {name}',
  'integration.import': 'imported the integration {name}',
  'integration.update': 'changed the integration {name}',
  'integration.test': 'tested the integration {name}',
  'integration.try_action': 'tried an action of the integration {name}',
  'integration.delete': 'disconnected the integration {name}',
  'webhook.create': 'created the webhook endpoint {name}',
  'webhook.update': 'changed the webhook endpoint {name}',
  'webhook.delete': 'deleted the webhook endpoint {name}',
  'webhook.rotate_secret': 'rotated the secret of the webhook endpoint {name}',
  'webhook.test': 'sent a test to the webhook endpoint {name}',
  'webhook.redeliver': 'redelivered an event to {name}',
  'webhook.redeliver_range': 'redelivered events to {name}',
  'user.set_up_owner': 'set up Millrace as its owner, {name}',
  'user.create': 'created the user {name}',
  'user.join': 'accepted an invitation as {name}',
  'user.change_role': 'changed the role of {name}',
  'user.change_password': 'changed the password of {name}',
  'user.reset_password': 'reset the password of {name}',
  'user.remove': 'removed the user {name}',
  'invitation.create': 'created an invitation: {name}',
  'invitation.revoke': 'revoked an invitation: {name}',
  'session.sign_in': 'signed in as {name}',
  'session.sign_in_failed': 'failed to sign in as {name}',
  'session.sign_out': 'signed out: {name}',
  'session.end': 'ended a session of {name}',
  'session.end_all': 'signed out everywhere: {name}',
  'api_key.create': 'created the API key {name}',
  'api_key.revoke': 'revoked the API key {name}',
  'account.create': 'created the account {name}',
  'import.import_bundle': 'imported {name}',
  'account.pause': 'paused all triggers',
  'account.resume': 'resumed all triggers',
  'account.set_plan': 'changed the plan',
  'master_key.rotate': 'rotated the master key',
}
/** The same about oneself. */
export const ownSentences: Readonly<Record<string, string>> = {
  'user.set_up_owner': 'set up Millrace as its owner',
  'user.join': 'accepted an invitation',
  'user.change_role': 'changed their own role',
  'user.change_password': 'changed their password',
  'user.remove': 'left the account',
  'session.sign_in': 'signed in',
  'session.sign_out': 'signed out',
  'session.end': 'ended one of their sessions',
  'session.end_all': 'signed out everywhere',
}
/** The same about something without a name. */
export const unnamedSentences: Readonly<Record<string, string>> = {
  'invitation.create': 'created an invitation',
  'invitation.revoke': 'revoked an invitation',
}
/** For an action that this version of the app does not know. */
export const unknownAction = 'did {action}: {name}'
export const unnamed = 'without a name'

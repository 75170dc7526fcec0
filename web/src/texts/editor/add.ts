export const title = 'Add a node'
export const titleFirst = 'How does it start?'
export const titleAfter = (name: string) => `Add a node after ${name}`
export const titleBetween = (source: string, target: string) => `Insert between ${source} and ${target}`
export const search = 'Search nodes, services and actions'
export const noMatch = (query: string) => `Nothing matches “${query}”.`
export const noMatchHint = 'Connect further services under Connections, or use an HTTP request.'
export const results = 'Results'
export const recent = 'Recently used'
export const families = {
  trigger: 'Triggers',
  flow: 'Flow',
  data: 'Data',
  action: 'Actions',
  people: 'People',
  code: 'Code',
  annotation: 'Notes',
}
export const hint = 'Enter adds it. Or drag it onto the canvas or an edge.'
export const more = 'Type to find actions of services, such as “slack” or “create invoice”.'
/** What an action of a service does: "Email (SMTP): Sends an email …" */
export const actionSummary = (service: string, help: string) =>
  help === '' ? service : `${service}: ${help}`
export const approval = 'Approval'
export const approvalSummary = 'Asks a person to approve or reject.'
export const approvalWords = 'approve reject review human person decision sign off wait'

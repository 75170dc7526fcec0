/** What each group of operations is about, in the order in which the reference shows them. */
export const TAG_DESCRIPTIONS: Readonly<Record<string, string>> = {
  Workflows: 'Graphs of nodes and edges: what is to be done, and in which order.',
  Executions: 'Runs of workflows with their input, status, output and logs.',
  Forms: 'Questions to people and systems, and the submissions that answer them.',
  Credentials: 'Secrets that workflows and integrations use. They can be written and never be read.',
  Integrations: 'Services that workflows can reach, and whether the connection works.',
  Webhooks: 'Addresses that are told, signed, when a run has ended or a form was submitted.',
}

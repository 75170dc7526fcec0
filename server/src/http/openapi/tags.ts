/** A description of each group of operations, in the order of the reference. */
export const TAG_DESCRIPTIONS: Readonly<Record<string, string>> = {
  Workflows: 'Graphs of nodes and edges that define what to do, and in which order.',
  Executions: 'Runs of workflows with their input, status, output and logs.',
  Failures: 'Failed runs by cause, and bulk runs that resume them.',
  Forms: 'Forms with a hosted page, and their submissions.',
  Files: 'Files of any size, which workflows receive, create and send.',
  State: 'What workflows remember between their runs.',
  Variables: 'Values that every workflow of the account can read.',
  Credentials: 'Secrets that workflows and integrations use. They are write-only: no request returns them.',
  Integrations: 'Services that workflows can use, and the status of each connection.',
  Webhooks: 'Endpoints that receive signed events when an execution ends or a form is submitted.',
}

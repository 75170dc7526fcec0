export const label = 'Run panel'
export const region = 'The run panel'
export const tabs = 'Run panel'
export const tabNames = { timeline: 'Timeline', log: 'Log', problems: 'Problems' }
export const noRun = 'Run the workflow to see its steps here.'
export const loadingRun = 'Loading the run…'
export const runFailedToLoad = 'Could not load the run'
export const noProblems = 'No problems. The workflow can run.'
/** How bad a problem is. */
export const severities = { error: 'Error', warning: 'Warning' }
export const checking = 'Checking…'
export const wholeWorkflow = 'Workflow'
export const isRequired = (title: string) => `${title} is required.`
/** How messages of the check call a node. */
export const nodeStart = (name: string) => `Node "${name}" `
/** A message of the check with the names of the nodes that it calls by their ids. */
export const nameNodes = (message: string, nameOf: (id: string) => string | undefined) =>
  message.replaceAll(/ode "([^"]+)"/g, (whole, id: string) => {
    const name = nameOf(id)
    return name === undefined ? whole : `ode "${name}"`
  })

export const label = 'Nodes of the workflow'
export const region = 'The list of nodes'
export const phoneNote = 'Drawing needs a larger screen. Here you can read, run, edit nodes and publish.'
export const when = (output: string) => `when ${output}`
export const eachItem = 'for each item'
export const afterLoop = 'after the loop'
export const addFirst = 'Add the first node'
export const addAfter = 'Add node after'
export const addAfterOutput = (output: string) => `Add node after, at ${output}`
export const connectTo = 'Connect to'
export const connectFrom = (output: string) => `From ${output}`
export const disconnectFrom = (name: string) => `Remove connection to ${name}`
export const actions = (name: string) => `Actions for ${name}`
export const noTargets = 'There is no other node to connect to.'
export const empty = 'This workflow has no nodes yet.'

export const label = 'Steps of the workflow'
export const region = 'The list of steps'
export const phoneNote = 'Drawing needs a larger screen. Here you can read, run, edit steps and publish.'
export const when = (output: string) => `when ${output}`
export const eachItem = 'for each item'
export const afterLoop = 'after the loop'
export const addFirst = 'Add the first step'
export const addAfter = 'Add step after'
export const addAfterOutput = (output: string) => `Add step after, at ${output}`
export const connectTo = 'Connect to'
export const connectFrom = (output: string) => `From ${output}`
export const disconnectFrom = (name: string) => `Remove connection to ${name}`
export const actions = (name: string) => `Actions for ${name}`
export const noTargets = 'There is no other step to connect to.'
export const empty = 'This workflow has no steps yet.'

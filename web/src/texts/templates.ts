export const title = 'Templates'
export const note = 'Each one runs at once: it needs no outside account and brings its own sample data.'
export const choose = 'Use this template'
export const chooseNamed = (name: string) => `Use this template: ${name}`
export const picture = (steps: number) => `Graph with ${steps} steps`
export const fromTemplate = 'New from template'
export const groups: Readonly<Record<string, string>> = {
  decide: 'Decide',
  data: 'Work with data',
  flow: 'Repeat, wait and recover',
  triggers: 'Start by itself',
}
export const createFailed = 'Could not create the workflow'

export const welcome = 'Welcome to Millrace'
export const welcomeNote =
  'Choose a template, run it and change it, or start with an empty canvas. Everything is saved as you go.'
export const empty = 'Start with an empty canvas'
export const viewerNote = 'There are no workflows yet. An editor or an owner can create the first one.'

export const title = 'Settings'
export const loading = 'Loading settings'
export const loadFailed = 'Could not load the settings'
export const general = 'General'
export const name = 'Name'
export const nameRequired = 'Enter a name.'
export const description = 'Description'
export const descriptionHint = 'What the workflow is for.'
export const folder = 'Folder'
export const folderHint = 'Separate levels with a slash, such as Sales/Orders.'
export const tags = 'Tags'
export const tagsHint = 'Press Enter after each tag.'
export const addTag = 'Add a tag'
export const removeTag = (tag: string) => `Remove tag ${tag}`
export const save = 'Save'
export const saved = 'Settings saved.'
export const leaveTitle = 'Save the settings before you leave?'
export const leaveNote = 'What you typed under General is not saved yet.'
export const discard = 'Discard'
export const saveFailed = 'Could not save the settings'

export const variables = 'Variables'
export const variablesNote =
  'Constants of this workflow. Expressions read them as variables.name. They are part of the working copy, so changes go live when you publish.'
export const noVariables =
  'There are none yet. Add a value that several nodes use, such as an address or a limit.'
export const viewerNoVariables = 'This workflow has no variables.'
export const variableName = 'Name'
export const variableValue = 'Value'
export const valueOf = (name: string) => `Value of variable ${name}`
export const addVariable = 'Add variable'
export const removeVariable = (name: string) => `Remove variable ${name}`
export const nameTaken = 'There is a variable of this name.'
export const nameInvalid = 'Use letters, digits and _, and do not start with a digit.'
export const setVariable = (name: string) => `change variable ${name}`
export const deleteVariable = (name: string) => `remove variable ${name}`
export const valueHint = 'JSON, such as 100, true or ["a", "b"]. Anything else is a text.'

export const exportTitle = 'Export'
export const exportNote =
  'A JSON file that another account can import: the workflow with the forms and variables that it uses. Credentials are part of it by name only, and an import asks which ones to use.'
export const exportFailed = 'Could not export the workflow'
export const exportAction = 'Export JSON'

export const danger = 'Danger zone'
export const unpublish = 'Unpublish'
export const unpublishNote = 'Its triggers stop at once. Runs that have started finish.'
export const unpublishTitle = (workflow: string) => `Unpublish “${workflow}”?`
export const unpublishChanges = 'Your unpublished changes stay in the editor.'
export const unpublishFailed = 'Could not unpublish'
export const unpublished = 'Unpublished'
export const remove = 'Delete'
export const removeNote = 'Its triggers stop at once. Runs that have started finish, and stay readable by id.'
export const removeTitle = (workflow: string) => `Delete “${workflow}”?`
export const removeWarning = 'This cannot be undone.'
export const removeFailed = 'Could not delete'
export const removed = (workflow: string) => `“${workflow}” was deleted`
export const readOnly = 'You can view these settings, but only editors and owners can change them.'

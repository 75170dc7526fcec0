export const saved = 'Saved filters'
export const group = 'Saved filters'
export const none = 'Choose filters, then save them under a name. Only you see them.'
export const save = 'Save this filter'
export const manage = 'Rename or delete filters'
export const apply = (name: string) => `Show “${name}”`
export const saveTitle = 'Save this filter'
export const saveNote = 'Only you see your saved filters. They are on every device on which you sign in.'
export const confirm = 'Save'
export const name = 'Name'
export const nameMissing = 'Enter a name.'
export const saveFailed = 'Could not save the filter'
export const savedToast = (name: string) => `Saved as “${name}”`
export const manageTitle = 'Saved filters'
export const rename = (name: string) => `Name of “${name}”`
export const remove = (name: string) => `Delete “${name}”`
export const removed = (name: string) => `“${name}” is deleted`
export const removeFailed = 'Could not delete the filter'
export const undo = 'Undo'
export const loadFailed = 'Could not load your saved filters'
export const everything = 'All executions'

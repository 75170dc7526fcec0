export const problemNotes = {
  forbidden: 'You may not edit this form. Your changes are kept in this browser only.',
  deleted: 'This form no longer exists. Your changes are kept in this browser only.',
  refused:
    'The server refused to save your changes. Fix the marked settings. Until then, your changes are kept in this browser.',
  'signed-out': 'Sign in again to save your changes. They are kept in this browser.',
}
export const copyAsNew = 'Save as a new form'
export const mergedElsewhere = 'This form was changed in another tab or by somebody else'
export const mergedNote = 'Both sets of changes were merged.'
export const conflictOf = {
  field: (name: string) => `Field “${name}”`,
  setting: (name: string) => `Setting “${name}”`,
}

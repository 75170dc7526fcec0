export const role = 'Role'
export const roleNames = { owner: 'Owner', editor: 'Editor', viewer: 'Viewer' }
export const roleNotes = {
  owner: 'Does everything, and manages users, API keys and the audit log.',
  editor: 'Builds, runs and changes workflows, forms and connections.',
  viewer: 'Sees everything and changes nothing.',
}

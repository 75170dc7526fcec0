export const name = 'Name of the workflow'
export const nameRequired = 'Enter a name.'
export const renameFailed = 'Could not rename the workflow'
export const folder = 'Folder'
export const folderPlaceholder = 'No folder'
export const moveFailed = 'Could not move the workflow'
export const tabs = 'Workflow'
export const tabNames = {
  editor: 'Editor',
  executions: 'Executions',
  versions: 'Versions',
  triggers: 'Triggers',
  settings: 'Settings',
}

export const draft = 'Draft'
export const draftNote = 'This workflow has never been published. Its triggers are inactive.'
export const live = (version: number) => `Live · v${version}`
export const liveNote = (version: number) => `Version ${version} is live, and it is what you see.`
export const unpublished = 'with unpublished changes'
export const unpublishedShort = 'changed'
export const unpublishedNote = (version: number) =>
  `You see the working copy. Live runs use version ${version} until you publish.`

export const readOnly = 'You can view this workflow, but not change it.'
export const publish = 'Publish'
export const publishChanges = 'Publish changes'
export const loading = 'Loading the workflow'
export const loadFailed = 'Could not load the workflow'
export const notFound = 'This workflow does not exist'
export const notFoundNote = 'It may have been deleted, or the link may be incomplete.'
export const allWorkflows = 'All workflows'
export const header = 'Workflow'

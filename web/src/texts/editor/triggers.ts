export const title = 'Triggers'
export const intro = 'What starts this workflow while it is published.'
export const loading = 'Loading triggers'
export const loadFailed = 'Could not load the triggers'
export const none = 'This workflow has no triggers'
export const noneNote =
  'Add a schedule, webhook, form or event in the editor. Without one, the workflow runs only by hand or by API.'
export const viewerNoneNote =
  'A trigger starts the workflow: a schedule, a webhook, a form or an event. Without one, the workflow runs only by hand or by API.'
export const openEditor = 'Open editor'
export const active = 'Active'
export const inactive = 'Inactive'
export const problem = 'Problem'
export const notPublished = 'This workflow is not published, so its triggers are inactive.'
export const liveOnly =
  'This list shows the live version. Changes in the editor take effect when you publish.'
export const url = 'URL'
export const testUrl = 'Test URL'
export const testUrlNote =
  'Starts runs before the workflow is published, too. While you listen in the editor, a request starts no run: it becomes the test input.'
export const nextRuns = 'Next runs'
export const noRuns = 'No further runs'
export const edit = 'Edit'
export const editLabel = (name: string) => `Edit ${name}`
export const show = 'Show'
export const showLabel = (name: string) => `Show ${name} in the editor`

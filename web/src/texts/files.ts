import { formatSize } from './format.ts'

export const size = formatSize
export const preview = 'Preview'
export const download = 'Download'
export const downloadOf = (name: string) => `Download “${name}”`
export const loading = 'Loading the preview'
export const firstPage = (pages: number) => (pages === 1 ? 'The only page' : `Page 1 of ${pages}`)
export const pageLabel = (name: string) => `First page of ${name}`
export const textStart = (bytes: string) => `The first ${bytes}`
export const emptyFile = 'The file is empty.'
export const noPreview = 'There is no preview for this type of file. Download it to open it.'
export const tooLarge = 'The file is too large for a preview. Download it to open it.'
export const broken = 'The file cannot be shown. It may be damaged, or not be what its type says.'
export const gone = 'The file no longer exists.'
export const failed = 'Could not load the preview'

export const choose = 'Choose a file'
export const chooseMore = 'Add a file'
export const orDrop = 'or drop it here'
export const uploading = (name: string) => `Uploading “${name}”`
export const progress = (sent: string, total: string) => `${sent} of ${total}`
export const saving = 'Saving…'
export const cancel = 'Cancel the upload'
export const removeOf = (name: string) => `Remove “${name}”`
export const uploadFailed = (name: string) => `“${name}” was not uploaded.`
export const unreachable = 'The connection was interrupted. Try again.'
export const limitSize = (bytes: string) => `at most ${bytes}`
export const limitCount = (count: number) => `up to ${count} files`
export const largerThan = (bytes: string) => `It is larger than ${bytes}.`
export const tooMany = (count: number) =>
  count === 1 ? 'The field takes one file.' : `The field takes up to ${count} files.`
export const insertFile = 'Upload a file into the input'
export const insertFileNote = 'The uploaded file becomes a member of the input.'

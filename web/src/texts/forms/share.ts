export const linkTitle = 'Link'
export const linkNote =
  'Everybody with this link can fill in the form. Search engines are asked not to list it.'
export const link = 'Link to the form'
export const linkContent = 'link'
export const open = 'Open page'
export const closedNote =
  'The form does not accept submissions at the moment. People who open the link see that it is closed.'

export const qrTitle = 'QR code'
export const qrNote = 'For posters, slides and screens. It contains the link.'
export const qrImage = 'QR code with the link to the form'
export const downloadSvg = 'Download SVG'
export const downloadPng = 'Download PNG'
export const downloadFailed = 'Could not create the image'

export const embedTitle = 'Embed in a website'
export const embedNote = 'Only the sites that you list may show the form inside of their pages.'
export const origins = 'Sites'
export const originsNote = 'Scheme and host, such as https://example.com'
export const originPlaceholder = 'https://example.com'
export const addOrigin = 'Add site'
export const removeOrigin = (origin: string) => `Remove ${origin}`
export const invalidOrigin = 'Enter a complete address such as https://example.com.'
export const knownOrigin = 'This site is listed already.'
export const snippet = 'HTML code'
export const snippetContent = 'HTML code'
export const noOrigins = 'Add a site to get the HTML code. Until then, no site may embed the form.'

export const workflowTitle = 'Start a workflow'
export const workflowNote = 'Every submission of this form starts a run. The answers are its input.'
export const startWorkflow = 'Start a workflow with this form'
export const triggerName = 'Form submitted'
export const workflowName = (form: string) => `On “${form}”`
export const workflowFailed = 'Could not create the workflow'

export const apiTitle = 'Send by program'
export const apiNote = 'Programs send submissions with an API key that may submit forms.'
export const apiContent = 'request'

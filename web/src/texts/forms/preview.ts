export const title = 'Preview of the page'
export const note = 'This is the page as people see it. Nothing is sent from here.'
export const width = 'Width'
export const widths = { desktop: 'Computer', phone: 'Phone' }
export const scheme = 'Colour scheme'
export const schemes = { light: 'Light', dark: 'Dark' }
export const page = 'Page'
export const pages = { form: 'Form', thanks: 'After sending', closed: 'Closed' }
export const outdated =
  'The preview shows the last valid state. Fix the marked settings to see the current one.'
export const failed = 'Could not render the preview'
export const loading = 'Loading preview'

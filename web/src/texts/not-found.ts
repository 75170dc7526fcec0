export const title = 'Page not found'
export const explanation =
  'There is no page at this address. It may have moved, or the link may be incomplete.'
export const goToStartPage = 'Go to the start page'

export const general = 'General'
export const navigation = 'Navigation'
export const search = 'Search and commands'
export const paletteFailed = 'Could not open the search'
export const searchShort = 'Search'
export const palettePlaceholder = 'Search workflows, pages and commands'
export const paletteLabel = 'Commands'
export const results = 'Results'
export const nothingFound = (text: string) => `Nothing matches “${text}”.`
export const workflows = 'Workflows'
export const showShortcuts = 'Keyboard shortcuts'
export const shortcutsFailed = 'Could not open the list of shortcuts'
export const shortcutsIntro = 'These work on this page. Press them while no text field has the focus.'
export const searchHelp = 'Search help'
export const searchHelpKeywords = ['documentation', 'reference', 'guide', 'function', 'expression', 'manual']
export const helpHere = 'Help for this page or expression'
export const or = 'or'
export const followedBy = 'then'
export const commandFailed = (title: string) => `“${title}” failed`
export const goTo = (page: string) => `Go to ${page}`
export const toggleSidebar = 'Collapse or expand the navigation'
export const switchTheme = (name: string) => `Use the theme “${name}”`

export const title = 'Appearance'
export const intro = 'How Millrace looks in this browser.'
export const themeNote = 'Saved in this browser. “System” follows the setting of your device.'

/** Names of keys, as they are printed on keyboards. */
export const mod = 'Ctrl'
export const shift = 'Shift'
export const alt = 'Alt'
export const escape = 'Esc'
export const deleteKey = 'Del'

import { plural } from '../plural.ts'

export const canvas = 'Form'
export const formName = 'Name of the form'
export const namePlaceholder = 'Untitled form'
export const description = 'Description'
export const descriptionPlaceholder = 'Add a description'
export const submitLabel = 'Label of the button'
export const submitDefault = 'Send'

export const fields = 'Fields'
export const fieldCount = (count: number) => plural(count, { one: '1 field', other: `${count} fields` })
export const fieldAt = (position: number, label: string) => `Field ${position}: ${label}`
export const labelOf = (position: number) => `Label of field ${position}`
export const labelPlaceholder = 'Type a question'
export const helpOf = (position: number) => `Help text of field ${position}`
export const helpPlaceholder = 'Add a help text'
export const required = 'Required'
export const requiredMark = 'required'
export const requiredNote = 'People must answer before they can send the form.'
export const fieldSettings = 'Field settings'
export const settingsOf = (name: string) => `Settings of “${name}”`

export const group = 'Form builder'
export const undo = 'Undo'
export const redo = 'Redo'
export const addField = 'Add field'
export const searchTypes = 'Search types of fields'
export const noType = (query: string) => `No type of field matches “${query}”.`
export const addAfter = (name: string) => `Add a field after “${name}”`
export const moveUp = 'Move up'
export const moveDown = 'Move down'
export const moveUpOf = (name: string) => `Move “${name}” up`
export const moveDownOf = (name: string) => `Move “${name}” down`
export const dragOf = (name: string) => `Drag to move “${name}”`
export const duplicate = 'Duplicate field'
export const duplicateOf = (name: string) => `Duplicate “${name}”`
export const remove = 'Delete field'
export const removeOf = (name: string) => `Delete “${name}”`
export const showPreview = 'Show preview'
export const moved = (name: string, position: number, count: number) =>
  `“${name}” is field ${position} of ${count} now.`
export const deleted = (name: string) => `“${name}” was deleted. Undo brings it back.`

export const edits = {
  name: 'rename form',
  setting: 'change setting',
  add: 'add field',
  label: 'change label',
  help: 'change help text',
  options: 'change options',
  field: 'change field',
  type: 'change type',
  rename: 'rename field',
  move: 'move field',
  duplicate: 'duplicate field',
  remove: 'delete field',
}

export const types = {
  text: { name: 'Short text', note: 'One line' },
  textarea: { name: 'Long text', note: 'Several lines' },
  email: { name: 'Email', note: 'An email address' },
  phone: { name: 'Phone', note: 'A phone number' },
  url: { name: 'Link', note: 'A web address' },
  password: { name: 'Password', note: 'Hidden while typing' },
  select: { name: 'Dropdown', note: 'One of a list' },
  radio: { name: 'Single choice', note: 'One of some options' },
  multiselect: { name: 'List with several choices', note: 'Several of a list' },
  checkbox: { name: 'Checkboxes', note: 'Several options, or one to tick' },
  boolean: { name: 'Yes or no', note: 'A switch' },
  number: { name: 'Number', note: 'With limits' },
  rating: { name: 'Rating', note: 'Stars' },
  scale: { name: 'Scale', note: 'Steps, such as 0 to 10' },
  date: { name: 'Date', note: 'A day' },
  time: { name: 'Time', note: 'A time of day' },
  datetime: { name: 'Date and time', note: 'A day with a time' },
  file: { name: 'File upload', note: 'A document, a picture or any other file' },
  color: { name: 'Colour', note: 'A colour picker' },
  hidden: { name: 'Hidden value', note: 'Stored, but not shown' },
}
export const typeKeywords: Partial<Record<keyof typeof types, readonly string[]>> = {
  text: ['name', 'input', 'string'],
  textarea: ['message', 'comment', 'paragraph'],
  email: ['mail', 'address'],
  phone: ['tel', 'mobile'],
  url: ['website', 'url'],
  password: ['secret'],
  select: ['select', 'list', 'options'],
  radio: ['radio', 'options'],
  multiselect: ['tags', 'multiple', 'multiselect'],
  checkbox: ['consent', 'agree', 'tick', 'multiple'],
  boolean: ['toggle', 'switch', 'true', 'boolean'],
  number: ['amount', 'integer', 'quantity'],
  rating: ['stars', 'feedback', 'score'],
  scale: ['nps', 'range', 'score'],
  datetime: ['appointment', 'timestamp'],
  file: ['attachment', 'document', 'image', 'photo', 'upload'],
  hidden: ['source', 'campaign', 'constant'],
}

export const firstOption = 'Option 1'
export const secondOption = 'Option 2'
export const nextOption = (count: number) => `Option ${count}`
export const options = 'Options'
export const optionAt = (position: number) => `Option ${position}`
export const addOption = 'Add option'
export const removeOption = (position: number) => `Remove option ${position}`
export const optionsNote =
  'One option per line. Write value = label to store something else than what people see.'
export const singleTick = 'One checkbox to tick, without options'
export const noOptionsNote = 'Without options, any text is accepted.'

export const type = 'Type'
export const fieldName = 'Name'
export const fieldNameNote =
  'The key of the answer in submissions and workflows. After a change, new answers are in a new column.'
export const placeholder = 'Placeholder'
export const defaultValue = 'Default'
export const noDefault = 'None'
export const min = 'Smallest value'
export const max = 'Largest value'
export const earliest = 'Earliest'
export const latest = 'Latest'
export const minLength = 'Minimum length'
export const maxLength = 'Maximum length'
export const pattern = 'Pattern'
export const patternNote =
  'A regular expression (RE2) that the whole answer must match. Explain the format in the help text.'
export const accept = 'Accepted files'
export const acceptNote =
  'Media types (application/pdf), groups (image/*) or endings (.pdf), separated by commas. Empty accepts any file. The content is not checked.'
export const maxSize = 'Largest file in MB'
export const maxFiles = 'Number of files'
export const maxFilesNote = 'With more than one, the answer is a list of files.'
export const chooseFile = 'Choose file'
export const hiddenNote = 'Not visible on the page'
export const issue = (message: string) => `This ${message}.`

export const panel = 'Field settings and preview'
export const panelTabs = { field: 'Field', form: 'Form', preview: 'Preview' }
export const accent = 'Accent colour'
export const accentNote = 'Millrace picks text colours that stay readable on it, in light and dark.'
export const accentDefault = 'Standard colour'
export const noSelection = 'Select a field to change its settings.'

export const empty = 'Start with a question'
export const emptyNote =
  'Add a field, type its label, and press Enter for the next one. Changes are saved as you make them.'
